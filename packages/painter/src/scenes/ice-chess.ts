import { draw, fill } from '../shapes.ts'
import { disc } from './pieces.ts'

export const iceChess = () =>
  draw(
    disc(408, 268, 128, '#ffd99a', 1, 50),
    fill('M-400 480L90 380L160 440L250 340L330 452L420 400L520 330L1000 420V800H-400Z', '#bcd3df'),
    fill('M250 340L330 452L300 520L214 470ZM520 330L1000 420V520L500 470ZM90 380L160 440L120 520L60 470Z', '#8aabbf'),
    fill('M-400 540C140 510 300 560 1000 520V800H-400Z', '#6f93a9'),
    `<g fill="#22384a"><path d="M54 560h96l-10 -26h-16c-2 -40 6 -60 18 -84h-20v-18h-14v18h-14v-18h-12v18h-20c12 24 22 44 20 84h-18z"/></g><g fill="#f2ead9"><path d="M466 590h112l-10 -28h-18c-8 -40 -8 -76 6 -112h14v-16h-14l16 -52l-22 18l-18 -30v-18h10v-10h-10v-12h-12v12h-10v10h10v18l-18 30l-22 -18l16 52h-14v16h14c14 36 14 72 6 112h-16z"/></g><path d="M522 330h4v12h10v10h-10v18l18 30l22 -18l-16 52h14v16h-14c-14 36 -14 72 -6 112h18l10 28h-50z" fill="#b9b3a6"/>`,
  )

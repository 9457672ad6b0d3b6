import { chance, draw, each, fill } from '../shapes.ts'
import { disc } from './pieces.ts'

export const library = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#22392f', 0.5),
    each(
      [
        [0, 0],
        [0, 250],
        [0, 500],
        [460, 0],
        [460, 250],
        [460, 500],
      ],
      ([x, y], k) => {
        const r = chance(`lib${k}`),
          cs = ['#a4513a', '#d6a74f', '#5f8f86', '#8b3f52', '#c9bfa6', '#4a6a8f']
        let o = '',
          q = x + 4
        while (q < x + 128) {
          const w = 14 + Math.round(r() * 14),
            h = 100 + Math.round(r() * 70)
          o += `<path d="M${q} ${y + 230 - h}h${w}v${h}h-${w}z" fill="${cs[Math.floor(r() * 6)]}"/>`
          q += w + 3
        }
        return o + fill(`M${x} ${y + 230}h140v14h-140z`, '#14211b')
      },
    ),
    disc(300, 300, 226, '#f0d28a', 0.8),
  )

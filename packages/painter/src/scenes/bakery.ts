import { draw, each, fill } from '../shapes.ts'

export const bakery = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#5b2c1c', 0.4),
    `<g stroke="#3a1a12" stroke-width="5" opacity=".55"><path d="M-400 70H1000M-400 150H1000M-400 230H1000M-400 310H1000M-400 390H1000M-400 470H1000M60 0V70M200 0V70M340 0V70M480 0V70M130 70V150M270 70V150M410 70V150M550 70V150M60 150V230M540 150V230M30 230V310M570 230V310"/></g>`,
    fill('M96 520V300C96 160 190 84 300 84C410 84 504 160 504 300V520Z', '#2a110c'),
    fill('M122 520V306C122 178 204 110 300 110C396 110 478 178 478 306V520Z', '#f4a64a'),
    fill('M150 520V320C150 208 218 150 300 150C382 150 450 208 450 320V520Z', '#ffd284'),
    fill('M-400 520H1000V548H-400Z', '#2a110c'),
    each(
      [
        [34, 430, -14],
        [62, 424, -4],
        [560, 430, 10],
        [534, 436, 2],
      ],
      ([x, y, r]) =>
        `<g transform="translate(${x} ${y}) rotate(${r})"><rect x="-15" y="-120" width="30" height="214" rx="15" fill="#c88442"/><rect x="0" y="-120" width="15" height="214" rx="7" fill="#8f5526"/><path d="M-8 -90l14 -10M-8 -56l14 -10M-8 -22l14 -10M-8 12l14 -10M-8 46l14 -10" stroke="#f3cf95" stroke-width="6" stroke-linecap="round"/></g>`,
    ),
  )

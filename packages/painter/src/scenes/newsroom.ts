import { draw, each, fill, line } from '../shapes.ts'

export const newsroom = () =>
  draw(
    fill('M-400 0H1000V800H-400Z', '#16283a', 0.5),
    fill('M96 50H504V500H96Z', '#f0c070', 0.85),
    each([70, 128, 186, 244, 302, 360, 418, 476], (y) => fill(`M0 ${y}H600V${y + 26}H0Z`, '#1d3347', 0.62)),
    line('M96 0V510M504 0V510', '#0e1c29', 4),
    fill('M-400 508H1000V800H-400Z', '#122333'),
    `<g fill="#e9dfc8"><path d="M20 560h130v150H20z" transform="rotate(-7 80 630)"/><path d="M470 566h120v150H470z" transform="rotate(8 530 640)"/></g><g stroke="#56616a" stroke-width="6" opacity=".7"><path d="M36 590l92 -12M38 612l92 -12M42 634l60 -8M486 590l84 12M482 612l84 12M480 634l50 8"/></g>`,
    line('M60 470v-90q0 -20 20 -22l30 -6', '#0c1823', 9),
    fill('M96 318C140 320 168 350 172 384H70C66 350 76 322 96 318Z', '#2f8a5f'),
    fill('M70 384H172L190 430H52Z', '#ffe7a8', 0.3),
  )

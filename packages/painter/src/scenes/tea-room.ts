import { draw, each } from '../shapes.ts'
import { disc } from './pieces.ts'

export const teaRoom = () =>
  draw(
    `<g stroke="#f2c9a0" stroke-opacity=".22" stroke-width="7" fill="none"><path d="M-300 0V560M-180 0V560M-60 0V560M660 0V560M780 0V560M900 0V560M60 0V560M180 0V560M300 0V560M420 0V560M540 0V560M-400 110H1000M-400 250H1000M-400 390H1000M-400 530H1000"/></g>`,
    disc(392, 280, 190, '#f6d9a4', 0.82),
    each(
      [
        [84, 150, 1],
        [520, 120, 1.15],
        [552, 330, 0.7],
        [46, 350, 0.66],
        [-96, 210, 0.9],
        [-210, 130, 1.1],
        [700, 190, 0.95],
        [820, 320, 0.75],
      ],
      ([x, y, s]) =>
        `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 -150V-58" stroke="#3b1216" stroke-width="4"/><ellipse rx="62" ry="56" fill="#d8412f"/><path d="M0 -56A62 56 0 0 1 0 56C26 30 26 -30 0 -56Z" fill="#a5271f"/><path d="M0 -56A62 56 0 0 1 0 56" fill="#a5271f" fill-opacity=".5"/><path d="M-40 -42C-56 -14 -56 14 -40 42M-16 -54C-26 -18 -26 18 -16 54" stroke="#f08a5a" stroke-width="4" fill="none" stroke-opacity=".8"/><path d="M-26 -62h52v10h-52zM-26 52h52v10h-52z" fill="#e7bd6a"/><path d="M-10 62v34M0 62v44M10 62v34" stroke="#e7bd6a" stroke-width="4"/></g>`,
    ),
  )

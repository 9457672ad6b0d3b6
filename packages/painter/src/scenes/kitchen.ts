import { dot, draw, each, fill, line } from '../shapes.ts'
import { archWindow } from './pieces.ts'

export const kitchen = () =>
  draw(
    `<g fill="none" stroke="#f7e6cf" stroke-opacity=".35" stroke-width="4"><path d="M-400 100H1000M-400 200H1000M-400 300H1000M-400 400H1000M-300 0V500M-200 0V500M-100 0V500M0 0V500M600 0V500M700 0V500M800 0V500M900 0V500M100 0V500M200 0V500M300 0V500M400 0V500M500 0V500"/></g>`,
    archWindow(300, 96, 310, 404, '#f7dc9c', '#7a3f2a'),
    fill('M-400 500H1000V530H-400Z', '#6d2f23'),
    fill('M-400 530H1000V800H-400Z', '#4e2019'),
    `<path d="M-400 56H1000" stroke="#3f1a16" stroke-width="9"/>`,
    each(
      [
        [70, '#d98a3e', '#a65c22'],
        [530, '#8b9aa5', '#5e6c77'],
        [-80, '#b4583a', '#7f3826'],
        [-230, '#8b9aa5', '#5e6c77'],
        [680, '#d98a3e', '#a65c22'],
        [830, '#b4583a', '#7f3826'],
      ],
      ([x, a, b]) =>
        `<path d="M${x} 56v34" stroke="#3f1a16" stroke-width="6"/><circle cx="${x}" cy="136" r="50" fill="${a}"/><path d="M${x} 86a50 50 0 0 1 0 100z" fill="${b}"/>`,
    ),
    `<g transform="rotate(-4 500 340)"><path d="M448 290h104v86H448z" fill="#f6ecd8"/><path d="M462 312h60M462 332h76M462 352h40" stroke="#8a5a4a" stroke-width="6"/></g><path d="M90 330h70v90H90z" fill="#f6ecd8"/><circle cx="124" cy="362" r="18" fill="#5a3a34"/><path d="M98 412c6 -30 46 -30 54 0z" fill="#5a3a34"/>`,
    line('M124 334C220 250 420 240 500 292', '#c2362c', 4, 0.9),
    dot(124, 334, 8, '#c2362c'),
    dot(500, 292, 8, '#c2362c'),
  )

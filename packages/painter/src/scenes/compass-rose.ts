import { draw, each } from '../shapes.ts'
import { disc } from './pieces.ts'

export const compassRose = () =>
  draw(
    `<g stroke="#6a4a2b" stroke-opacity=".35" stroke-width="3" fill="none"><path d="M-400 150C120 110 180 190 300 160S520 90 1000 140M-400 520C90 470 150 540 240 500M420 560C480 520 540 560 1000 530"/><path d="M300 300L1000 0M300 300L-400 0M300 300V-20M300 300H1020M300 300H-420M300 300L1000 600M300 300L-400 600"/></g>`,
    disc(300, 290, 250, '#f3dba6', 0.75),
    `<circle cx="300" cy="290" r="232" fill="none" stroke="#7b4a2a" stroke-width="5"/><circle cx="300" cy="290" r="216" fill="none" stroke="#7b4a2a" stroke-width="2"/>`,
    `<circle cx="300" cy="290" r="206" fill="none" stroke="#7b4a2a" stroke-width="14" stroke-dasharray="3 37.45"/><g transform="rotate(-24 300 290)">`,
    each(
      [0, 90, 180, 270],
      (a) =>
        `<g transform="rotate(${a} 300 290)"><path d="M300 20L272 290H300Z" fill="#a33b2a"/><path d="M300 20L328 290H300Z" fill="#6d2319"/></g>`,
    ),
    each(
      [45, 135, 225, 315],
      (a) =>
        `<g transform="rotate(${a} 300 290)"><path d="M300 84L282 290H300Z" fill="#3f6d78"/><path d="M300 84L318 290H300Z" fill="#284b55"/></g>`,
    ),
    '</g>',
  )

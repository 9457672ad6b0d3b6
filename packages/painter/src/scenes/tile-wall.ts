import { draw, each } from '../shapes.ts'
import { archWindow } from './pieces.ts'

const TILE = 'M0 0h150v150H0zM75 0c0 40 35 75 75 75c-40 0 -75 35 -75 75c0 -40 -35 -75 -75 -75c40 0 75 -35 75 -75z'

export const tileWall = () =>
  draw(
    '<g fill="none" stroke="#f7e6cf" stroke-opacity=".4" stroke-width="5">',
    each([-300, -150, 0, 150, 300, 450, 600, 750, 900], (x) =>
      each([0, 150, 300, 450], (y) => `<path transform="translate(${x} ${y})" d="${TILE}"/>`),
    ),
    '</g>',
    archWindow(300, 70, 320, 560, '#f6d7a6', '#a5563f'),
  )

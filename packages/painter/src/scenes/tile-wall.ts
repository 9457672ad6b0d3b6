import { draw, each } from '../shapes.ts'

export const tileWall = () =>
  draw(
    '<g opacity=".55">',
    '<g fill="none" stroke="#f7e6cf" stroke-width="5">',
    '<path id="t" d="M-400 0h150v150H-400zM75 0c0 40 35 75 75 75c-40 0 -75 35 -75 75c0 -40 -35 -75 -75 -75c40 0 75 -35 75 -75z"/>',
    '</g>',
    '</g>',
    '<g fill="none" stroke="#f7e6cf" stroke-opacity=".4" stroke-width="5">',
    each([0, 150, 300, 450], (x) =>
      each(
        [0, 150, 300, 450],
        (y) =>
          `<path transform="translate(${x} ${y})" d="M-400 0h150v150H-400zM75 0c0 40 35 75 75 75c-40 0 -75 35 -75 75c0 -40 -35 -75 -75 -75c40 0 75 -35 75 -75z"/>`,
      ),
    ),
    '</g>',
    '<circle cx="300" cy="310" r="215" fill="#f6d7a6" opacity=".75"/>',
  )

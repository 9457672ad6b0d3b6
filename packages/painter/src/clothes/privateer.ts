import { dot, draw, each, fill, path } from '../shapes.ts'
import { torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const privateer: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso(['#efe3cc', '#c3b196'], neck, 230),
    fill('M52 760C56 650 110 574 222 536C226 610 250 690 276 760Z', light),
    fill('M548 760C544 650 490 574 378 536C374 610 350 690 324 760Z', shade),
    fill(
      path`M${286 - neck} 500C${236 - neck} 490 ${206 - neck} 520 ${200 - neck} 560C${220 - neck} 620 ${256 - neck} 680 276 740C290 690 276 620 ${286 - neck} 560Z`,
      trim,
    ),
    fill(
      path`M${314 + neck} 500C${364 + neck} 490 ${394 + neck} 520 ${400 + neck} 560C${380 + neck} 620 ${344 + neck} 680 324 740C310 690 324 620 ${314 + neck} 560Z`,
      trimShade,
    ),
    each(
      [
        [234, 632],
        [252, 680],
        [268, 728],
      ],
      ([x, y]) => dot(x - 22, y, 8, '#e7bd6a'),
    ),
    each(
      [
        [366, 632],
        [348, 680],
        [332, 728],
      ],
      ([x, y]) => dot(x + 22, y, 8, '#b98738'),
    ),
    fill('M286 560L300 590L314 560L330 640L300 620L272 640Z', '#fff8ea'),
  )

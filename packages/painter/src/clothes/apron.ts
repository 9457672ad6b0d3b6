import { dot, draw, each, fill, line, mix, path } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const apron: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 262, 516),
    band([mix(light, '#ffffff', 0.1), shade], neck, 8, 516),
    line(
      'M102 622C140 600 180 584 214 574M76 668C130 640 180 622 210 614M60 714C110 690 160 672 204 662',
      '#efe7da',
      10,
      0.8,
    ),
    line(
      'M498 622C460 600 420 584 386 574M524 668C470 640 420 622 390 614M540 714C490 690 440 672 396 662',
      '#b9b2ac',
      10,
      0.7,
    ),
    fill(
      path`M${292 - neck} 520L${270 - neck} 528L214 604L244 612ZM${308 + neck} 520L${330 + neck} 528L386 604L356 612Z`,
      mix(trim, trimShade, 0.55),
    ),
    fill('M206 760C200 700 204 640 212 596C260 606 340 606 388 596C396 640 400 700 394 760Z', trim),
    fill('M304 604C336 604 366 601 388 596C396 640 400 700 394 760H306Z', trimShade),
    line('M222 612q78 14 156 0', mix(trimShade, '#8a6a4a', 0.4), 4, 0.7),
    fill('M248 656h46v14h-46z', mix(trim, trimShade, 0.5)),
    each(
      [
        [236, 690, 9],
        [262, 704, 6],
        [250, 636, 5],
      ],
      ([x, y, r]) => dot(x, y, r, '#ffffff', 0.7),
    ),
  )

import { dot, draw, fill, line, mix, path } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const trench: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 250),
    band([trim, trimShade], neck, 40, 500),
    fill(
      path`M${284 - neck} 500C${246 - neck} 500 ${216 - neck} 560 ${222 - neck} 626L${276 - neck * 0.3} 690L292 640Z`,
      mix(light, '#ffffff', 0.14),
    ),
    fill(
      path`M${316 + neck} 500C${354 + neck} 500 ${384 + neck} 560 ${378 + neck} 626L${324 + neck * 0.3} 690L308 640Z`,
      mix(shade, '#ffffff', 0.06),
    ),
    line(path`M${230 - neck} 600L${270 - neck * 0.3} 660M${370 + neck} 600L${330 + neck * 0.3} 660`, shade, 4, 0.6),
    fill('M112 600l70 -26l8 20l-74 30z', mix(light, '#000000', 0.12)),
    dot(180, 596, 5, '#6b4a2a'),
    dot(266, 714, 9, '#6b4a2a'),
    dot(336, 714, 9, '#4c331c'),
  )

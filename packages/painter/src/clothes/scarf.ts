import { draw, fill, line, path } from '../shapes.ts'
import type { Garment } from './garment.ts'

export const scarf: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    fill(
      path`M${264 - neck} 486C${240 - neck} 520 ${250 - neck} 566 ${286 - neck} 586C${300 - neck} 606 ${306 + neck} 610 ${330 + neck} 580C${356 + neck} 556 ${356 + neck} 512 ${334 + neck} 484C${300 + neck} 520 ${300 - neck} 522 ${264 - neck} 486Z`,
      light,
    ),
    fill(
      path`M304 512C${282 + neck} 512 ${312 + neck} 504 ${334 + neck} 484C${356 + neck} 512 ${356 + neck} 556 ${330 + neck} 580C${318 + neck} 594 ${290 + neck} 600 304 600Z`,
      shade,
    ),
    line(
      path`M${266 - neck} 516C${300 - neck} 556 ${300 + neck} 556 ${334 + neck} 516M${274 - neck} 552C${300 - neck} 582 ${300 + neck} 584 ${322 + neck} 554`,
      trim,
      5,
      0.6,
    ),
    fill('M224 584L206 700L262 706L270 596Z', light),
    line('M212 676l52 8M216 652l50 8', trimShade || '#f3dcb0', 6),
    line('M212 704v14M226 706v14M240 706v14M254 708v12', light, 6),
  )

import { draw, fill, line, mix, path } from '../shapes.ts'
import { torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const mandarin: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 234),
    fill(
      path`M${284 - neck} 496C${300 - neck} 546 ${300 + neck} 546 ${316 + neck} 496L${322 + neck} 528C${300 + neck} 580 ${300 - neck} 580 ${278 - neck} 528Z`,
      trim,
    ),
    fill(
      path`M304 533C${286 + neck} 532 ${308 + neck} 522 ${316 + neck} 496L${322 + neck} 528C${304 + neck} 560 ${286 + neck} 567 304 567Z`,
      trimShade,
    ),
    line('M300 566C320 610 372 640 420 640', trim, 7),
    `<g stroke="${trim}" stroke-width="6" fill="${trim}" stroke-linecap="round"><path d="M306 572l18 8M334 610l14 12M384 634l8 16"/><circle cx="304" cy="571" r="5"/><circle cx="332" cy="608" r="5"/><circle cx="382" cy="632" r="5"/></g>`,
    line('M150 690c30 -20 60 -10 70 14M170 724c20 -14 40 -8 48 6', mix(light, '#ffffff', 0.35), 5, 0.5),
  )

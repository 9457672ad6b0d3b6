import { dot, draw, each, fill, mix, path } from '../shapes.ts'
import { torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const waistcoat: Garment = ([light, shade, trim, trimShade, accent], neck) =>
  draw(
    torso([trim, trimShade], neck, 244),
    fill('M196 570C180 620 176 700 178 760H296L300 676L236 540Z', light),
    fill('M404 570C420 620 424 700 422 760H306L300 676L364 540Z', shade),
    fill(path`M${288 - neck} 514L300 610L262 650L228 560Z`, mix(trim, '#ffffff', 0.4)),
    fill(path`M${312 + neck} 514L300 610L338 650L372 560Z`, mix(trimShade, '#ffffff', 0.12)),
    each(
      [
        [298, 700],
        [298, 736],
      ],
      ([x, y]) => dot(x, y, 7, '#d9a94f'),
    ),
    fill(
      path`M${286 - neck} 520C${310 - neck} 566 ${290 + neck} 566 ${314 + neck} 520L${316 + neck} 540C${290 + neck} 584 ${310 - neck} 584 ${284 - neck} 540Z`,
      accent || '#b23a30',
    ),
    fill('M288 566L312 566L330 616L306 604L286 622Z', mix(accent || '#b23a30', '#000000', 0.2)),
  )

import { draw, each, fill, line, mix, path } from '../shapes.ts'
import { torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const blouseApron: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 250),
    fill(
      path`M${288 - neck} 512L300 590L250 610L${262 - neck} 540ZM${312 + neck} 512L300 590L350 610L${338 + neck} 540Z`,
      mix(light, '#ffffff', 0.5),
    ),
    fill('M192 760C192 700 200 650 214 620C260 634 340 634 386 620C400 650 408 700 408 760Z', trim),
    fill('M304 631C334 631 362 628 386 620C400 650 408 700 408 760H306Z', trimShade),
    fill(
      path`M${270 - neck} 540L212 624L232 630L${284 - neck} 556ZM${330 + neck} 540L388 624L368 630L${316 + neck} 556Z`,
      mix(trim, trimShade, 0.4),
    ),
    each(
      [
        [232, 668],
        [276, 660],
        [254, 706],
        [330, 664],
        [372, 672],
        [350, 708],
        [302, 700],
      ],
      ([x, y]) =>
        `<g transform="translate(${x} ${y})"><circle r="6.4" fill="none" stroke="#f2d9c0" stroke-width="9" stroke-linecap="round" stroke-dasharray=".1 7.94"/><circle r="4" fill="#e0a53a"/></g>`,
    ),
    line(path`M${292 - neck} 548q${neck + 8} 40 ${neck * 2 + 16} 0`, '#f6efe4', 8).replace(
      'stroke-linecap="round"',
      'stroke-linecap="round" stroke-dasharray=".1 13"',
    ),
  )

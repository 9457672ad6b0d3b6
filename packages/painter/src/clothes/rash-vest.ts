import { draw, fill, line, path } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const rashVest: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(
    torso([light, shade], neck, 254),
    band([trim, trimShade], neck, 22, 508),
    fill('M68 680C90 620 150 580 214 556L236 590C180 620 140 660 130 760H56Z', trim),
    fill('M532 680C510 620 450 580 386 556L364 590C420 620 460 660 470 760H544Z', trimShade),
    line('M250 660c20 -16 34 -16 50 0s34 16 50 0', '#f6e3bd', 6, 0.8),
    line(path`M${292 - neck} 552q${neck + 8} 66 ${neck * 2 + 16} 0`, '#f2e2c0', 5),
    fill('M292 586l16 0l-8 30z', '#f7efe0'),
  )

import { draw } from '../shapes.ts'
import { band, torso } from './cuts.ts'
import type { Garment } from './garment.ts'

export const crew: Garment = ([light, shade, trim, trimShade], neck) =>
  draw(torso([light, shade], neck), band([trim, trimShade], neck, 12))

import { draw, fill, path } from '../shapes.ts'
import type { FacialHair } from './facial-hair.ts'

export const sideburns: FacialHair = ({ g, tones: [light, shade, _shine] }) => ({
  under: draw(
    fill(path`M${g.cL - 4} 300H${g.cL + 14}C${g.cL + 15} 334 ${g.cL + 17} 358 ${g.cL + 9} 374L${g.kL - 6} 370Z`, light),
    fill(path`M${g.cR + 4} 300H${g.cR - 12}C${g.cR - 13} 334 ${g.cR - 15} 356 ${g.cR - 8} 372L${g.kR + 6} 368Z`, shade),
  ),
})

import { fill, path } from '../shapes.ts'
import type { FacialHair } from './facial-hair.ts'

export const stubble: FacialHair = ({ fx, my, g, h, stroke }) => ({
  under: fill(
    path`M${g.cL} 356C${fx - 70} 396 ${fx - 46} ${my - 24} ${fx - 28} ${my - 20}C${fx - 14} ${my - 30} ${fx + 18} ${my - 30} ${fx + 34} ${my - 20}C${fx + 56} ${my - 28} ${fx + 76} 396 ${g.cR} 352V${h.chinY + 20}H${g.cL - 10}Z`,
    stroke,
    0.2,
  ),
})

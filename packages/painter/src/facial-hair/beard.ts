import { draw, fill, line, path } from '../shapes.ts'
import type { FacialHair } from './facial-hair.ts'

export const beard: FacialHair = ({ fx, my, h, g, tones: [light, shade, shine], lx, rx, n }) => ({
  under: draw(
    fill(
      path`M${g.cL - 6} 336C${g.cL + 14} 384 ${fx - 52} ${my - 26} ${fx - 34} ${my - 26}C${fx - 20} ${n.y + 10} ${fx + 22} ${n.y + 10} ${fx + 38} ${my - 26}C${fx + 56} ${my - 26} ${g.cR - 12} 384 ${g.cR + 6} 332V${h.chinY + 20}H${g.cL - 10}Z`,
      light,
    ),
    fill(
      path`M${fx + 6} ${n.y + 13}C${fx + 18} ${n.y + 12} ${fx + 30} ${my - 30} ${fx + 38} ${my - 26}C${fx + 56} ${my - 26} ${g.cR - 12} 384 ${g.cR + 6} 332V${h.chinY + 20}H${fx + 8}Z`,
      shade,
    ),
  ),
  over: draw(
    fill(
      path`M${g.cL + 1} 372C${g.cL - 2} 420 ${g.jL - 8} ${h.jawY + 30} ${g.cx - 44} ${h.chinY + 18}C${g.cx - 20} ${h.chinY + 34} ${g.cx + 20} ${h.chinY + 34} ${g.cx + 46} ${h.chinY + 16}C${g.jR + 10} ${h.jawY + 28} ${g.cR + 1} 420 ${g.cR} 368C${g.kR - 8} 420 ${g.jR - 16} ${h.jawY + 20} ${g.cx + 30} ${h.chinY - 16}H${g.cx - 30}C${g.jL + 14} ${h.jawY + 20} ${g.kL + 8} 420 ${g.cL + 1} 372Z`,
      light,
    ),
    fill(
      path`M${g.cx + 2} ${h.chinY + 30}C${g.cx + 20} ${h.chinY + 30} ${g.cx + 36} ${h.chinY + 22} ${g.cx + 46} ${h.chinY + 16}C${g.jR + 10} ${h.jawY + 28} ${g.cR + 1} 420 ${g.cR} 368C${g.kR - 8} 420 ${g.jR - 16} ${h.jawY + 20} ${g.cx + 30} ${h.chinY - 16}H${g.cx + 6}Z`,
      shade,
    ),
    line(
      path`M${g.jL + 6} ${h.jawY + 4}q4 16 14 26M${g.jL + 20} ${h.jawY - 6}q4 18 16 30M${g.cx - 34} ${h.chinY + 2}q8 8 18 10`,
      shine,
      4,
      0.7,
    ),
    line(path`M${lx - 8} ${my - 12}q12 -12 ${fx - lx + 2} -12q${rx - fx - 4} 0 ${rx - fx + 12} 11`, shine, 4, 0.35),
  ),
})

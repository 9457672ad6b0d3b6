import { draw, fill, path } from '../shapes.ts'
import type { FacialHair } from './facial-hair.ts'

export const goatee: FacialHair = ({ fx, my, h, tones: [light, shade, _shine], g, n }) => ({
  under: fill(
    path`M${g.cx - 30} ${my + 24}C${g.cx - 14} ${my + 20} ${g.cx + 14} ${my + 20} ${g.cx + 30} ${my + 24}L${g.cx + 24} ${h.chinY + 6}H${g.cx - 24}Z`,
    light,
  ),
  over: draw(
    fill(
      path`M${g.cx - 34} ${h.chinY - 26}C${g.cx - 26} ${h.chinY + 6} ${g.cx - 8} ${h.chinY + 30} ${g.cx + 4} ${h.chinY + 40}C${g.cx + 12} ${h.chinY + 26} ${g.cx + 28} ${h.chinY + 6} ${g.cx + 34} ${h.chinY - 26}C${g.cx + 14} ${h.chinY - 12} ${g.cx - 14} ${h.chinY - 12} ${g.cx - 34} ${h.chinY - 26}Z`,
      light,
    ),
    fill(
      path`M${g.cx + 4} ${my + 22}C${g.cx + 14} ${my + 21} ${g.cx + 22} ${my + 22} ${g.cx + 30} ${my + 24}L${g.cx + 34} ${h.chinY - 26}C${g.cx + 28} ${h.chinY + 6} ${g.cx + 12} ${h.chinY + 26} ${g.cx + 4} ${h.chinY + 40}Z`,
      shade,
    ),
    fill(
      path`M${fx + 1} ${n.y + 12}C${fx - 12} ${n.y + 12} ${fx - 30} ${my - 16} ${fx - 44} ${my + 4}C${fx - 30} ${my - 4} ${fx - 10} ${my - 8} ${fx + 2} ${my - 6}C${fx + 14} ${my - 8} ${fx + 30} ${my - 4} ${fx + 42} ${my + 2}C${fx + 30} ${my - 16} ${fx + 14} ${n.y + 12} ${fx + 1} ${n.y + 12}Z`,
      shade,
    ),
  ),
})

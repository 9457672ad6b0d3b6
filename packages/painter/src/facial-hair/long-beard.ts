import { draw, fill, line, path } from '../shapes.ts'
import { beard } from './beard.ts'
import type { FacialHair } from './facial-hair.ts'

/** A beard that hangs to the chest. */
export const longBeard: FacialHair = (place) => {
  const { g, h, my, fx, n, tones } = place
  const [light, shade, shine] = tones
  const short = beard(place)
  return {
    under: short.under,
    over: draw(
      fill(
        path`M${g.cL + 1} 366C${g.cL - 10} 430 ${g.jL - 20} ${h.jawY + 60} ${g.cx - 70} ${h.chinY + 90}C${g.cx - 50} ${h.chinY + 160} ${g.cx - 16} ${h.chinY + 206} ${g.cx + 6} ${h.chinY + 230}C${g.cx + 26} ${h.chinY + 200} ${g.cx + 60} ${h.chinY + 150} ${g.cx + 74} ${h.chinY + 84}C${g.jR + 22} ${h.jawY + 58} ${g.cR + 10} 430 ${g.cR} 362C${g.kR - 8} 420 ${g.jR - 22} ${my + 8} ${fx + 34} ${my + 14}C${fx + 16} ${my + 30} ${fx - 16} ${my + 30} ${fx - 32} ${my + 14}C${g.jL + 20} ${my + 8} ${g.kL + 8} 420 ${g.cL + 1} 366Z`,
        light,
      ),
      fill(
        path`M${g.cx + 20} ${my + 24}C${g.cx + 34} ${h.chinY + 60} ${g.cx + 22} ${h.chinY + 150} ${g.cx + 6} ${h.chinY + 230}C${g.cx + 26} ${h.chinY + 200} ${g.cx + 60} ${h.chinY + 150} ${g.cx + 74} ${h.chinY + 84}C${g.jR + 22} ${h.jawY + 58} ${g.cR + 10} 430 ${g.cR} 362C${g.kR - 8} 420 ${g.jR - 22} ${my + 8} ${fx + 34} ${my + 14}Z`,
        shade,
      ),
      line(
        path`M${g.cx - 52} ${h.jawY + 30}C${g.cx - 48} ${h.chinY + 50} ${g.cx - 40} ${h.chinY + 96} ${g.cx - 26} ${h.chinY + 140}M${g.cx - 20} ${h.chinY + 10}C${g.cx - 16} ${h.chinY + 70} ${g.cx - 8} ${h.chinY + 120} ${g.cx} ${h.chinY + 170}`,
        shine,
        5,
        0.7,
      ),
      line(
        path`M${g.cx + 40} ${h.chinY - 10}C${g.cx + 46} ${h.chinY + 50} ${g.cx + 34} ${h.chinY + 100} ${g.cx + 22} ${h.chinY + 140}`,
        shine,
        5,
        0.3,
      ),
      fill(
        path`M${fx + 1} ${n.y + 10}C${fx - 16} ${n.y + 8} ${fx - 50} ${my - 12} ${fx - 66} ${my + 30}C${fx - 48} ${my + 14} ${fx - 12} ${my + 14} ${fx + 2} ${my}Z`,
        light,
      ),
      fill(
        path`M${fx + 1} ${n.y + 10}C${fx + 18} ${n.y + 8} ${fx + 50} ${my - 12} ${fx + 66} ${my + 28}C${fx + 48} ${my + 14} ${fx + 14} ${my + 14} ${fx + 2} ${my}Z`,
        shade,
      ),
    ),
  }
}

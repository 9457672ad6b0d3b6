import { draw, line, path } from '../shapes.ts'
import type { FacePlan } from './face-plan.ts'

/** The wings and what lies under the tip; the ridge is the edge of its shadow (`shadowsOf`). */
export function drawNose({ geometry: { fx }, nose, skin: [, shadow, stroke], person }: FacePlan): string {
  const { wings, y } = nose
  if (person.anime) return line(path`M${fx + 4} ${y - 6}q8 8 -2 12`, stroke, 4, 0.7)
  return draw(
    line(
      path`M${fx - wings + 2} ${y - 11}C${fx - wings - 6} ${y - 2} ${fx - wings - 2} ${y + 9} ${fx - wings + 7} ${y + 6}`,
      shadow,
      4.2,
      0.9,
    ),
    line(
      path`M${fx - wings + 7} ${y + 6}q6 6 ${wings * 0.62} 3M${fx + 5} ${y + 8}q${wings * 0.4} 3 ${wings * 0.6} -3`,
      stroke,
      4.2,
      0.62,
    ),
    line(
      path`M${fx + wings} ${y - 10}C${fx + wings + 6} ${y - 2} ${fx + wings + 4} ${y + 6} ${fx + wings - 3} ${y + 6}`,
      stroke,
      3.6,
      0.34,
    ),
  )
}

/**
 * The side of the face that turns away from the light. Its edge bends round forehead, cheekbone and jaw, so that no
 * line runs down the middle, at any size.
 */
export function shadeOf({ geometry: { fx, turn, kR }, head, mouthY }: FacePlan, inset = 0): string {
  const cheek = Math.min(fx + 66 - 10 * turn, kR - 14) - inset
  const brow = fx + 60 - 12 * turn - inset
  const top = path`M${brow - 22} 150C${brow + 6} 220 ${brow + 10} 280 ${brow + 4} 318`
  const bone = path`C${brow - 2} 344 ${cheek + 6} 356 ${cheek + 4} ${head.cheekY + 4}C${cheek} ${head.cheekY + 30} ${cheek - 20} ${mouthY - 14} ${cheek - 24} ${mouthY + 2}`
  const jaw = path`C${cheek - 28} ${mouthY + 24} ${fx + 34 - inset} ${head.chinY - 12} ${fx + 10 - inset} ${head.chinY + 10}L450 ${head.chinY + 20}V150Z`
  return top + bone + jaw
}

/** The shadow that the nose throws beside itself and under its tip, and the one under the lower lip. */
export function shadowsOf({ geometry: { fx, turn }, nose, mouthY, head, person }: FacePlan): string {
  const { y, bridge, ridge, tip, wings } = nose
  const tipX = fx + tip + 5 * turn
  if (person.anime) return path`M${fx + 4} ${y - 20}q12 16 2 26q8 2 10 -6q0 -12 -12 -20z`
  const bend = nose.broken ? -6 : 0
  const side = path`M${fx + bridge + 5} 338C${fx + bridge + 4 + bend} 358 ${tipX - 4 + ridge + bend} ${y - 26} ${tipX} ${y - 9}C${tipX + 1} ${y + 1} ${fx + 2} ${y + 8} ${fx - 3} ${y + 9}C${fx + 8} ${y + 15} ${fx + wings} ${y + 10} ${fx + wings + 2} ${y - 2}C${fx + wings - 2} ${y - 22} ${fx + bridge + 15} 370 ${fx + bridge + 14} 338Z`
  const lip = path`M${fx - 12} ${mouthY + 21}q14 8 30 0q-4 ${Math.min(16, (head.chinY - mouthY) * 0.3)} -16 14q-10 0 -14 -14z`
  return side + lip
}

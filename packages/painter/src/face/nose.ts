import { draw, line, path } from '../shapes.ts'
import type { FacePlan } from './face-plan.ts'

/** The wings and what lies under the tip; the ridge is the edge of the shadow (`shadeOf`). */
export function drawNose({ geometry: { fx }, nose, skin: [, shadow, stroke] }: FacePlan): string {
  const { wings, y } = nose
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

/** The half of the face that lies in shadow; its edge runs down forehead, nose, lips and chin. */
export function shadeOf({ geometry: { fx, turn }, nose, head, mouthY }: FacePlan): string {
  const { y, bridge, ridge, tip } = nose
  const tipX = fx + tip + 5 * turn
  const ridgeLine = nose.broken
    ? path`C${fx + bridge - 4} 352 ${fx - 7} 356 ${fx - 5} 364C${fx - 3} 374 ${tipX + 4} ${y - 26} ${tipX} ${y - 9}`
    : path`C${fx + bridge + 1 + ridge} 358 ${tipX - 5 + ridge} ${y - 24} ${tipX} ${y - 9}`
  const forehead = path`M${fx + 15} 160C${fx + 22} 230 ${fx + 15} 268 ${fx + 9} 300C${fx + 5} 318 ${fx + bridge} 330 ${fx + bridge} 346`
  const below = path`C${tipX + 2} ${y + 2} ${tipX - 8} ${y + 7} ${fx - 5} ${y + 9}C${fx - 1} ${y + 16} ${fx + 7} ${y + 18} ${fx + 6} ${mouthY - 10}C${fx + 7} ${mouthY} ${fx + 1} ${mouthY + 8} ${fx + 1} ${mouthY + 15}C${fx + 4} ${mouthY + 24} ${fx + 12} ${mouthY + 34} ${fx + 12} ${head.chinY + 8}L450 ${head.chinY + 20}V150Z`
  return forehead + ridgeLine + below
}

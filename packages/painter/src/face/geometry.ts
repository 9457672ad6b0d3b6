import type { Head } from '../parts/heads.ts'
import { path } from '../shapes.ts'

/** The outline of a turned head and the points that other parts hang on: crown, cheek and jaw, left and right. */
export interface FaceGeometry {
  d: string
  cL: number
  cR: number
  kL: number
  kR: number
  jL: number
  jR: number
  /** middle of the chin */
  cx: number
  /** middle of the face */
  fx: number
  turn: number
}

/** How a head lies on the page when it is turned by `turn` (−0.9 to 0.9; to the right above 0). */
export function outlineOf(head: Head, turn: number): FaceGeometry {
  const { top, temple, cheek, cheekY, jaw, jawY, chin, chinY } = head
  const cL = 300 - temple * (1 + 0.03 * turn)
  const cR = 300 + temple * (1 - 0.05 * turn)
  const kL = 300 - cheek * (1 - 0.02 * turn)
  const kR = 300 + cheek * (1 - 0.04 * turn) + 2 * turn
  const jL = 300 - jaw + 8 * turn
  const jR = 300 + jaw + 3 * turn
  const cx = 300 + 12 * turn
  const soft = 1 - head.square
  const crown = path`M${cL} 300C${cL - 1} 238 ${300 - temple * 0.62} ${top} 300 ${top}C${300 + temple * 0.62} ${top} ${cR + 1} 238 ${cR} 300`
  const right = path`C${cR} 326 ${kR + 1} ${cheekY - 26} ${kR} ${cheekY}C${kR - 1} ${cheekY + 22} ${jR + 7 * soft} ${jawY - 18} ${jR} ${jawY}`
  const below = path`C${jR - 6 - 16 * soft} ${jawY + 38} ${cx + chin + 16 + 6 * soft} ${chinY} ${cx + chin * 0.6} ${chinY}C${cx + chin * 0.2} ${chinY + 2} ${cx - chin * 0.2} ${chinY + 2} ${cx - chin * 0.6} ${chinY}C${cx - chin - 16 - 6 * soft} ${chinY} ${jL + 6 + 16 * soft} ${jawY + 38} ${jL} ${jawY}`
  const left = path`C${jL - 7 * soft} ${jawY - 18} ${kL + 1} ${cheekY + 22} ${kL} ${cheekY}C${kL - 1} ${cheekY - 26} ${cL} 326 ${cL} 300Z`
  return { d: crown + right + below + left, cL, cR, kL, kR, jL, jR, cx, fx: 298 + 24 * turn, turn }
}

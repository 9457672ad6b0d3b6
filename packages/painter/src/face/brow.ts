import { fill, path } from '../shapes.ts'
import type { Side } from './eye.ts'
import { eyePlaces, type FacePlan } from './face-plan.ts'

/** Both brows; `raise` lifts the left one below 0, the right one above. */
export function drawBrows(plan: FacePlan): string {
  const { left, right, far, y } = eyePlaces(plan)
  return (
    drawBrow(plan, left - 2, y, -1, 1, Math.max(0, -plan.raise)) +
    drawBrow(plan, right + 2, y, 1, far, Math.max(0, plan.raise))
  )
}

function drawBrow(plan: FacePlan, middle: number, y: number, side: Side, narrow: number, lift: number): string {
  const { thickness, arch, tilt } = plan.brow
  const width = 54 * narrow
  const innerX = middle - side * width * 0.47
  const outerX = middle + side * width * 0.56
  const innerY = y - 25 - tilt - lift
  const outerY = y - 22 + tilt * 0.5 - lift * 0.8
  const archY = y - 26 - arch - lift
  const above = path`M${innerX} ${innerY - thickness * 0.35}C${innerX + side * width * 0.3} ${archY - thickness * 0.55} ${outerX - side * width * 0.34} ${archY - thickness * 0.5} ${outerX} ${outerY}`
  const below = path`C${outerX - side * width * 0.34} ${archY + thickness * 0.5} ${innerX + side * width * 0.3} ${archY + thickness * 0.75} ${innerX + side} ${innerY + thickness * 0.65}`
  const end = path`C${innerX - side * 3} ${innerY + thickness * 0.3} ${innerX - side * 3} ${innerY - thickness * 0.1} ${innerX} ${innerY - thickness * 0.35}Z`
  return fill(above + below + end, plan.browTones[side < 0 ? 0 : 1])
}

import { draw, fill, line, mix, path } from '../shapes.ts'
import { deepTone, type FacePlan } from './face-plan.ts'

/** The corners of a mouth and its middle, which the folds and a beard hang on as well. */
export interface MouthPlaces {
  middle: number
  left: { x: number; y: number }
  right: { x: number; y: number }
}

export function mouthPlaces({ geometry: { fx, turn }, mouth, mouthY }: FacePlan): MouthPlaces {
  const skew = mouth.skew ?? 0
  const middle = fx + 1 + 3 * turn
  return {
    middle,
    left: { x: middle - mouth.width * (1 + 0.04 * turn), y: mouthY + 1 - mouth.smile * 0.55 + skew * 0.3 },
    right: { x: middle + mouth.width * (1 - 0.1 * turn), y: mouthY - mouth.smile * 0.55 - skew * 0.55 },
  }
}

/** A line, an open mouth or closed lips. */
export function drawMouth(plan: FacePlan): string {
  if (plan.mouth.line) return lineMouth(plan)
  return plan.mouth.open ? openMouth(plan, plan.mouth.open) : lips(plan)
}

const dipOf = ({ mouthY, mouth }: FacePlan) => mouthY + 4 + mouth.smile * 0.42

function lineMouth(plan: FacePlan): string {
  const { mouth, mouthY } = plan
  const [, , stroke] = plan.skin
  const { middle, left, right } = mouthPlaces(plan)
  return draw(
    line(path`M${left.x} ${left.y}Q${middle} ${dipOf(plan) + mouth.smile * 0.4} ${right.x} ${right.y}`, stroke, 5.2),
    line(
      path`M${middle - mouth.width * 0.42} ${mouthY + 17}q${mouth.width * 0.42} 6 ${mouth.width * 0.82} -1`,
      deepTone(plan),
      4.5,
      0.75,
    ),
    line(path`M${right.x} ${right.y}l4 -4`, stroke, 4),
  )
}

function openMouth(plan: FacePlan, open: number): string {
  const { mouth, mouthY, lip, person } = plan
  const [, , stroke] = plan.skin
  const { middle, left, right } = mouthPlaces(plan)
  const upperEdge = path`M${left.x} ${left.y}Q${middle} ${mouthY + 7} ${right.x} ${right.y}`
  const hollow = path`C${right.x - 7} ${mouthY + open + 5} ${middle + 14} ${mouthY + open + 12} ${middle} ${mouthY + open + 12}C${middle - 16} ${mouthY + open + 12} ${left.x + 8} ${mouthY + open + 5} ${left.x} ${left.y}Z`
  const teeth = path`M${left.x + 7} ${left.y + 3}Q${middle} ${mouthY + 8} ${right.x - 7} ${right.y + 3}Q${middle + mouth.width * 0.4} ${mouthY + open * 0.5 + 4} ${middle} ${mouthY + open * 0.54 + 5}Q${middle - mouth.width * 0.4} ${mouthY + open * 0.5 + 4} ${left.x + 7} ${left.y + 3}Z`
  const lipShade = path`M${left.x + 5} ${left.y + 1}Q${middle} ${mouthY + 7} ${right.x - 5} ${right.y + 1}Q${middle} ${mouthY + 15} ${left.x + 5} ${left.y + 1}Z`
  const lowerLip = path`M${left.x + 10} ${mouthY + open * 0.8}C${middle - 16} ${mouthY + open + 16} ${middle + 16} ${mouthY + open + 16} ${right.x - 10} ${mouthY + open * 0.8}`
  const plain = person.plainLips
  return draw(
    fill(upperEdge + hollow, mix(stroke, '#1a0a0c', 0.45)),
    fill(teeth, '#efe2d4'),
    fill(lipShade, mix(stroke, '#1a0a0c', 0.3), 0.4),
    line(lowerLip, plain ? deepTone(plan) : lip, plain ? 5 : (mouth.lower ?? 8) * 0.9),
    line(upperEdge, plain ? stroke : mix(lip, stroke, 0.3), plain ? 4.5 : 6),
    line(path`M${left.x - 3} ${left.y - 3}l-3 4M${right.x + 3} ${right.y - 3}l3 4`, stroke, 3.5, 0.5),
  )
}

function lips(plan: FacePlan): string {
  const { mouth, mouthY, lip } = plan
  const [, , stroke] = plan.skin
  const { middle, left, right } = mouthPlaces(plan)
  const dip = dipOf(plan)
  const upper = mouth.upper ?? 7
  const lower = mouth.lower ?? 11
  const upperLip = path`M${left.x} ${left.y}C${middle - mouth.width * 0.5} ${dip - upper - 5} ${middle - 9} ${mouthY - upper} ${middle} ${mouthY - upper + 4}C${middle + 9} ${mouthY - upper} ${middle + mouth.width * 0.5} ${dip - upper - 5} ${right.x} ${right.y}Q${middle} ${dip + 3} ${left.x} ${left.y}Z`
  const lowerLip = path`M${left.x} ${left.y}Q${middle} ${dip + 3} ${right.x} ${right.y}C${right.x - 9} ${dip + lower * 0.8} ${middle + 12} ${mouthY + lower + 5} ${middle} ${mouthY + lower + 5}C${middle - 12} ${mouthY + lower + 5} ${left.x + 9} ${dip + lower * 0.8} ${left.x} ${left.y}Z`
  return draw(
    fill(upperLip, mix(lip, stroke, 0.3)),
    fill(lowerLip, lip),
    line(path`M${left.x - 2} ${left.y}Q${middle} ${dip + 3} ${right.x + 2} ${right.y}`, stroke, 3.8),
    line(path`M${middle - 12} ${mouthY + lower * 0.62}q6 3 13 1`, '#fff', 3.4, 0.28),
  )
}

/** Fangs below the upper lip, or tusks that rise from the lower one. */
export function drawTeeth(plan: FacePlan): string {
  const { teeth } = plan.person
  if (!teeth) return ''
  const { middle, left, right } = mouthPlaces(plan)
  const y = dipOf(plan) + 1
  const reach = (right.x - left.x) / 2
  if (teeth === 'fangs')
    return fill(
      path`M${middle - reach * 0.5} ${y - 3}l9 1l-4 13zM${middle + reach * 0.5} ${y - 3}l-9 1l4 13z`,
      '#fbf5ea',
    )
  return (
    fill(
      path`M${middle - reach * 0.86} ${y + 5}C${middle - reach * 0.98} ${y - 10} ${middle - reach * 0.9} ${y - 22} ${middle - reach * 0.76} ${y - 30}C${middle - reach * 0.66} ${y - 14} ${middle - reach * 0.56} ${y} ${middle - reach * 0.5} ${y + 7}Z`,
      '#f2e6cc',
    ) +
    fill(
      path`M${middle + reach * 0.86} ${y + 5}C${middle + reach * 0.98} ${y - 10} ${middle + reach * 0.9} ${y - 22} ${middle + reach * 0.76} ${y - 30}C${middle + reach * 0.66} ${y - 14} ${middle + reach * 0.56} ${y} ${middle + reach * 0.5} ${y + 7}Z`,
      '#cdbb96',
    )
  )
}

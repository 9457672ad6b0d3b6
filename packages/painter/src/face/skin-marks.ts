import { dot, draw, fill, line, path } from '../shapes.ts'
import { deepTone, eyePlaces, type FacePlan } from './face-plan.ts'
import { mouthPlaces } from './mouth.ts'

const FRECKLES = [
  [-70, 38],
  [-60, 30],
  [-48, 40],
  [-38, 32],
  [-62, 47],
  [-52, 52],
  [28, 34],
  [42, 32],
  [54, 40],
  [-12, 32],
  [36, 44],
] as const

export function drawFreckles(plan: FacePlan): string {
  if (!plan.person.freckles) return ''
  const { y } = eyePlaces(plan)
  return draw(...FRECKLES.map(([x, below]) => dot(plan.geometry.fx + x, y + below, 2.6, plan.skin[2], 0.32)))
}

/** Sunken cheeks. */
export function drawHollows(plan: FacePlan): string {
  const { geometry: g, head: h, mouthY, person } = plan
  if (!person.hollow) return ''
  const left = path`M${g.kL - 8} ${h.cheekY - 6}C${g.kL + 18} ${h.cheekY + 10} ${g.fx - 66} ${h.cheekY + 26} ${g.fx - 54} ${mouthY - 6}C${g.fx - 50} ${mouthY + 20} ${g.jL + 34} ${h.jawY + 40} ${g.cx - 30} ${h.chinY + 6}L${g.kL - 30} ${h.chinY}Z`
  const right = path`M${g.kR + 8} ${h.cheekY - 6}C${g.kR - 14} ${h.cheekY + 10} ${g.fx + 74} ${h.cheekY + 26} ${g.fx + 66} ${mouthY - 6}C${g.fx + 64} ${mouthY + 20} ${g.jR - 24} ${h.jawY + 40} ${g.cx + 34} ${h.chinY + 6}L${g.kR + 30} ${h.chinY}Z`
  return fill(left, plan.skin[1], person.hollow * 0.8) + fill(right, deepTone(plan), person.hollow)
}

/** The shadow in which the nearer eye lies. */
export function drawSocket(plan: FacePlan): string {
  const { left, y } = eyePlaces(plan)
  const { fx } = plan.geometry
  const d = path`M${left - 30} ${y - 6}C${left - 20} ${y - 24} ${left + 16} ${y - 26} ${fx - 6} ${y - 10}C${fx - 6} ${y + 4} ${left + 22} ${y - 2} ${left} ${y - 6}C${left - 12} ${y - 8} ${left - 22} ${y - 2} ${left - 30} ${y - 6}Z`
  return fill(d, plan.skin[1], 0.3)
}

export function drawBlush({ id, geometry: { fx }, head, person }: FacePlan): string {
  const blush = person.blush ?? 0.4
  const cheek = (x: number, rx: number, ry: number, share: number) =>
    `<ellipse cx="${Math.round(x)}" cy="${head.cheekY + 26}" rx="${rx}" ry="${ry}" fill="url(#${id}bl)" fill-opacity="${Math.round(share * 100) / 100}"/>`
  return cheek(fx - 60, 38, 26, blush) + (blush > 0.6 ? cheek(fx + 62, 30, 24, blush * 0.7) : '')
}

/** Folds beside the mouth from 47 and with a laugh, lines on the forehead from 51, jowls from 61. */
export function drawYears(plan: FacePlan): { forehead: string; below: string } {
  const {
    geometry: { fx },
    nose,
    mouth,
    mouthY,
    person,
  } = plan
  const { age } = person
  const [, shadow, stroke] = plan.skin
  const { left, right } = mouthPlaces(plan)
  const old = age > 55
  const foldLeft = path`M${fx - nose.wings - 5} ${nose.y + 1}C${fx - nose.wings - 16} ${nose.y + 14} ${left.x - 10} ${mouthY - 22} ${left.x - 9} ${mouthY - 2}`
  const foldRight = path`M${fx + nose.wings + 6} ${nose.y + 1}C${fx + nose.wings + 16} ${nose.y + 14} ${right.x + 10} ${mouthY - 22} ${right.x + 9} ${mouthY - 2}`
  const folds =
    age > 46 || mouth.open
      ? line(foldLeft, old ? stroke : shadow, old ? 3.4 : 4, old ? 0.42 : 0.6) + line(foldRight, stroke, 3.2, 0.34)
      : ''
  const highest = age > 64 ? path`M${fx - 30} 248q28 -6 56 0` : ''
  const lines = path`M${fx - 46} 284q40 -8 86 0M${fx - 38} 266q34 -7 70 0${highest}`
  const jowls = path`M${left.x - 6} ${mouthY + 14}q-7 10 -4 22M${right.x + 6} ${mouthY + 14}q7 9 4 20`
  return {
    forehead: age > 50 && !person.smoothForehead ? line(lines, stroke, 3, age > 60 ? 0.3 : 0.2) : '',
    below: folds + (age > 60 ? line(jowls, stroke, 3.2, 0.28) : ''),
  }
}

/** Light along the edge that lies in shadow. */
export function drawRim(plan: FacePlan): string {
  if (!plan.rim) return ''
  const { geometry: g, head: h, id } = plan
  const d = path`M${g.cR + 2} 250C${g.cR + 3} 320 ${g.kR + 4} 360 ${g.kR} ${h.cheekY}C${g.kR} ${h.cheekY + 20} ${g.jR + 4} ${h.jawY - 14} ${g.jR} ${h.jawY}C${g.jR - 14} ${h.jawY + 38} ${g.cx + h.chin + 18} ${h.chinY} ${g.cx + h.chin * 0.6} ${h.chinY}`
  return `<g clip-path="url(#${id}h)">${line(d, plan.rim, 9, 0.7)}</g>`
}

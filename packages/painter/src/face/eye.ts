import { dot, draw, fill, line, mix, path } from '../shapes.ts'
import { deepTone, eyePlaces, type FacePlan, halfTone } from './face-plan.ts'

/** −1 for the eye on the left of the page, 1 for the one on the right. */
export type Side = -1 | 1

/** Both eyes with lids, lashes and the lines that years leave round them. */
export function drawEyes(plan: FacePlan): string {
  const places = eyePlaces(plan)
  return drawEye(plan, places.left, places.y, -1, 1) + drawEye(plan, places.right, places.y, 1, places.far)
}

function drawEye(plan: FacePlan, middle: number, y: number, side: Side, narrow: number): string {
  const { id, eyes, person, lids } = plan
  const [, shadow, stroke] = plan.skin
  const width = eyes.width * narrow
  const outer = { x: middle + (side * width) / 2, y: y - eyes.tilt + 2 }
  const inner = { x: middle - (side * width) / 2, y: y + 4 }
  if (lids > 0.85) return shutEye(plan, outer, inner, side, width)
  if (person.anime) return drawAnimeEye(plan, middle, y, side, narrow)
  const upper = eyes.upper * (1 - lids * 0.9)
  const lower = eyes.lower
  const above = path`C${outer.x - side * width * 0.2} ${outer.y - upper * 0.95} ${inner.x + side * width * 0.3} ${inner.y - upper * 1.2} ${inner.x} ${inner.y}`
  const below = path`C${inner.x + side * width * 0.28} ${inner.y + lower} ${outer.x - side * width * 0.24} ${outer.y + lower} ${outer.x} ${outer.y}`
  const opening = path`M${outer.x} ${outer.y}${above}${below}Z`
  const looksAt = { x: middle + plan.gaze, y: y - 1 + plan.gazeY + (eyes.lowered ? 5 : 0) }
  const onLight = side < 0
  const clip = `${id}${onLight ? 'a' : 'b'}`
  const lidShadow = path`M${outer.x} ${outer.y}${above}l0 4C${inner.x + side * width * 0.3} ${inner.y - upper * 1.2 + 6} ${outer.x - side * width * 0.2} ${outer.y - upper * 0.95 + 6} ${outer.x} ${outer.y + 4}Z`
  return draw(
    `<clipPath id="${clip}"><path d="${opening}"/></clipPath>`,
    fill(opening, onLight ? '#fbf3ea' : mix('#dccdc4', shadow, 0.12)),
    `<g clip-path="url(#${clip})">`,
    dot(looksAt.x, looksAt.y, 10, onLight ? person.iris : mix(person.iris, '#1a1016', 0.22)),
    dot(looksAt.x, looksAt.y, 4.8, '#150c12'),
    fill(lidShadow, stroke, 0.35),
    '</g>',
    lids < 0.5 ? dot(looksAt.x - 3.4, looksAt.y - (eyes.lowered ? 1 : 4), 2.7, '#fff') : '',
    hoodOf(plan, outer, inner, side, width, upper),
    line(path`M${outer.x + side * 2} ${outer.y + 1}${above}`, stroke, 6),
    person.lash ? line(path`M${outer.x} ${outer.y}l${side * 9} ${-5 - eyes.tilt / 3}`, stroke, 4.5) : '',
    line(path`M${inner.x} ${inner.y}${below}`, stroke, 2.5, 0.28),
    eyes.crease ? creaseOf(outer, inner, side, width, eyes.upper, stroke) : '',
    yearsRound(plan, outer, inner, side, width, lower),
  )
}

/** A tall eye with a heavy upper lid, an iris that brightens downwards, and two lights in it. */
function drawAnimeEye(plan: FacePlan, middle: number, y: number, side: Side, narrow: number): string {
  const { id, person, lids, gaze, gazeY } = plan
  const stroke = mix(plan.skin[2], '#150c12', 0.6)
  const half = 27 * narrow
  const top = y - 26 * (1 - lids * 0.7)
  const outerX = middle + side * half
  const innerX = middle - side * half
  const opening = path`M${outerX} ${y - 4}C${outerX - side * 4} ${top - 2} ${innerX + side * 16} ${top - 6} ${innerX} ${y + 4}C${innerX + side * 4} ${y + 26} ${outerX - side * 10} ${y + 30} ${outerX} ${y - 4}Z`
  const clip = `${id}${side < 0 ? 'a' : 'b'}`
  const x = middle + gaze * 0.8
  const at = y + 3 + gazeY
  return draw(
    `<clipPath id="${clip}"><path d="${opening}"/></clipPath>`,
    fill(opening, side < 0 ? '#fdf8f2' : '#ece2de'),
    `<g clip-path="url(#${clip})">`,
    `<ellipse cx="${x}" cy="${at}" rx="${16.5 * narrow}" ry="23" fill="${mix(person.iris, '#1a1020', 0.35)}"/>`,
    `<ellipse cx="${x}" cy="${at + 8}" rx="${13 * narrow}" ry="14" fill="${mix(person.iris, '#ffffff', 0.22)}"/>`,
    `<ellipse cx="${x}" cy="${at}" rx="7.5" ry="11" fill="#150c12"/>`,
    fill(
      path`M${outerX} ${y - 4}C${outerX - side * 4} ${top - 2} ${innerX + side * 16} ${top - 6} ${innerX} ${y + 4}l0 6C${innerX + side * 16} ${top + 5} ${outerX - side * 4} ${top + 8} ${outerX} ${y + 4}Z`,
      stroke,
      0.35,
    ),
    '</g>',
    dot(x - 5, at - 9, 5, '#fff') + dot(x + 6, at + 9, 2.6, '#fff', 0.9),
    line(
      path`M${outerX + side * 5} ${y - 8}C${outerX - side * 4} ${top - 3} ${innerX + side * 16} ${top - 7} ${innerX} ${y + 2}`,
      stroke,
      7.5,
    ),
    person.lash ? line(path`M${outerX + side * 2} ${y - 6}l${side * 10} -8`, stroke, 5) : '',
    line(path`M${innerX + side * 12} ${y + 24}q${side * 12} 6 ${side * 26} -4`, stroke, 3, 0.5),
  )
}

interface Corner {
  x: number
  y: number
}

function shutEye({ skin: [, , stroke], person }: FacePlan, outer: Corner, inner: Corner, side: Side, width: number) {
  const lid = path`M${outer.x} ${outer.y}C${outer.x - side * width * 0.25} ${outer.y + 13} ${inner.x + side * width * 0.25} ${inner.y + 11} ${inner.x} ${inner.y - 1}`
  return line(lid, stroke, 6) + (person.lash ? line(path`M${outer.x} ${outer.y}l${side * 8} 3`, stroke, 4.5) : '')
}

function hoodOf(plan: FacePlan, outer: Corner, inner: Corner, side: Side, width: number, upper: number): string {
  if (!plan.eyes.hood) return ''
  const d = path`M${outer.x + side * 3} ${outer.y}C${outer.x - side * width * 0.2} ${outer.y - upper * 0.95} ${inner.x + side * width * 0.3} ${inner.y - upper * 1.2} ${inner.x} ${inner.y}C${inner.x + side * width * 0.2} ${inner.y - upper * 1.8} ${outer.x - side * width * 0.1} ${outer.y - upper * 1.9} ${outer.x + side * 5} ${outer.y - 2}Z`
  return fill(d, side < 0 ? halfTone(plan) : deepTone(plan), plan.eyes.hood)
}

function creaseOf(outer: Corner, inner: Corner, side: Side, width: number, upper: number, stroke: string): string {
  const d = path`M${outer.x - side} ${outer.y - upper * 0.55 - 5}C${outer.x - side * width * 0.26} ${outer.y - upper - 7} ${inner.x + side * width * 0.3} ${inner.y - upper * 1.2 - 7} ${inner.x + side * 5} ${inner.y - upper * 0.55 - 6}`
  return line(d, stroke, 3.2, 0.34)
}

/** Bags from 45, crow's feet from 47 (not on the far side of a turned head), a second bag from 63. */
function yearsRound(plan: FacePlan, outer: Corner, inner: Corner, side: Side, width: number, lower: number): string {
  const { person, geometry } = plan
  const [, , stroke] = plan.skin
  const bag = path`M${inner.x + side * 5} ${inner.y + lower + 6}q${side * width * 0.35} 8 ${side * width * 0.68} -2`
  const feet = path`M${outer.x + side * 9} ${outer.y + 1}l${side * 12} -6M${outer.x + side * 9} ${outer.y + 6}l${side * 13} 3M${outer.x + side * 7} ${outer.y + 11}l${side * 10} 9`
  const secondBag = path`M${inner.x + side * 8} ${inner.y + lower + 15}q${side * width * 0.3} 7 ${side * width * 0.6} 0`
  return draw(
    person.age > 44 || person.bags ? line(bag, stroke, 3.2, person.age > 55 || person.bags ? 0.36 : 0.24) : '',
    (person.age > 47 || person.crowsFeet) && side * geometry.turn < 0.4 ? line(feet, stroke, 2.8, 0.34) : '',
    person.age > 62 ? line(secondBag, stroke, 2.6, 0.24) : '',
  )
}

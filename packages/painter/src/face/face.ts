import { FACIAL_HAIR } from '../facial-hair/styles.ts'
import { draw, fill, mix, round } from '../shapes.ts'
import { drawBrows } from './brow.ts'
import { drawEyes } from './eye.ts'
import type { FacePlan } from './face-plan.ts'
import { MARKS } from './marks.ts'
import { drawMouth, mouthPlaces } from './mouth.ts'
import { drawNose, shadeOf, shadowsOf } from './nose.ts'
import { drawBlush, drawFreckles, drawHollows, drawRim, drawSocket, drawYears } from './skin-marks.ts'

/** A face from forehead to chin, without ears, hair and neck. */
export function drawFace(plan: FacePlan): string {
  const { id, geometry, skin, person } = plan
  const years = drawYears(plan)
  const beard = beardOf(plan)
  const mark = person.mark ? MARKS[person.mark]() : ''
  const drift = round(24 * (geometry.turn - plan.restTurn))
  return draw(
    `<clipPath id="${id}h"><path d="${geometry.d}"/></clipPath>`,
    fill(geometry.d, skin[0]),
    `<g clip-path="url(#${id}h)">`,
    fill(shadeOf(plan, 14), mix(skin[0], skin[1], 0.45)),
    fill(shadeOf(plan), skin[1]),
    fill(shadowsOf(plan), skin[1], 0.6),
    drawHollows(plan),
    drawSocket(plan),
    drawBlush(plan),
    beard.under ?? '',
    '</g>',
    drawFreckles(plan),
    years.forehead,
    drawEyes(plan),
    drawBrows(plan),
    drawNose(plan),
    years.below,
    drawMouth(plan),
    beard.over ?? '',
    mark ? `<g transform="translate(${drift} 0)">${mark}</g>` : '',
    drawRim(plan),
  )
}

function beardOf(plan: FacePlan): { under?: string; over?: string } {
  const { person, geometry, head, nose, mouthY, beardTones, skin } = plan
  if (!person.facial) return {}
  const { left, right } = mouthPlaces(plan)
  return FACIAL_HAIR[person.facial]({
    fx: geometry.fx,
    my: mouthY,
    lx: left.x,
    rx: right.x,
    h: head,
    g: geometry,
    n: nose,
    tones: beardTones,
    stroke: skin[2],
  })
}

import { draw, fill, line, path } from '../shapes.ts'
import { deepTone, type FacePlan, halfTone } from './face-plan.ts'

/** Ears, as far as they are seen; hair that covers them leaves them out (`none`). */
export function drawEars(plan: FacePlan): string {
  if (plan.person.ears === 'none') return ''
  if (plan.person.ears === 'fin') return finEars(plan)
  return plan.person.ears === 'fae' ? pointedEars(plan) : roundEars(plan)
}

function pointedEars({ geometry: { cL, cR }, skin: [light, shadow] }: FacePlan): string {
  return draw(
    fill(
      path`M${cL + 12} 330C${cL - 20} 312 ${cL - 58} 262 ${cL - 74} 228C${cL - 34} 240 ${cL + 4} 264 ${cL + 18} 300Z`,
      light,
    ),
    line(path`M${cL + 2} 318C${cL - 20} 298 ${cL - 40} 272 ${cL - 54} 248`, shadow, 5),
    fill(
      path`M${cR - 12} 330C${cR + 20} 312 ${cR + 56} 262 ${cR + 72} 228C${cR + 32} 240 ${cR - 6} 264 ${cR - 18} 300Z`,
      shadow,
    ),
  )
}

function finEars({ geometry: { cL, cR } }: FacePlan): string {
  return draw(
    fill(
      path`M${cL + 12} 390C${cL - 30} 384 ${cL - 50} 350 ${cL - 66} 300C${cL - 40} 312 ${cL - 30} 300 ${cL - 40} 268C${cL - 14} 282 ${cL + 6} 300 ${cL + 14} 320Z`,
      '#5fb8a8',
    ),
    line(
      path`M${cL + 4} 366C${cL - 24} 352 ${cL - 42} 330 ${cL - 54} 310M${cL + 6} 338C${cL - 10} 320 ${cL - 22} 300 ${cL - 30} 282`,
      '#d2f5e2',
      4,
      0.7,
    ),
    fill(
      path`M${cR - 12} 390C${cR + 30} 384 ${cR + 50} 350 ${cR + 66} 300C${cR + 40} 312 ${cR + 30} 300 ${cR + 40} 268C${cR + 14} 282 ${cR - 6} 300 ${cR - 14} 320Z`,
      '#37807c',
    ),
  )
}

function roundEars(plan: FacePlan): string {
  const { cL, cR, turn } = plan.geometry
  const [light, shadow] = plan.skin
  const thick = plan.person.ears === 'thick'
  const far = path`M${cR - 6} 334C${cR + 8} 320 ${cR + 20} 330 ${cR + 16} 354C${cR + 13} 378 ${cR + 2} 394 ${cR - 10} 386Z`
  return draw(
    fill(
      path`M${cL + 6} 332C${cL - 10} 318 ${cL - 24} 328 ${cL - 20} 352C${cL - 17} 378 ${cL - 4} 396 ${cL + 10} 388Z`,
      thick ? halfTone(plan) : light,
    ),
    line(path`M${cL + 1} 344c-9 -6 -14 2 -10 14c2 9 6 14 10 16`, shadow, thick ? 8 : 5),
    turn < 0.35 ? fill(far, deepTone(plan)) : '',
  )
}

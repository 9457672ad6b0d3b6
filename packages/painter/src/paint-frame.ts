import { finish } from './house-style.ts'
import { drawMotion } from './motion.ts'
import type { PortraitSpec } from './spec.ts'
import { setStage } from './stage.ts'
import type { View } from './view.ts'

const TURN = 2 * Math.PI
/** When in a loop the eyes close, and for how long. */
const BLINKS = [0.3, 0.76] as const
const BLINK_LENGTH = 0.05

/**
 * One moment of a living picture in the house style: someone breathes and blinks, the light flickers, the air of the
 * place moves. `moment` runs from 0 to 1, and 1 is 0 again, so that a clip of it loops without a seam.
 */
export function paintFrame(spec: PortraitSpec, view: View, moment: number): string {
  const at = moment % 1
  const stage = setStage(spec, view, { blink: blinkAt(at), breath: Math.sin(TURN * at) })
  const air = drawMotion(stage, at)
  const flicker = 1 + 0.22 * Math.sin(TURN * 3 * at) + 0.12 * Math.sin(TURN * 7 * at + 1)
  const light = { ...stage.light, strength: Math.round((stage.light.strength + 0.1) * flicker * 1000) / 1000 }
  return finish({ ...stage, scene: stage.scene + air.behind, light }, air.before)
}

/** How far the lids are down, 0–1. */
function blinkAt(moment: number): number {
  const nearest = Math.min(...BLINKS.map((blink) => Math.abs(moment - blink)))
  return Math.max(0, 1 - nearest / BLINK_LENGTH) > 0.55 ? 1 : nearest < BLINK_LENGTH ? 0.5 : 0
}

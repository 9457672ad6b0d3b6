import { BACKGROUNDS } from '../parts/backgrounds.ts'
import type { SceneName } from '../scenes/scenes.ts'
import { chance, mix } from '../shapes.ts'
import { leaf, map, photoStrip, stamp } from './drawn.ts'
import { letter, log, recipe, score, setList } from './handwritten.ts'
import type { KeepsakeSpec } from './paper.ts'
import { label, menu, programme, slip, ticket, timetable } from './printed.ts'

/** Draws what lies on the ground, which shows through its holes. */
type Draw = (spec: KeepsakeSpec, ground: string, scene: SceneName) => string

const KEEPSAKES = {
  label,
  leaf,
  letter,
  log,
  map,
  menu,
  photoStrip,
  programme,
  recipe,
  score,
  setList,
  slip,
  stamp,
  ticket,
  timetable,
} satisfies Record<string, Draw>

export type KeepsakeType = keyof typeof KEEPSAKES
export const KEEPSAKE_TYPES = Object.keys(KEEPSAKES) as KeepsakeType[] // keys of the table above

export interface Keepsake extends KeepsakeSpec {
  type: KeepsakeType
  /** whose colours the ground has */
  scene: SceneName
}

/**
 * Something that someone kept, lying on a table: an SVG of 600 × 800 units. All text is outlines, so that it looks the
 * same on every machine. The same keepsake always makes the same picture.
 */
export function paintKeepsake(keepsake: Keepsake): string {
  const [top, bottom] = BACKGROUNDS[keepsake.scene]
  const ground = mix(mix(top, bottom, 0.5), '#3a2a20', 0.25)
  const random = chance(keepsake.type + keepsake.heading)
  const turn = Math.round((random() * 7 - 3.5) * 10) / 10
  const grain = Array.from({ length: 18 }, () => {
    const y = Math.round(random() * 800)
    return `M0 ${y}q150 ${Math.round(random() * 14 - 7)} 300 0t300 0`
  }).join('')
  const light =
    '<radialGradient id="lamp" cx=".28" cy=".12" r="1"><stop offset="0" stop-color="#ffe2ac" stop-opacity=".5"/><stop offset=".55" stop-color="#ffe2ac" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></radialGradient>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800" width="600" height="800"><defs>${light}</defs><rect width="600" height="800" fill="${ground}"/><path d="${grain}" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="2"/><g transform="rotate(${turn} 300 400)">${KEEPSAKES[keepsake.type](keepsake, ground, keepsake.scene)}</g><rect width="600" height="800" fill="url(#lamp)"/></svg>`
}

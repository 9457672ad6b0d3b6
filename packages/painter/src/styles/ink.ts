import { page, sheet } from '../house-style.ts'
import { draw } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { hatching } from './hatching.ts'
import { lightness, outline, recolour, wander, withoutBlush } from './recolour.ts'
import { bySteps, flatScenery, people } from './tones.ts'

const PAPER = '#f8f1e2'
const INK = '#2d2531'
const SPOT = '#dd6b45'
const [SEEN, HIDDEN] = ['#ffffff', '#000000']

/** Fine hatching that crosses in the dark, outlines on cream, and one disc of colour behind the head. */
export function ink(stage: Stage): string {
  const stroke = (colour: string) => (lightness(colour) > 0.6 ? PAPER : INK)
  const scene = wander(
    outline(withoutDisc(flatScenery(stage, PAPER)), 1.3, () => '#2d2532', 0.7),
    2.4,
    34,
  )
  const body = wander(
    outline(withoutBlush(people(stage)), 1.7, () => INK),
    1.6,
    30,
  )
  const lines = recolour(
    scene.replace(/<rect[^>]*fill="#f8f1e2"[^>]*\/>/g, ''),
    () => 'none',
    () => INK,
  )
  const figure = recolour(
    body,
    bySteps([
      [0.13, INK],
      [2, PAPER],
    ]),
    stroke,
  )
  /** White where a tone is darker than the limit; the place is drawn lighter than the figure. */
  const below = (place: number, limit: number) =>
    recolour(
      scene,
      bySteps([
        [place, SEEN],
        [2, HIDDEN],
      ]),
      () => HIDDEN,
    ) +
    recolour(
      body,
      bySteps([
        [0.13, HIDDEN],
        [limit, SEEN],
        [2, HIDDEN],
      ]),
      () => HIDDEN,
    )
  return page(
    stage,
    '',
    draw(
      sheet(stage, `fill="${PAPER}"`),
      wander(`<path d="${blot(300, 296, 216)}" fill="${SPOT}"/>`, 9, 60),
      `<g opacity=".6">${lines}</g>`,
      figure,
      hatching(stage, 'h', below(0.3, 0.62), { period: 5.2, width: 1.15, angle: -42, colour: INK, wave: 2 }),
      hatching(stage, 'x', below(0, 0.36), { period: 5.2, width: 1.25, angle: 40, colour: INK, wave: 2 }),
    ),
  )
}

/** The discs of the places are left out: the spot of colour takes their place. */
const withoutDisc = (markup: string): string => markup.replace(/<circle[^>]* r="(1[5-9]\d|2\d\d)"[^>]*\/>/g, '')

/** A round spot of curves, so that it can wander. */
function blot(x: number, y: number, radius: number): string {
  const k = radius * 0.5523
  return `M${x - radius} ${y}C${x - radius} ${y - k} ${x - k} ${y - radius} ${x} ${y - radius}C${x + k} ${y - radius} ${x + radius} ${y - k} ${x + radius} ${y}C${x + radius} ${y + k} ${x + k} ${y + radius} ${x} ${y + radius}C${x - k} ${y + radius} ${x - radius} ${y + k} ${x - radius} ${y}Z`
}

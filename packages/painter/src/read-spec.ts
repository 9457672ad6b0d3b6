import { WARDROBE } from './clothes/wardrobe.ts'
import { FACIAL_HAIR } from './facial-hair/styles.ts'
import { coatsOf, FIGURES, type FigureName } from './figures/figures.ts'
import { HAIR } from './hair/styles.ts'
import { BEAST_EARS, FURS, HORNS, TAILS } from './kin/beast-parts.ts'
import { BEASTS } from './kin/beasts.ts'
import { WINGS } from './kin/wings.ts'
import { specOfCharacter } from './known/known.ts'
import { BROWS } from './parts/brows.ts'
import { CLOTHS } from './parts/cloths.ts'
import { EYES } from './parts/eyes.ts'
import { HAIR_COLOURS } from './parts/hair-colours.ts'
import { HEADS } from './parts/heads.ts'
import { LIGHTS } from './parts/lights.ts'
import { MOUTHS } from './parts/mouths.ts'
import { NOSES } from './parts/noses.ts'
import { SKINS } from './parts/skins.ts'
import { SCENES } from './scenes/scenes.ts'
import type { FigureSpec, PersonSpec, PortraitSpec } from './spec.ts'
import { GLASSES, HATS } from './worn/worn.ts'

type Check = (value: unknown) => boolean

const among =
  (table: object): Check =>
  (value) =>
    typeof value === 'string' && Object.hasOwn(table, value)
const within =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
const colour: Check = (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
const flag: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)

const NEEDED = {
  age: within(21, 88),
  presents: oneOf('woman', 'man'),
  scene: among(SCENES),
  skin: among(SKINS),
  head: among(HEADS),
  eyes: among(EYES),
  brow: among(BROWS),
  nose: among(NOSES),
  mouth: among(MOUTHS),
  iris: colour,
  hair: among(HAIR),
  hairColour: among(HAIR_COLOURS),
  clothes: among(WARDROBE),
  cloth: among(CLOTHS),
  turn: within(-0.9, 0.9),
  tilt: within(-5, 5),
} satisfies Partial<Record<keyof PersonSpec, Check>>

const ALLOWED = {
  light: among(LIGHTS),
  eyeSpacing: within(40, 56),
  eyeLine: within(-6, 6),
  browColour: colour,
  facial: among(FACIAL_HAIR),
  glasses: among(GLASSES),
  glassesColour: colour,
  hat: among(HATS),
  mark: oneOf('scar', 'tattoo', 'warPaint'),
  ears: oneOf('none', 'thick', 'fae', 'fin'),
  beastEars: among(BEAST_EARS),
  beast: among(BEASTS),
  fur: among(FURS),
  tail: among(TAILS),
  wings: among(WINGS),
  horns: among(HORNS),
  halo: flag,
  teeth: oneOf('fangs', 'tusks'),
  anime: flag,
  beardColour: among(HAIR_COLOURS),
  earring: colour,
  plainLips: flag,
  lash: flag,
  flip: flag,
  freckles: flag,
  raise: within(-8, 8),
  gaze: within(-5, 5),
  gazeY: within(-5, 5),
  blush: within(0, 1),
  hollow: within(0, 0.3),
} satisfies Partial<Record<keyof PersonSpec, Check>>

/** A stored spec read back, with nothing in it but names and numbers that the painter knows; null for anything else. */
export function readSpec(value: unknown): PortraitSpec | null {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Record<string, unknown>
  if (given.kind === 'known') return typeof given.id === 'string' ? specOfCharacter(given.id) : null
  if (given.kind === 'figure') return readFigure(given)
  return given.kind === 'person' ? readPerson(given) : null
}

function readPerson(given: Record<string, unknown>): PersonSpec | null {
  const read: Record<string, unknown> = { kind: 'person' }
  for (const [part, fits] of Object.entries(NEEDED)) {
    if (!fits(given[part])) return null
    read[part] = given[part]
  }
  for (const [part, fits] of Object.entries(ALLOWED)) if (fits(given[part])) read[part] = given[part]
  // Every part that the type needs has passed its check.
  return read as unknown as PersonSpec
}

function readFigure({ figure, coat, scene, light, flip, tilt }: Record<string, unknown>): FigureSpec | null {
  const known = among(FIGURES)(figure) && among(SCENES)(scene) && among(LIGHTS)(light)
  const coats = known ? coatsOf(figure as FigureName) : 0
  if (!known || !within(0, coats - 1)(coat) || !Number.isInteger(coat) || !within(-5, 5)(tilt)) return null
  return { kind: 'figure', figure, coat, scene, light, flip: flip === true, tilt } as FigureSpec
}

import type { ClothesName } from './clothes/wardrobe.ts'
import type { MarkName } from './face/marks.ts'
import type { FacialHairName } from './facial-hair/styles.ts'
import type { FigureName } from './figures/figures.ts'
import type { Framing } from './framing.ts'
import type { HairName } from './hair/styles.ts'
import type { BeastEars, FurName, HornsName, TailName } from './kin/beast-parts.ts'
import type { BeastName } from './kin/beasts.ts'
import type { WingsName } from './kin/wings.ts'
import type { KnownId } from './known/ids.ts'
import type { Background } from './parts/backgrounds.ts'
import type { BROWS, Brow } from './parts/brows.ts'
import type { CLOTHS, Cloth } from './parts/cloths.ts'
import type { EYES, Eye } from './parts/eyes.ts'
import type { HAIR_COLOURS, HairTones } from './parts/hair-colours.ts'
import type { HEADS, Head } from './parts/heads.ts'
import type { LIGHTS } from './parts/lights.ts'
import type { MOUTHS, Mouth } from './parts/mouths.ts'
import type { NOSES, Nose } from './parts/noses.ts'
import type { SKINS } from './parts/skins.ts'
import type { PropName } from './props/props.ts'
import type { SceneName } from './scenes/scenes.ts'
import type { GlassesName, HatName } from './worn/worn.ts'

export type LightName = keyof typeof LIGHTS
export type ClothName = keyof typeof CLOTHS

/**
 * One person, part by part; plain JSON. Parts go by their names, so that nothing but names and numbers is stored. What
 * the library's own people need beyond the names (values in place of a name) is written in `known/cast.ts` only.
 */
export interface PersonSpec {
  kind: 'person'
  /** years, never under 21 */
  age: number
  presents: 'woman' | 'man'
  scene: SceneName
  skin: keyof typeof SKINS
  head: keyof typeof HEADS
  headTweak?: Partial<Head>
  eyes: keyof typeof EYES | Eye
  brow: keyof typeof BROWS | Brow
  nose: keyof typeof NOSES | Nose
  mouth: keyof typeof MOUTHS | Mouth
  iris: string
  hair: HairName
  hairColour: keyof typeof HAIR_COLOURS | HairTones
  clothes: ClothesName
  cloth: ClothName | Cloth
  light?: LightName
  /** how far the head turns, −0.9 to 0.9, and leans, in degrees */
  turn: number
  tilt: number
  /** where the eyes look, ±5 */
  gaze?: number
  gazeY?: number
  background?: Background
  lip?: string
  /** lips in the colour of the skin's lines */
  plainLips?: boolean
  eyeSpacing?: number
  eyeLine?: number
  browColour?: string
  facial?: FacialHairName
  beardColour?: keyof typeof HAIR_COLOURS | HairTones
  glasses?: GlassesName
  glassesColour?: string
  hat?: HatName
  hatTones?: readonly [string, string, string] | readonly [string, string]
  over?: ClothesName
  overCloth?: Cloth
  mark?: MarkName
  prop?: PropName
  ears?: 'none' | 'thick' | 'fae' | 'fin'
  /** the ears of an animal on top of the head */
  beastEars?: BeastEars
  /** an animal's head in place of a face */
  beast?: BeastName
  fur?: FurName
  tail?: TailName
  wings?: WingsName
  horns?: HornsName
  halo?: boolean
  teeth?: 'fangs' | 'tusks'
  /** large eyes and small features, as they are drawn in Japanese comics; still an adult */
  anime?: boolean
  earring?: string
  lash?: boolean
  flip?: boolean
  freckles?: boolean
  bags?: boolean
  crowsFeet?: boolean
  smoothForehead?: boolean
  /** a brow lifted: the left one below 0, the right one above */
  raise?: number
  /** 0–1 */
  blush?: number
  /** sunken cheeks, 0–0.3 */
  hollow?: number
  rim?: string
  frame?: Framing
}

/** The parts of a person that go by a name, as what someone is brings them with it. */
export interface NamedParts {
  skin: keyof typeof SKINS
  head: keyof typeof HEADS
  brow: keyof typeof BROWS
  nose: keyof typeof NOSES
  hair: HairName
  hairColour: keyof typeof HAIR_COLOURS
  iris: string
  clothes: ClothesName
  scene: SceneName
  light: LightName
  hat: HatName
  ears: 'fae' | 'fin'
  tail: TailName
  wings: WingsName
  horns: HornsName
  halo: boolean
  teeth: 'fangs' | 'tusks'
}

/** A figure that is no person, drawn whole, in one of its coats. */
export interface FigureSpec {
  kind: 'figure'
  figure: FigureName
  coat: number
  scene: SceneName
  light?: LightName
  flip?: boolean
  tilt: number
}

/** Someone of the library, by the id of the character. */
export interface KnownSpec {
  kind: 'known'
  id: KnownId
}

/** What a picture is drawn from. Plain JSON: store it with the character, and its face is kept for good. */
export type PortraitSpec = PersonSpec | FigureSpec | KnownSpec

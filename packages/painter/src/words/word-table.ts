import type { ClothesName } from '../clothes/wardrobe.ts'
import type { FacialHairName } from '../facial-hair/styles.ts'
import type { FigureName } from '../figures/figures.ts'
import type { HairName } from '../hair/styles.ts'
import type { BeastEars, HornsName, TailName } from '../kin/beast-parts.ts'
import type { BeastName } from '../kin/beasts.ts'
import type { KinName } from '../kin/kin.ts'
import type { WingsName } from '../kin/wings.ts'
import type { BROWS } from '../parts/brows.ts'
import type { EYES } from '../parts/eyes.ts'
import type { HAIR_COLOURS } from '../parts/hair-colours.ts'
import type { HEADS } from '../parts/heads.ts'
import type { MOUTHS } from '../parts/mouths.ts'
import type { NOSES } from '../parts/noses.ts'
import type { SKINS } from '../parts/skins.ts'
import type { SceneName } from '../scenes/scenes.ts'
import type { ClothName, LightName } from '../spec.ts'
import type { GlassesName, HatName } from '../worn/worn.ts'

type Words<Value extends string> = Partial<Record<Value, readonly string[]>>

/** Irises, by the names that word tables use for their colours. */
export const IRISES = {
  blue: '#4f8fb4',
  green: '#5f8a48',
  hazel: '#8a6a2a',
  grey: '#7d8894',
  brown: '#3a2317',
  red: '#b0323c',
  violet: '#7a4fa8',
  gold: '#c9972c',
} as const

/** What a language calls the values of each part, every word folded (`fold`). */
export interface WordTable {
  hairColour: Words<keyof typeof HAIR_COLOURS>
  skin: Words<keyof typeof SKINS>
  head: Words<keyof typeof HEADS>
  eyes: Words<keyof typeof EYES>
  iris: Words<keyof typeof IRISES>
  mouth: Words<keyof typeof MOUTHS>
  brow: Words<keyof typeof BROWS>
  nose: Words<keyof typeof NOSES>
  hair: Words<HairName>
  facial: Words<FacialHairName>
  glasses: Words<GlassesName>
  hat: Words<HatName>
  /** a hat of no named kind */
  anyHat: Words<'hat'>
  clothes: Words<ClothesName>
  scene: Words<SceneName>
  light: Words<LightName>
  cloth: Words<ClothName>
  look: Words<'woman' | 'man'>
  years: Words<'young' | 'middle' | 'old'>
  traits: Words<'freckles' | 'fae' | 'anime' | 'halo'>
  kin: Words<KinName>
  /** an animal's head on someone's shoulders */
  beast: Words<BeastName>
  beastEars: Words<BeastEars>
  tail: Words<TailName>
  wings: Words<WingsName>
  horns: Words<HornsName>
  teeth: Words<'fangs' | 'tusks'>
  mark: Words<'scar' | 'tattoo' | 'warPaint'>
  /** who is not painted: nobody here is under 18 */
  child: Words<'child'>
  figure: Words<FigureName>
  /** colours of animals, in whatever form they are said */
  fur: Words<'black' | 'ginger' | 'grey' | 'white' | 'brown'>
}

export type Part = keyof WordTable

/** Words as they are written in a table: with spaces between them, `_` where a word has one inside. */
export type WrittenTable = { [Name in Part]?: { [Value in keyof WordTable[Name]]?: string } }

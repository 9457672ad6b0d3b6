import type { Brow } from '../parts/brows.ts'
import type { Eye } from '../parts/eyes.ts'
import type { HairTones } from '../parts/hair-colours.ts'
import type { Head } from '../parts/heads.ts'
import type { Mouth } from '../parts/mouths.ts'
import type { Nose } from '../parts/noses.ts'
import type { Skin } from '../parts/skins.ts'
import { mix } from '../shapes.ts'
import type { PersonSpec } from '../spec.ts'
import type { FaceGeometry } from './geometry.ts'

/** A face with every name resolved to its numbers and colours, as it is drawn this time. */
export interface FacePlan {
  /** beginning of the ids in the drawing */
  id: string
  person: PersonSpec
  /** where the head is turned by itself: marks hang on the skin there */
  restTurn: number
  head: Head
  skin: Skin
  eyes: Eye
  brow: Brow
  nose: Nose
  mouth: Mouth
  browTones: readonly [string, string]
  beardTones: HairTones
  lip: string
  rim: string | undefined
  gaze: number
  gazeY: number
  raise: number
  /** 0 open to 1 shut */
  lids: number
  geometry: FaceGeometry
  /** height of the mouth */
  mouthY: number
}

/** Between light and shadow, and the darkest tone of the skin. */
export const halfTone = ({ skin: [light, shadow] }: FacePlan): string => mix(light, shadow, 0.42)
export const deepTone = ({ skin: [, shadow, stroke] }: FacePlan): string => mix(shadow, stroke, 0.22)

/** Where the middles of the eyes are, how narrow the far one is, and at which height. */
export function eyePlaces({ geometry: { fx, turn }, person }: FacePlan) {
  const spacing = person.eyeSpacing ?? 48
  return {
    left: fx - spacing * (1 + 0.08 * turn),
    right: fx + spacing * (1 - 0.14 * turn),
    far: 1 - 0.1 * turn,
    y: 346 + (person.eyeLine ?? 0),
  }
}

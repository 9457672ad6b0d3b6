import type { FaceGeometry } from '../face/geometry.ts'
import type { HairTones } from '../parts/hair-colours.ts'
import type { Head } from '../parts/heads.ts'
import type { Nose } from '../parts/noses.ts'

/** What a beard hangs on: middle of the face, height and corners of the mouth, head, outline, nose. */
interface BeardPlace {
  fx: number
  my: number
  lx: number
  rx: number
  h: Head
  g: FaceGeometry
  n: Nose
  tones: HairTones
  /** colour of the lines of the skin */
  stroke: string
}

/** `under` ends at the edge of the head, `over` hangs beyond it. */
export type FacialHair = (place: BeardPlace) => { under?: string; over?: string }

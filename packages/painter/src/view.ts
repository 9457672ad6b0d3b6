import type { ClothesName } from './clothes/wardrobe.ts'
import type { Mood } from './moods.ts'
import type { PropName } from './props/props.ts'
import type { SceneName } from './scenes/scenes.ts'
import type { ClothName, LightName } from './spec.ts'
import type { HatName } from './worn/worn.ts'

export type PictureSize = 'portrait' | 'square' | 'landscape'

/**
 * How someone is shown this time: camera, light, place, mood and dress. Bones, colours and marks are the spec's, so
 * the face stays the same in every view.
 */
export interface View {
  size?: PictureSize
  frame?: 'portrait' | 'close' | 'wide'
  pose?: 'front' | 'threeQuarter' | 'mirrored'
  time?: 'day' | 'night'
  scene?: SceneName
  light?: LightName
  mood?: Mood
  clothes?: ClothesName
  cloth?: ClothName
  /** `none` takes the spec's own away */
  hat?: HatName | 'none'
  prop?: PropName | 'none'
  /** degrees, −5 to 5 */
  tilt?: number
  /** ±5 */
  gaze?: number
  /** where the figure stands in a landscape, as a share of the page's width; by default a little beside the middle */
  figureAt?: number
}

/** Height of every page, and the width that goes with a size. */
export const PAGE_HEIGHT = 800
export const PAGE_WIDTHS: Record<PictureSize, number> = { portrait: 600, square: 800, landscape: 1067 }

import { finish } from '../house-style.ts'
import type { Stage } from '../stage.ts'

/** Each style puts the same stage together in its own way. The ids are those of `library/image-templates.json`. */
export const STYLES = {
  lamplight: (stage: Stage) => finish(stage),
  woodcut: (stage: Stage) => finish(stage),
  watercolour: (stage: Stage) => finish(stage),
  ink: (stage: Stage) => finish(stage),
  oil: (stage: Stage) => finish(stage),
  'cut-paper': (stage: Stage) => finish(stage),
  'travel-poster': (stage: Stage) => finish(stage),
  pencil: (stage: Stage) => finish(stage),
}

export type PainterStyle = keyof typeof STYLES

/** The styles that the painter knows. */
export const PAINTER_STYLES = Object.keys(STYLES) as PainterStyle[]

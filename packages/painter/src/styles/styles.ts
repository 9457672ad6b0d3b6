import { finish } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import type { Stage } from '../stage.ts'
import { cutPaper } from './cut-paper.ts'
import { ink } from './ink.ts'
import { pencil } from './pencil.ts'
import { travelPoster } from './travel-poster.ts'
import { woodcut } from './woodcut.ts'

/** Each style puts the same stage together in its own way. The ids are those of `library/image-templates.json`. */
export const STYLES = {
  lamplight: (stage) => ({ drawing: finish(stage) }),
  // The house style; what makes it another is in the face (`paintInStyle`).
  anime: (stage) => ({ drawing: finish(stage) }),
  woodcut,
  ink,
  'cut-paper': cutPaper,
  'travel-poster': travelPoster,
  pencil,
} satisfies Record<string, (stage: Stage) => Painting>

export type PainterStyle = keyof typeof STYLES

/** The styles that the painter knows. */
export const PAINTER_STYLES = Object.keys(STYLES) as PainterStyle[]

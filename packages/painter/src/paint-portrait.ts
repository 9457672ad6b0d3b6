import { finish } from './house-style.ts'
import { whoIs } from './known/known.ts'
import type { Painting } from './painting.ts'
import type { PortraitSpec } from './spec.ts'
import { setStage } from './stage.ts'
import { type PainterStyle, STYLES } from './styles/styles.ts'
import type { View } from './view.ts'

export { PAINTER_STYLES } from './styles/styles.ts'

/**
 * Someone as a view shows them, in the house style: an SVG of 600, 800 or 1067 × 800 units. The same spec has the same
 * face in every view, and the same spec and view always make the same picture.
 */
export function paintPortrait(spec: PortraitSpec, view: View = {}): string {
  return finish(setStage(spec, view))
}

/** Paints a portrait in another style; an unknown style is the house style. */
export function paintInStyle(spec: PortraitSpec, view: View, styleId: string): Painting {
  const style = Object.hasOwn(STYLES, styleId) ? (styleId as PainterStyle) : 'lamplight'
  return STYLES[style](setStage(style === 'anime' ? asAnime(spec) : spec, view))
}

/** People of parts have large eyes in this style; everyone else is as always. */
function asAnime(spec: PortraitSpec): PortraitSpec {
  const who = spec.kind === 'known' ? whoIs(spec) : spec
  return who.kind === 'person' ? { ...who, anime: true } : spec
}

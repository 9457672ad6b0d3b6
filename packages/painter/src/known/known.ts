import type { Sitter } from '../sitters/sitter.ts'
import { SITTERS } from '../sitters/sitters.ts'
import type { FigureSpec, KnownSpec, PersonSpec, PortraitSpec } from '../spec.ts'
import { CAST } from './cast.ts'
import { KNOWN_IDS, type KnownId } from './ids.ts'

const FIGURES_OF_LIBRARY: Partial<Record<KnownId, FigureSpec>> = {
  brass: { kind: 'figure', figure: 'brass', coat: 0, scene: 'hall', light: 'lamp', tilt: 0 },
  coral: { kind: 'figure', figure: 'coral', coat: 0, scene: 'deep', light: 'lamp', tilt: 0 },
  pip: { kind: 'figure', figure: 'cat', coat: 0, scene: 'bookshop', light: 'lamp', tilt: 0 },
  thistle: { kind: 'figure', figure: 'thistle', coat: 0, scene: 'library', light: 'lamp', tilt: 0 },
  vesper: { kind: 'figure', figure: 'enamel', coat: 0, scene: 'lighthouse', light: 'lamp', tilt: 0 },
}

/** The person behind a known id: a person of parts, a figure, or one of the hand-drawn sitters. */
export function whoIs({ id }: KnownSpec): PersonSpec | FigureSpec | { kind: 'sitter'; sitter: Sitter } {
  const person = CAST[id]
  const figure = FIGURES_OF_LIBRARY[id]
  if (person) return person
  if (figure) return figure
  const sitter = (SITTERS as Partial<Record<KnownId, Sitter>>)[id]
  if (!sitter) throw new Error('nobody of this id is known')
  return { kind: 'sitter', sitter }
}

/** The spec of a character of the library, or null where the painter does not know them. */
export function specOfCharacter(id: string): PortraitSpec | null {
  const known = KNOWN_IDS.find((one) => one === id)
  return known ? { kind: 'known', id: known } : null
}

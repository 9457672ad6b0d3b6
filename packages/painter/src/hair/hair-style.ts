import type { HairTones } from '../parts/hair-colours.ts'
import { dot } from '../shapes.ts'

/**
 * Hair for a head of 95 units half width, scaled to the real one: behind the head, before it, and what hangs over the
 * clothes (not scaled).
 */
export type HairStyle = (tones: HairTones) => { back?: string; front?: string; drape?: string }

/** Round locks: x, y, radius of each. */
export const puff = (locks: readonly (readonly [number, number, number])[], colour: string): string =>
  locks.map(([x, y, radius]) => dot(x, y, radius, colour)).join('')

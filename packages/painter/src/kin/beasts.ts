import type { BeastEars } from './beast-parts.ts'

/** The measures of an animal's head, in page units. */
export interface BeastShape {
  ears: BeastEars
  /** half width of the cheeks, height of the chin, half width of the muzzle, height of the nose */
  cheek: number
  chin: number
  muzzle: number
  noseY: number
  tuft?: boolean
  mane?: boolean
  whiskers?: boolean
  /** the face is pale below the eyes, as a fox's is */
  mask?: boolean
  teeth?: boolean
}

export const BEASTS = {
  cat: { ears: 'cat', cheek: 116, chin: 478, muzzle: 46, noseY: 414, whiskers: true, tuft: true },
  fox: { ears: 'fox', cheek: 128, chin: 496, muzzle: 38, noseY: 436, mask: true, tuft: true },
  wolf: { ears: 'wolf', cheek: 124, chin: 502, muzzle: 46, noseY: 436, mask: true, tuft: true },
  rabbit: { ears: 'rabbit', cheek: 112, chin: 478, muzzle: 44, noseY: 410, whiskers: true, teeth: true },
  bear: { ears: 'bear', cheek: 124, chin: 488, muzzle: 58, noseY: 414 },
  lion: { ears: 'bear', cheek: 112, chin: 494, muzzle: 56, noseY: 424, mane: true, whiskers: true },
} as const satisfies Record<string, BeastShape>

export type BeastName = keyof typeof BEASTS

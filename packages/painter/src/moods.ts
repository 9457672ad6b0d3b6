import type { EYES } from './parts/eyes.ts'
import type { MOUTHS } from './parts/mouths.ts'

/** What an expression moves: mouth and brows; the lids only where a face cannot do without. */
interface Expression {
  mouth: keyof typeof MOUTHS
  /** how much the inner ends of the brows rise */
  browTilt?: number
  raise?: number
  /** how far the lids are down, 0–1 */
  lids?: number
  eyes?: keyof typeof EYES
  gazeY?: number
}

export const MOODS = {
  calm: { mouth: 'calm' },
  warm: { mouth: 'smile', lids: 0.08 },
  merry: { mouth: 'grin', lids: 0.22 },
  laughing: { mouth: 'laugh', lids: 0.42 },
  sly: { mouth: 'smirk', raise: 6 },
  stern: { mouth: 'line', browTilt: -5, lids: 0.12 },
  wistful: { mouth: 'calm', browTilt: 4, lids: 0.3, gazeY: 3 },
  proud: { mouth: 'full', lids: 0.15 },
  surprised: { mouth: 'pursed', raise: 5 },
  resting: { mouth: 'calm', lids: 1 },
} as const satisfies Record<string, Expression>

export type Mood = keyof typeof MOODS

export const expressionOf = (mood: Mood): Expression => MOODS[mood]

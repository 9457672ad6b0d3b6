import type { SingleCard } from '@everkin/contract/types.ts'
import { patternIndex } from '../../ui/pattern.ts'
import { panelColor } from './panel-color.ts'

/** The character that opens Explore today: a scene, a line, and something to answer. */
export interface Pick {
  id: string
  name: string
  tagline: string
  scene: string
  /** The colour of the panel beside the scene; empty for the default. */
  panel: string
  direction: string
  line: string
  action: string
  replies: string[]
}

const DAY_MS = 86_400_000

/** The cards that can be the pick of a day: they have a scene and a hook that was written for them. */
export function toPicks(cards: readonly SingleCard[]): Pick[] {
  return cards.flatMap(({ id, name, tagline, hook, scene, rating }) => {
    if (!hook?.action || !scene || rating !== 'sfw') return []
    const { direction, line, action, replies } = hook
    const panel = scene.colors ? panelColor(scene.colors.edge) : ''
    return [{ id, name, tagline, scene: scene.url, panel, direction, line, action, replies }]
  })
}

/**
 * The character of the day for this person: the same all day and on every device, another one tomorrow, and all of them
 * in turn. Null without any.
 */
export function pickOfTheDay(picks: readonly Pick[], personId: string | null, nowMs: number): Pick | null {
  const inOrder = [...picks].sort((one, other) => (one.id < other.id ? -1 : 1))
  if (inOrder.length === 0) return null
  const day = Math.floor(nowMs / DAY_MS)
  // The step keeps neighbours in the alphabet apart; it shares no factor with the number of cards of the library.
  return inOrder[(day * 11 + patternIndex(personId ?? '') * 3) % inOrder.length] ?? null
}

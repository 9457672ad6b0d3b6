import { describe, expect, it } from 'vitest'
import { detectCrisis } from '../detect-crisis.ts'
import first from '../test-sets/crisis.json' with { type: 'json' }
import independent from '../test-sets/crisis-independent.json' with { type: 'json' }
import methods from '../test-sets/crisis-methods.json' with { type: 'json' }
import { screenText } from './screen-text.ts'

const sets = [first, independent, methods].flatMap((set) => Object.entries(set))
const categoryOf = (text: string, isCrisis: boolean, surface: 'user_message' | 'model_reply' = 'user_message') => {
  const verdict = screenText(text, { surface, adultMode: false, isCrisis })
  return verdict.kind === 'blocked' ? verdict.category : null
}

describe('C1: a text of someone in distress', () => {
  it.each(sets)('is never refused for what it says of self-harm, and never without help: %s', (locale, set) => {
    const refused = [...set.crisis, ...set.imminent].filter((text) => {
      const isCrisis = detectCrisis(text, locale) !== 'none'
      const category = categoryOf(text, isCrisis)
      // Whoever is refused for something else is still shown help lines (withCrisisHelp).
      return category !== null && (category === 'self_harm_encouragement' || !isCrisis)
    })
    expect(refused).toEqual([])
  })

  it('is refused for what it says besides', () => {
    expect(categoryOf('[[crisis-cue]] [[minor-cue]] [[sexual-cue]]', true)).toBe('minor_safety')
  })

  it('may say what would be urging if it were said to someone else', () => {
    expect(categoryOf('[[self-harm-urge-cue]]', false)).toBe('self_harm_encouragement')
    expect(categoryOf('[[self-harm-urge-cue]]', true)).toBe(null)
    // A character is never in a crisis of its own.
    expect(categoryOf('[[self-harm-urge-cue]]', true, 'model_reply')).toBe('self_harm_encouragement')
  })
})

import { LIMITS } from '@everkin/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { momentPrompt } from './moment-prompt.ts'

describe('the words of a moment', () => {
  it('are the stage directions of the last two messages, with who acts', () => {
    expect(
      momentPrompt([
        { name: 'Ilse', text: '*She unties the rope.* Early.' },
        { name: 'Ana', text: 'I *step aboard*.' },
        { name: 'Ilse', text: '*The lamp swings round.* Good evening. *She points at the moon.*' },
      ]),
    ).toBe('Ana: step aboard Ilse: The lamp swings round. Ilse: She points at the moon.')
  })

  it('are what was said last where nothing is acted', () => {
    expect(momentPrompt([{ name: 'Ilse', text: 'The **moon** is\nlate.' }])).toBe('Ilse: The moon is late.')
  })

  it('fit into the painter’s field, and are empty where nothing has been said', () => {
    expect(momentPrompt([])).toBe('')
    expect(momentPrompt([{ name: 'Ilse', text: '🌕'.repeat(5_000) }]).length).toBeLessThanOrEqual(
      LIMITS.promptLength * 2,
    )
  })
})

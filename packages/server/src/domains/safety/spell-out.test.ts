import { describe, expect, it } from 'vitest'
import { detectCrisis } from './detect-crisis.ts'
import { spellOut } from './spell-out.ts'

describe('short forms in full', () => {
  it('adds the full forms beside what is written, and nothing where there is no short form', () => {
    expect(spellOut(['i dont want to', 'no way out', 'i cant go on'])).toEqual([
      'i dont want to',
      'i do not want to',
      'no way out',
      'i cant go on',
      'i can not go on',
      'i cannot go on',
    ])
  })

  it.each([
    ['I don’t want to be here anymore', 'I do not want to be here anymore'],
    ["I can't see a way out", 'I cannot see a way out'],
  ])('C1: hears “%s” and “%s” alike', (short, full) => {
    expect(detectCrisis(full, 'en')).toBe(detectCrisis(short, 'en'))
  })

  it('C1: hears the full form at all', () => {
    expect(detectCrisis('I do not want to be here anymore', 'en')).toBe('crisis')
  })
})

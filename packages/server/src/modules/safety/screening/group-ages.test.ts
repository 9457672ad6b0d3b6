import { describe, expect, it } from 'vitest'
import sets from '../test-sets/card-ages.json' with { type: 'json' }
import { type AgedGroup, findMinorMember } from './group-ages.ts'

const LANGUAGES = Object.entries(sets.languages)
const members = [{ name: 'Bram' }, ...['Lila Marsh', 'リラ', '莉拉', 'ليلى'].map((name) => ({ name }))]
const group: AgedGroup = { name: 'Tea', tagline: '', tags: [], scenario: '', opening: '', members }
const finding = (texts: Partial<AgedGroup>) => findMinorMember({ ...group, ...texts })

describe('B5: what a group says of its members’ ages', () => {
  it.each(LANGUAGES)('an age under 18 beside a member’s name is found in every text: %s', (_language, { named }) => {
    for (const text of named)
      for (const texts of [{ scenario: text }, { opening: text }, { tagline: text }])
        expect([text, finding(texts)]).toEqual([text, 'stated'])
  })

  it.each(LANGUAGES)('children and other people may be there at any age: %s', (_language, { not }) => {
    for (const text of not)
      for (const texts of [{ scenario: text }, { opening: text }, { tagline: text }])
        expect([text, finding(texts)]).toEqual([text, null])
  })

  it.each<[Partial<AgedGroup>, 'stated' | 'doubtful' | null]>([
    [{ opening: 'Rain.\nBram: Come in.\nLila: I am fifteen.' }, 'stated'],
    [{ opening: 'Rain.\nTom: I am fifteen.\nBram: Come in.' }, 'doubtful'],
    [{ opening: '{{user}}: I am fifteen.\nBram: I am forty.' }, null],
    [{ scenario: 'A 15-year-old girl waits by the gate.' }, 'doubtful'],
    [{ name: 'Bram (15) and Lila' }, 'stated'],
    [{ scenario: 'Bram is forty and Lila is thirty.' }, null],
    [{ scenario: '' }, null],
  ])('%o: %s', (texts, expected) => {
    expect(finding(texts)).toBe(expected)
  })

  it('a member’s other name counts, and a definition of any shape is no error', () => {
    const nicknamed = [
      { name: 'Wren', definition: { nickname: 'Pip' } },
      { name: 'Ilse', definition: [7] },
    ]
    expect(finding({ scenario: 'Pip is fifteen.', members: nicknamed })).toBe('stated')
    expect(finding({ scenario: 'Pip is fifteen.', members: [{ name: 'Wren' }] })).toBeNull()
  })
})

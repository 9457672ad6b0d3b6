import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutShielded } from './cue-reader.ts'
import { findCues } from './find-cues.ts'
import { compileLexicon, expandPhrases, type Lexicon, type NumberWords } from './lexicon.ts'
import { type CueRule, RuleEvaluator } from './rule-evaluator.ts'

const LAMP = 1
const SEA = 2
const CALM = 4
const SHIELD = 8
const NUMBERS: NumberWords = [['zero'], ['one'], ['two']]

const lexicon: Lexicon = compileLexicon(() => [
  ...expandPhrases(['lantern', 'blue light*', 'lamp {n}', 'lit in {y}', 'مصباح'], LAMP, NUMBERS, 2026),
  ...expandPhrases(['harbour', '海'], SEA, [], 2026),
  ...expandPhrases(['calm'], CALM, [], 2026),
  ...expandPhrases(['lantern fish'], SHIELD, [], 2026),
])
const groupsIn = (text: string) => findCues(text, lexicon).cues.map(({ group }) => group)

describe('finding phrases', () => {
  it.each([
    ['A lantern.', [LAMP]],
    ['LÁNTERN', [LAMP]],
    ['lanterns', []],
    ['blue lighthouse', [LAMP]],
    ['a lamp 2, a lamp two', [LAMP, LAMP]],
    ['lamp 20', []],
    ['lit in 2020, not lit in 1990', [LAMP]],
    ['والمصباح', [LAMP]],
    ['深海の', [SEA]],
    ['no word of it', []],
  ])('finds in %j the groups %j', (text, groups) => expect(groupsIn(text)).toEqual(groups))

  it.each([
    'l4ntern',
    'l a n t e r n',
    'l-a-n-t-e-r-n',
    'laaaantern',
    'lаntеrn',
    'lan\u200btern',
    '1antern',
    'ＬＡＮＴＥＲＮ',
  ])('finds a disguised phrase: %j', (text) => expect(groupsIn(`Bring the ${text} here`)).toEqual([LAMP]))

  it('gives offsets in the original text', () => {
    const text = 'In 2026: a blue\u200b  líght!'
    const [cue] = findCues(text, lexicon).cues
    expect(text.slice(cue?.start, cue?.end)).toBe('blue\u200b  líght')
  })

  it('tells of a text that may continue where a phrase may have begun', () => {
    const found = findCues('bring the lant', lexicon, 'growing')
    expect(found.cues).toEqual([])
    expect(found.open.some(({ start, groups }) => start === 10 && (groups & LAMP) !== 0)).toBe(true)
    expect(findCues('a lantern', lexicon, 'growing').cues).toEqual([])
    expect(findCues('a lantern ', lexicon, 'growing').cues).toHaveLength(1)
  })

  it('never throws, and gives cues in order within the text, whatever the text', () => {
    const pieces = fc.constantFrom('lantern', 'l a', 'n t', '海', ' ', '4', '!', '\u200b', 'lamp ', '2', '\ud83d', '[[')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 30 }),
        fc.boolean(),
        (parts, growing) => {
          const text = parts.join('')
          let last = 0
          for (const { start, end } of findCues(text, lexicon, growing ? 'growing' : 'whole').cues) {
            expect(start).toBeLessThan(end)
            expect(end).toBeGreaterThanOrEqual(last)
            expect(end).toBeLessThanOrEqual(text.length)
            last = end
          }
        },
      ),
    )
  })

  it('finds the same in a text that is read once as in one that is read by several lexicons', () => {
    const pieces = fc.constantFrom(
      'lantern',
      'l a',
      'n t',
      '海',
      ' ',
      '4',
      '!',
      '.',
      'lamp ',
      'l a m p',
      'laaamp',
      '[[',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const { cues, open, lastWordStart } = findCues(text, lexicon, 'once')
        const whole = findCues(text, lexicon)
        expect({ cues, open, lastWordStart }).toEqual({
          cues: whole.cues,
          open: whole.open,
          lastWordStart: whole.lastWordStart,
        })
      }),
    )
  })

  it('refuses to read with an empty lexicon or an empty phrase', () => {
    expect(() =>
      findCues(
        'a',
        compileLexicon(() => []),
      ),
    ).toThrow()
    expect(() => expandPhrases(['…'], LAMP, [], 2026)).toThrow()
  })
})

describe('rules over cues', () => {
  const rules: readonly CueRule<'light'>[] = [
    { rule: 'near', category: 'light', cues: [LAMP, SEA], within: 10, softenedBy: CALM },
  ]
  const hitsIn = (text: string, softeningReach: number | null = 20) => {
    const evaluator = new RuleEvaluator({ rules, softeningReach })
    return withoutShielded(findCues(text, lexicon).cues, SHIELD).flatMap((cue) => evaluator.add(cue))
  }

  it('are hit by two cues near each other, in either order, and by no distant ones', () => {
    expect(hitsIn('lantern, harbour')).toMatchObject([{ rule: 'near', isDoubtful: false }])
    expect(hitsIn('harbour, lantern')).toHaveLength(1)
    expect(hitsIn('lantern … and much later the harbour')).toEqual([])
  })

  it('count distance in folded characters, so that padding does not help', () => {
    expect(hitsIn(`lantern${' \u200b.'.repeat(500)}harbour`)).toHaveLength(1)
  })

  it('are softened by an earlier cue within reach, if anything softens', () => {
    expect(hitsIn('calm lantern, harbour')).toMatchObject([{ isDoubtful: true }])
    expect(hitsIn('calm lantern, harbour', null)).toMatchObject([{ isDoubtful: false }])
    expect(hitsIn('calm … quite a while before the lantern, harbour')).toMatchObject([{ isDoubtful: false }])
  })

  it('do not see words within a shield', () => {
    expect(hitsIn('lantern fish, harbour')).toEqual([])
  })

  it('tell which groups would complete a hit, also in a copy', () => {
    const evaluator = new RuleEvaluator({ rules, softeningReach: null })
    expect(evaluator.completingGroups(0)).toBe(0)
    const [cue] = findCues('lantern', lexicon).cues
    if (cue) evaluator.add(cue)
    expect(evaluator.copy().completingGroups(8)).toBe(SEA)
    expect(evaluator.completingGroups(100)).toBe(0)
  })

  it('take a combined cue, in any order and across texts, as one that spans both', () => {
    const combinations = [{ cues: [CALM, SHIELD] as const, within: 10, makes: LAMP }]
    const evaluator = () => new RuleEvaluator({ rules, combinations, softeningReach: null })
    const cueAt = (group: number, position: number) => ({
      group,
      start: Math.abs(position),
      end: Math.abs(position) + 4,
      position,
      positionEnd: position + 4,
    })
    const hits = (cues: [number, number][]) => {
      const read = evaluator()
      return cues.flatMap(([group, position]) => read.add(cueAt(group, position)))
    }
    expect(
      hits([
        [CALM, 0],
        [SHIELD, 8],
        [SEA, 16],
      ]),
    ).toMatchObject([{ partner: { start: 0, end: 12 } }])
    expect(
      hits([
        [SEA, 0],
        [SHIELD, 8],
        [CALM, 16],
      ]),
    ).toMatchObject([{ cue: { start: 8, end: 20 } }])
    expect(
      hits([
        [CALM, 0],
        [SEA, 8],
      ]),
    ).toEqual([])
    expect(
      hits([
        [CALM, 0],
        [SHIELD, 40],
        [SEA, 48],
      ]),
    ).toEqual([])
    expect(
      hits([
        [CALM, -6],
        [SHIELD, 2],
        [SEA, 10],
      ]),
    ).toMatchObject([{ partner: { start: 2, end: 6 } }])
    const half = evaluator()
    half.add(cueAt(SEA, 0))
    half.add(cueAt(CALM, 6))
    expect(half.completingGroups(14)).toBe(LAMP | SHIELD)
    expect(half.completingGroups(40)).toBe(0)
  })
})

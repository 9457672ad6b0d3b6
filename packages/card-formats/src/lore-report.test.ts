import { describe, expect, it } from 'vitest'
import { reportIgnoredLore } from './lore-report.ts'
import { readLorebook } from './lorebook.ts'

const reportOf = (entry: object) =>
  reportIgnoredLore(
    readLorebook({ entries: { 0: { uid: 0, key: ['dragon'], comment: 'Dragon', content: 'x', ...entry } } }),
  )

describe('the report on a SillyTavern book', () => {
  it.each([
    ['an outlet', { position: 7, outletName: 'x' }, ['lore_outlet']],
    ['search by meaning', { vectorized: true }, ['lore_vectorized']],
    ['a script', { automationId: 'run' }, ['lore_automation']],
    ['kinds of replies', { triggers: ['swipe'] }, ['lore_triggers']],
    ['other sources', { matchScenario: true, matchCreatorNotes: true }, ['lore_sources']],
    ['a filter by tags', { characterFilter: { isExclude: false, names: [], tags: ['t'] } }, ['lore_filter_tags']],
    ['an unknown decorator', { content: '@@keep_activate_after_match\n@@depth 3\nx' }, ['lore_decorator']],
    ['a backreference', { key: ['/(a)\\1/'], selectiveLogic: 0 }, ['lore_pattern']],
    ['a lookaround in the middle', { key: ['/a(?=b)c/'], selectiveLogic: 0 }, ['lore_pattern']],
    ['a disabled entry', { disable: true, position: 7 }, []],
    [
      'what the engine does',
      {
        position: 4,
        group: 'g',
        sticky: 3,
        cooldown: 2,
        delay: 1,
        delayUntilRecursion: true,
        key: ['/(?<!a)b(?!\\w)/i'],
        selectiveLogic: 3,
        characterFilter: { isExclude: true, names: ['Bo'], tags: [] },
        triggers: [],
        vectorized: false,
      },
      [],
    ],
  ])('names %s', (_, entry, codes) => {
    const lines = reportOf(entry)
    expect(lines.map(({ code }) => code)).toEqual(codes)
    expect(lines.every(({ word }) => word === 'Dragon')).toBe(true)
  })

  it('ends with a count when there are too many lines', () => {
    const entries = Array.from({ length: 100 }, (_, uid) => ({ uid, key: ['a'], content: 'x', position: 7 }))
    const lines = reportIgnoredLore(readLorebook({ entries }))
    expect(lines).toHaveLength(61)
    expect(lines.at(-1)).toMatchObject({ code: 'lore_more', count: 40 })
  })
})

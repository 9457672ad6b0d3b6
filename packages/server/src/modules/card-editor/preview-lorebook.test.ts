import { cpuMsOf, HOSTILE_LOREBOOKS, MAX_CPU_MS } from '@everkin/testing/hostile-lorebook.ts'
import { describe, expect, it } from 'vitest'
import { previewLorebook } from './preview-lorebook.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

describe('lorebook preview', { timeout: 120_000 }, () => {
  it.each(Object.entries(HOSTILE_LOREBOOKS))(
    'RDS-01: does not block the event loop: %s',
    async (_name, { book, text }) => {
      expect(await cpuMsOf(() => previewLorebook(book, { text }, NOW))).toBeLessThan(MAX_CPU_MS)
    },
  )

  it('lists all keys that matched, up to the 64 of an entry that count', async () => {
    const many = Array.from({ length: 70 }, (_, at) => `key${at}`)
    const book = {
      entries: [
        { keys: ['lamp', 'bell', 'lamp post'], content: 'x' },
        { keys: many, content: 'x' },
      ],
    }
    const { entries } = await previewLorebook(book, { text: 'A lamp post. key3 key69' }, NOW)
    expect(entries.map(({ keys }) => keys)).toEqual([['lamp', 'lamp post'], ['key3']])
  })

  it('reports patterns that are too large as not working, and continues with the others', async () => {
    const entry = (key: string) => ({ use_regex: true, keys: [key], content: 'x' })
    const book = { entries: [entry('(a{0,30}){30}'), entry('la.p'), entry('\\b(old|new) lamp\\b')] }
    const { entries } = await previewLorebook(book, { text: 'aaa, the old lamp' }, NOW)
    expect(entries.map(({ why }) => why)).toEqual(['invalid_key', 'key', 'key'])
  })
})

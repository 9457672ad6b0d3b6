import { describe, expect, it } from 'vitest'
import { collectTexts } from './json.ts'

describe('the texts of a value', () => {
  it('are found at any depth, without empty ones', () => {
    expect(collectTexts({ a: 'one', b: ['two', { c: 'three', d: '' }], e: 4, f: null })).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  it('include the names in extensions, and no other names', () => {
    const book = { entries: [{ keys: ['tea'], extensions: { 'a garden': { depth: 4 } } }] }
    expect(collectTexts({ description: 'x', extensions: { tool: { note: 'y' } }, character_book: book })).toEqual([
      'x',
      'tool',
      'note',
      'y',
      'tea',
      'a garden',
      'depth',
    ])
  })
})

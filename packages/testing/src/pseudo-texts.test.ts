import { createTranslator } from '@everkin/contract/translate.ts'
import { describe, expect, it } from 'vitest'
import { stretch } from './pseudo-texts.ts'

describe('stretch', () => {
  it('makes a text 60 % longer and marks its end', () => {
    expect(stretch('Settings')).toBe('[Šéťťîñĝš ~~~~~]')
    const long = 'Nothing can be bought on this server yet: no membership, no coins, no packs.'
    expect(stretch(long).length).toBeGreaterThanOrEqual(long.length * 1.6)
  })

  it('keeps placeholders and tags, so that values and links still work', () => {
    const tree = { left_one: stretch('{{count, number}} message, <terms>terms</terms>') }
    expect(createTranslator('en', tree, tree)('left', { count: 1 })).toMatch(/^\[1 méššàĝé, <terms>ťéřmš<\/terms> /)
  })
})

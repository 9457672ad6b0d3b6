import { describe, expect, it } from 'vitest'
import { isDeeperThan, unstorableReason } from './storable-json.ts'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('values that cannot be stored', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a whole surrogate pair', '😀'],
    ['lists and objects', { a: [1, null, { b: 'x' }] }],
    ['a file with any bytes', { file: new Uint8Array(4) }],
    ['a card in its form', { content: { definition: { extensions: nested(64) } } }],
  ])('%s can', (_what, value) => {
    expect(unstorableReason(value)).toBeNull()
  })

  it.each<[string, unknown]>([
    ['the character NUL', { a: ['x\0'] }],
    ['half of a surrogate pair', { a: ['x\ud83d'] }],
    ['a name with half of one', { a: { '\ude00x': 1 } }],
    ['a name with NUL', { a: { 'x\0': 1 } }],
    ['what is nested deeper than any of ours', nested(200)],
    ['what is nested deeper than the stack', { a: nested(100_000) }],
  ])('%s cannot', (_what, value) => {
    expect(unstorableReason(value)).toMatch(/./)
  })
})

describe('the depth of a value', () => {
  it.each<[string, unknown, boolean]>([
    ['no level', 'x', false],
    ['as many levels as allowed', nested(3), false],
    ['one level more', nested(4), true],
    ['one level more, in a member', { a: [1], b: { c: { d: {} } } }, true],
  ])('%s', (_what, value, isDeeper) => {
    expect(isDeeperThan(value, 3)).toBe(isDeeper)
  })
})

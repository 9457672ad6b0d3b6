import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TermTable } from './term-table.ts'

it('numbers what is added in its order, and finds exactly that, as a map does', () => {
  // Few values, so that they repeat, and the ends of the range.
  const key = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
  fc.assert(
    fc.property(fc.array(key, { maxLength: 600, size: 'max' }), fc.array(key, { maxLength: 20 }), (added, asked) => {
      const table = new TermTable()
      const expected = new Map<number, number>()
      for (const each of added) {
        if (!expected.has(each)) expected.set(each, expected.size)
        expect(table.add(each)).toBe(expected.get(each))
      }
      expect(table.size).toBe(expected.size)
      for (const each of [...added, ...asked]) expect(table.find(each)).toBe(expected.get(each) ?? -1)
    }),
  )
})

it('takes at most 20 bytes for each of many numbers', () => {
  const table = new TermTable()
  for (let key = 0; key < 100_000; key++) table.add(key * 7)
  for (let key = 0; key < 100_000; key++) expect(table.find(key * 7)).toBe(key)
  expect(table.find(1)).toBe(-1)
  expect(table.byteLength).toBeLessThan(100_000 * 20)
})

it('numbers and finds the same when it is large enough to be in parts, and repeats cost nothing', () => {
  const keyAt = (at: number) => Math.imul(at, 0x9e3779b1)
  const table = new TermTable()
  for (let at = 0; at < 200_000; at++) expect(table.add(keyAt(at))).toBe(at)
  const { byteLength } = table
  for (let at = 0; at < 200_000; at += 7) expect([table.add(keyAt(at)), table.find(keyAt(at))]).toEqual([at, at])
  expect(table.find(keyAt(200_001))).toBe(-1)
  expect([table.size, table.byteLength]).toEqual([200_000, byteLength])
  expect(byteLength).toBeLessThan(200_000 * 20)
})

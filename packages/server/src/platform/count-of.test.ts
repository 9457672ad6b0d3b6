import { expect, it } from 'vitest'
import { countOf } from './count-of.ts'

it.each([
  [0, '0 accounts'],
  [1, '1 account'],
  [2, '2 accounts'],
])('counts %i', (count, text) => {
  expect(countOf(count, 'account')).toBe(text)
})

it('takes a plural of its own', () => {
  expect(countOf(2, 'reply', 'replies')).toBe('2 replies')
})

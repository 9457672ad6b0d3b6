import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PathEntry } from '../../chats/store/path-cache.ts'
import { PathMembershipCache } from './recall-index.ts'

/** The path to a message, from the first; message 1 is the root. */
function pathTo(parents: readonly number[], leafSeq: number): number[] {
  const path = []
  for (let seq = leafSeq; seq > 0; seq = parents[seq] ?? 0) path.push(seq)
  return path.reverse()
}

const entry = (seq: number): PathEntry => ({ seq, role: 'user', speakerId: null, text: '', tokens: 0 })

it('caches only true answers about a path, however a chat grows and whichever branch is selected', () => {
  const trees = fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { minLength: 1, maxLength: 60 })
  const visits = fc.array(
    fc.record({ leaf: fc.nat(), window: fc.integer({ min: 1, max: 12 }), asked: fc.array(fc.nat()) }),
  )
  fc.assert(
    fc.property(trees, visits, (chances, visited) => {
      // Mostly linear, now and then a variant of an older message.
      const parents = [0, 0]
      for (const chance of chances)
        parents.push(chance < 0.7 ? parents.length - 1 : 1 + Math.floor(chance * (parents.length - 1)))
      const known = new PathMembershipCache()
      for (const { leaf, window, asked } of visited) {
        const path = pathTo(parents, 1 + (leaf % (parents.length - 1)))
        const end = path.slice(-window)
        const answers = known.answersBefore(end.map(entry))
        for (const each of asked) {
          const seq = 1 + (each % (parents.length - 1))
          if (seq >= (end[0] ?? 0)) continue
          const isOnPath = path.includes(seq)
          expect(answers.get(seq) ?? isOnPath).toBe(isOnPath)
          answers.set(seq, isOnPath)
        }
      }
    }),
    { numRuns: 3_000 },
  )
})

it('takes no answer from the previous path on a branch of a branch, for windows of any length', () => {
  const known = new PathMembershipCache()
  known.answersBefore([10, 11].map(entry)).set(9, true)
  known.answersBefore([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(entry))
  known.answersBefore([5, 6, 7, 20, 21].map(entry))
  known.answersBefore([7, 20, 21, 22, 23].map(entry))
  expect(known.answersBefore([20, 21, 22, 23, 24].map(entry)).get(9)).toBeUndefined()
})

it('keeps answers for the next turn, and drops them once the conversation has moved to another branch', () => {
  const known = new PathMembershipCache()
  known.answersBefore([5, 6, 7, 8].map(entry)).set(2, true)
  expect(known.answersBefore([6, 7, 8, 9].map(entry)).get(2)).toBe(true)
  expect(known.answersBefore([7, 8, 9, 12].map(entry)).get(2)).toBe(true)
  expect(known.answersBefore([3, 4, 20, 21].map(entry)).get(2)).toBeUndefined()
})

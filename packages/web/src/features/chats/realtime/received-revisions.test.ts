import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReceivedRevisions } from './received-revisions.ts'

it('are complete up to the first one that is missing, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.array(fc.integer({ min: 1, max: 70 })), (begin, received) => {
      const revisions = new ReceivedRevisions(begin)
      for (const rev of received) revisions.add(rev)
      const known = new Set(received)
      let complete = begin
      while (known.has(complete + 1)) complete += 1
      expect(revisions.complete).toBe(complete)
    }),
  )
})

it('before a state that was received as a whole are no longer missing, and later ones go on from it', () => {
  const revisions = new ReceivedRevisions(5)
  revisions.add(7)
  revisions.add(10)
  revisions.completeTo(9)
  expect(revisions.complete).toBe(10)
  revisions.completeTo(3)
  expect(revisions.complete).toBe(10)
})

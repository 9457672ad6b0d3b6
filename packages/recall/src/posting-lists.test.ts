import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PostingLists } from './posting-lists.ts'

/** The documents of a term, each as often as it was added. */
function documentsOf(lists: PostingLists, term: number, documents: number): number[] {
  const scores = new Float32Array(documents)
  lists.addScores(term, scores, new Float32Array(documents).fill(2), 0.5)
  return [...scores]
}

it('has the documents that were added to each term, before and after merges', () => {
  // Long enough for several merges, with terms that are new after the first of them.
  const added = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 3_000, size: 'max' })
  fc.assert(
    fc.property(added, (terms) => {
      const lists = new PostingLists()
      const documents = Math.ceil(terms.length / 7)
      const expected: number[][] = []
      for (const [at, asked] of terms.entries()) {
        const term = Math.min(asked, expected.length)
        expected[term] ??= new Array(documents).fill(0)
        expected[term][Math.floor(at / 7)]! += 1
        lists.add(term, Math.floor(at / 7))
      }
      for (const [term, counts] of expected.entries()) {
        expect(documentsOf(lists, term, documents)).toEqual(counts)
        expect(lists.count(term)).toBe(counts.reduce((sum, count) => sum + count, 0))
      }
    }),
    { numRuns: 40 },
  )
})

it('takes at most 7 bytes for each of many postings of a term', () => {
  const lists = new PostingLists()
  for (let document = 0; document < 100_000; document++) lists.add(0, document)
  expect(lists.byteLength).toBeLessThan(100_000 * 7)
})

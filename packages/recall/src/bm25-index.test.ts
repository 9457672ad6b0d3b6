import { describe, expect, it } from 'vitest'
import { Bm25Index } from './bm25-index.ts'
import { topK } from './ranking.ts'

const query = (...terms: number[]) => new Map(terms.map((term) => [term, 1]))

describe('ranking by words', () => {
  it('scores a document without the terms 0, and one with more of them higher', () => {
    const index = new Bm25Index()
    for (const terms of [
      [1, 2, 3],
      [1, 4, 5],
      [6, 7, 8],
    ])
      index.add(terms)
    const scores = index.score(query(1, 2))
    expect(topK(scores, 9)).toEqual([0, 1])
    expect(scores[2]).toBe(0)
  })

  it('prefers the rare term, the short document and the heavy term', () => {
    const index = new Bm25Index()
    for (const terms of [
      [1, 9],
      [1, 8],
      [2, 7],
      [3, 4, 5, 6, 10, 11, 12],
      [3, 13],
    ])
      index.add(terms)
    expect(topK(index.score(query(1, 2)), 1)).toEqual([2])
    expect(topK(index.score(query(3)), 2)).toEqual([4, 3])
    expect(
      topK(
        index.score(
          new Map([
            [1, 4],
            [2, 1],
          ]),
        ),
        2,
      ),
    ).toEqual([0, 1])
  })

  it('ignores a term that most documents of a larger index contain', () => {
    const index = new Bm25Index()
    for (let document = 0; document < 100; document++) index.add([1, 1_000 + document])
    expect(topK(index.score(query(1)), 9)).toEqual([])
    expect(topK(index.score(query(1, 1_070)), 9)).toEqual([70])
  })

  it('finds a term whose number does not fit 31 bits', () => {
    const index = new Bm25Index()
    const terms = [2 ** 31 + 7, 2 ** 32 - 1, 2 ** 51 + 2 ** 20, 7]
    for (const term of terms) index.add([term])
    for (const [document, term] of terms.entries()) expect(topK(index.score(query(term)), 9)).toEqual([document])
  })

  it('takes less than 50 bytes for a term that occurs once, and 8 for another occurrence', () => {
    const once = new Bm25Index()
    for (let document = 0; document < 5_000; document++)
      once.add(Array.from({ length: 20 }, (_, i) => document * 20 + i))
    expect(once.byteLength).toBeLessThan(100_000 * 50)
    const often = new Bm25Index()
    for (let document = 0; document < 5_000; document++) often.add(Array.from({ length: 20 }, (_, i) => i))
    expect(often.byteLength).toBeLessThan(100_000 * 8)
  })

  it('finds what was added after a search', () => {
    const index = new Bm25Index()
    expect(topK(index.score(query(1)), 9)).toEqual([])
    for (let document = 0; document < 200; document++) index.add([document])
    index.score(query(1))
    index.add([500])
    expect(topK(index.score(query(500)), 9)).toEqual([200])
  })
})

import { overlapShare, termHashes } from '@everkin/recall'
import { cpuMsOf, MAX_CPU_MS } from '@everkin/testing/hostile-lorebook.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_FORGOTTEN_FACTS, SAME_FACT_OVERLAP } from '../rules.ts'
import { forgottenFilter } from './forgotten-filter.ts'

const factOf = (text: string, sourceSeq: number | null = null) => ({ sourceSeq, terms: termHashes(text) })

describe('the filter of forgotten facts', () => {
  it('recognises the message of a fact, and texts with four fifths of its words', () => {
    const isForgotten = forgottenFilter([factOf('one two three four five', 7), factOf('red blue')])
    const check = (text: string, seq: number | null = null) => isForgotten({ seq, text })
    expect(check('something else', 7)).toBe(true)
    expect(check('something else', 8)).toBe(false)
    expect(check('five four three and one')).toBe(true)
    expect(check('five four three')).toBe(false)
    // Two words say too little.
    expect(check('red blue')).toBe(false)
  })

  it('finds exactly what comparing with every fact finds', () => {
    const text = fc.array(fc.constantFrom(...'abcdefghijkl'), { maxLength: 14 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, (forgotten, said) => {
        const terms = new Set(termHashes(said))
        const expected = forgotten
          .map((each) => termHashes(each))
          .some((each) => each.length >= 3 && overlapShare(each, terms) >= SAME_FACT_OVERLAP)
        expect(forgottenFilter(forgotten.map((each) => factOf(each)))({ seq: null, text: said })).toBe(expected)
      }),
    )
  })

  it('takes a moment for all facts that a chat keeps, though each is nearly in the text', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `w${at}`)
    const facts = Array.from({ length: MAX_FORGOTTEN_FACTS }, (_, at) => ({
      sourceSeq: null,
      // 240 words of the text come first, so that the difference is found late.
      terms: [
        ...termHashes(words.slice(0, 240).join(' ')),
        ...Array.from({ length: 70 }, (_, more) => at * 100 + more),
      ],
    }))
    const isForgotten = forgottenFilter(facts)
    const text = words.join(' ')
    expect(isForgotten({ seq: null, text })).toBe(false)
    expect(await cpuMsOf(() => forgottenFilter(facts))).toBeLessThan(MAX_CPU_MS)
    expect(await cpuMsOf(() => isForgotten({ seq: null, text }))).toBeLessThan(MAX_CPU_MS / 4)
  })
})

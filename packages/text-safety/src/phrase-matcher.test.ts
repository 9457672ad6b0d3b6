import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, isWordCode } from './fold-text.ts'
import { compilePhrases } from './phrase-matcher.ts'
import type { Phrase } from './phrase-trie.ts'

const texts = (alphabet: string, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((letters) => letters.join(''))
const phrases = fc.array(
  fc.record({
    text: texts('ab海 ', 5)
      .map((text) => text.trim().replaceAll(/ +/g, ' '))
      .filter((text) => text !== ''),
    group: fc.constantFrom(1, 2, 4),
    endsWord: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

/** Every phrase compared with every place. */
function findOneByOne(all: readonly Phrase[], text: string, growing: boolean) {
  const isBorder = (index: number) =>
    index === 0 ||
    (index === text.length ? !growing : !(isWordCode(text.charCodeAt(index - 1)) && isWordCode(text.charCodeAt(index))))
  const places = [...text].map((_, index) => index).filter(isBorder)
  const hits = places.flatMap((start) =>
    all
      .filter((phrase) => text.startsWith(phrase.text, start))
      .filter((phrase) => !phrase.endsWord || isBorder(start + phrase.text.length))
      .map((phrase) => ({ group: phrase.group, start, end: start + phrase.text.length })),
  )
  const open = growing
    ? places.flatMap((start) => {
        const begun = all.filter((phrase) => phrase.text.startsWith(text.slice(start)))
        return begun.length > 0 ? [{ start, groups: begun.reduce((groups, { group }) => groups | group, 0) }] : []
      })
    : []
  return { hits: hits.sort((one, other) => one.end - other.end || one.start - other.start), open }
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values.map((value) => JSON.stringify(value)))].sort()

describe('matching phrases', () => {
  it('finds what comparing every phrase with every place finds, and the prefixes that may become phrases', () => {
    fc.assert(
      fc.property(phrases, texts('ab海 ', 20), fc.boolean(), (all, written, growing) => {
        const text = written.trim().replaceAll(/ +/g, ' ')
        const folded = foldText(text, growing)
        const found = compilePhrases(all).scan(folded, { growing, gapsAreBorders: false })
        const expected = findOneByOne(all, text, growing)
        expect(unique(found.hits)).toEqual(unique(expected.hits))
        expect(found.open).toEqual(expected.open)
        expect(found.hits.map(({ start, end }) => [end, start])).toEqual(
          found.hits
            .map(({ start, end }) => [end, start])
            .sort((one, other) => one[0]! - other[0]! || one[1]! - other[1]!),
        )
      }),
    )
  })

  it('counts the same phrase twice in one group once, and in two groups twice', () => {
    const lantern = { text: 'lantern', endsWord: true }
    const matcher = compilePhrases(
      [lantern, lantern, lantern].map((phrase, index) => ({ ...phrase, group: index >> 1 || 2 })),
    )
    const { hits } = matcher.scan(foldText('a lantern'), { growing: false, gapsAreBorders: false })
    expect(hits.map(({ group }) => group)).toEqual([2, 1])
  })

  it('knows every group that a prefix may end in, however many phrases begin with it', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      text: `lantern ${index.toString(36)}`,
      group: 1 << (index % 30),
      endsWord: true,
    }))
    const { open } = compilePhrases(many).scan(foldText('a lant', true), { growing: true, gapsAreBorders: false })
    expect(open).toEqual([{ start: 2, groups: 2 ** 30 - 1 }])
  })

  it('finds a word behind the particles that Arabic attaches to it, and not behind other letters', () => {
    const matcher = compilePhrases([{ text: 'مصباح', group: 1, endsWord: true }])
    const startsIn = (text: string) =>
      matcher.scan(foldText(text), { growing: false, gapsAreBorders: false }).hits.map(({ start }) => start)
    expect(['مصباح', 'والمصباح', 'في بالمصباح', 'شمصباح'].map(startsIn)).toEqual([[0], [0], [3], []])
  })
})

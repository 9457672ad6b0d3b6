import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNames, type Named } from './find-names.ts'

const CAST: Named[] = [
  { id: 'anneke', names: ['Captain Anneke de Vries', 'アネケ・デ・フリース船長', '安妮克·德弗里斯船长'] },
  { id: 'noor', names: ['نور الحديد', 'Noor al-Hadid'] },
  { id: 'sara', names: ['سارة', 'Sarah'] },
  { id: 'zoe', names: ['Zoë Groß'] },
  { id: 'sakura', names: ['さくら', 'Sakura'] },
  { id: 'ming', names: ['王小明', 'Wang Xiaoming'] },
  { id: 'rin', names: ['リン'] },
  { id: 'vesper', names: ['Vesper-9', '薇斯珀九号'] },
  { id: 'mei', names: ['Mei Chen', '陳 梅（メイ・チェン）'] },
  { id: 'ali', names: ['د. زهرة بن علي'] },
  { id: 'brien', names: ['Pat O’Brien', 'Pat'] },
]

const named = (text: string, people = CAST) => findNames(text, people).map(({ id }) => id)

describe('finding names in a text', () => {
  it.each([
    // Whole, first or last name, in any case, with punctuation around it.
    ['Captain Anneke de Vries, do we land?', ['anneke']],
    ['What says ANNEKE?', ['anneke']],
    ['“vries!”', ['anneke']],
    ['@anneke @Zoë', ['anneke', 'zoe']],
    ['**Zoë**, _Noor_!', ['zoe', 'noor']],
    ['Vesper, report. (Vesper-9!)', ['vesper']],
    // In the order of the text.
    ['Zoë first, then Noor, then Zoë again', ['zoe', 'noor']],
    // Accents and ß may be left out; an apostrophe is not part of the name.
    ['Zoe Gross?', ['zoe']],
    ['ZOË GROSS?', ['zoe']],
    ['It is Anneke’s turn', ['anneke']],
    ["L'avis d'Anneke", ['anneke']],
    ['O’Brien’s round', ['brien']],
    // Decomposed and full-width letters.
    ['Zoe\u0308', ['zoe']],
    ['ＮＯＯＲ', ['noor']],
    // German, Spanish, French, Portuguese.
    ['Was meint Zoë dazu?', ['zoe']],
    ['¿Y tú, Noor?', ['noor']],
    ['Et vous, Sarah ?', ['sara']],
    ['Ô Sarah!', ['sara']],
    ['E você, Anneke?', ['anneke']],
    // Arabic: prefixes, the vocative, vowel marks, hamza, ta marbuta.
    ['يا سارة', ['sara']],
    ['وسارة؟', ['sara']],
    ['لسارة وبنور', ['sara', 'noor']],
    ['سَارَةُ!', ['sara']],
    ['ساره', ['sara']],
    ['ياسارة', ['sara']],
    ['ما رأي الحديد؟', ['noor']],
    // Japanese: honorifics and particles follow without a space.
    ['さくらちゃんはどう思う？', ['sakura']],
    ['サクラ', []],
    ['アネケさん', ['anneke']],
    ['フリースさん、アネケ・デ・フリースさん', ['anneke']],
    ['リンさん', ['rin']],
    ['プリンを食べる', []],
    // Chinese.
    ['小明，你觉得呢？', ['ming']],
    ['请问王小明在吗', ['ming']],
    ['安妮克你好', ['anneke']],
    ['薇斯珀，报告', ['vesper']],
    ['アネケ船長、フリース船長！', ['anneke']],
    ['メイさん', ['mei']],
    ['陳さんとチェンさん', ['mei']],
    ['好的，德弗里斯船长', ['anneke']],
    ['今天是九号', []],
    ['على الطاولة', []],
    ['يا علي', ['ali']],
    ['د. علي؟', ['ali']],
    // Part of a word, a title or a particle: no match.
    ['annekes and sarahs', []],
    ['Captain! The de and al and el', []],
    ['patience, patterns', []],
    ['', []],
  ])('%s', (text, ids) => {
    expect(named(text)).toEqual(ids)
  })

  it('names everyone who shares a first name, and one of them by the whole name', () => {
    const annas = [
      { id: 'a', names: ['Anna Weber'] },
      { id: 'b', names: ['Anna Schmidt'] },
    ]
    expect(named('Anna?', annas)).toEqual(['a', 'b'])
    expect(named('Anna Schmidt?', annas)).toEqual(['b'])
    expect(named('Anna Schmidt and Weber', annas)).toEqual(['b', 'a'])
  })

  it('distinguishes a call with “@” from a mention', () => {
    expect(findNames('Zoë, ask @Noor or ＠さくら', CAST)).toEqual([
      { id: 'zoe', isCalled: false },
      { id: 'noor', isCalled: true },
      { id: 'sakura', isCalled: true },
    ])
    expect(findNames('Noor? @Noor!', CAST)).toEqual([{ id: 'noor', isCalled: true }])
  })

  it('matches a title when the name has nothing else', () => {
    expect(named('Yes, captain.', [{ id: 'c', names: ['The Captain'] }])).toEqual(['c'])
  })

  it('finds any member by any of their names between any words', () => {
    const word = fc.constantFrom('so', 'well', 'はい', '那么', 'إذن', '—', '…', '\n', 'X:', '')
    const person = fc.constantFrom(...CAST)
    fc.assert(
      fc.property(word, person, fc.nat(), word, (before, { id, names }, which, after) => {
        const name = names[which % names.length]!
        expect(named(`${before} ${name} ${after}`)).toContain(id)
        expect(findNames(`${before} @${name}, ${after}`, CAST)).toContainEqual({ id, isCalled: true })
      }),
    )
  })

  it('lists nobody twice, and only given people, whatever the text', () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...CAST.flatMap(({ names }) => names)))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const ids = named(pieces.join(' '))
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => CAST.some((one) => one.id === id))).toBe(true)
      }),
    )
  })

  it('is fast on the longest message, full of names', () => {
    const started = performance.now()
    named('Anneke Zoë リン 小明 '.repeat(450))
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

import { describe, expect, it } from 'vitest'
import { paintPortrait } from '../paint-portrait.ts'
import { readDescription } from '../spec-from-words.ts'
import { readText } from './read-words.ts'
import { LANGUAGES, type Language } from './tables.ts'

const NAMES = ['en', 'de', 'es', 'fr', 'pt', 'ar', 'ja', 'zh'] as const

/** A word among small ones of its language, as it would stand in a sentence. */
const inSentence = ({ small }: Language, word: string): string =>
  small ? `${small.slice(0, 4).join(' ')} ${word}` : word

interface Entry {
  part: string
  value: string
  words: readonly string[]
}

const entriesOf = ({ table }: Language): Entry[] =>
  Object.entries(table).flatMap(([part, values]) =>
    Object.entries(values).map(([value, words]) => ({ part, value, words: words as readonly string[] })),
  )

/** What people ask for first, in every language: whatever else changes, these are painted. */
const ASKED_FIRST: Record<string, readonly string[]> = {
  kin: ['elf', 'orc', 'vampire', 'dwarf', 'fairy', 'angel', 'demon', 'mermaid', 'wizard', 'witch', 'knight', 'royal'],
  beast: ['fox', 'wolf', 'rabbit', 'bear', 'lion'],
  beastEars: ['cat', 'fox', 'wolf', 'rabbit'],
  tail: ['bushy', 'slim', 'fin'],
  wings: ['feather', 'bat', 'fairy'],
  horns: ['demon', 'ram', 'unicorn'],
  hairColour: ['pink', 'blue', 'green', 'violet', 'turquoise', 'scarlet', 'white'],
  hat: ['wizard', 'witch', 'top', 'cowboy', 'crown', 'hood', 'helmet', 'flowers', 'beret', 'beanie'],
  clothes: ['armour', 'robe', 'suit', 'gown', 'kimono', 'uniform', 'leather', 'hoodie'],
  facial: ['longBeard', 'beard', 'moustache'],
  glasses: ['round', 'sunglasses', 'monocle', 'eyepatch'],
  mark: ['scar', 'tattoo', 'warPaint'],
  scene: ['castle', 'neonStreet', 'forest', 'library', 'shipDeck', 'porthole', 'tavern', 'classroom', 'garden'],
  traits: ['anime', 'freckles'],
  child: ['child'],
}

describe.each(LANGUAGES.map((language, at) => ({ name: NAMES[at], language })))(
  'the words of $name',
  ({ language }) => {
    it('name what people ask for first', () => {
      const known = new Set(entriesOf(language).map(({ part, value }) => `${part} ${value}`))
      const missing = Object.entries(ASKED_FIRST).flatMap(([part, values]) =>
        values.map((value) => `${part} ${value}`).filter((entry) => !known.has(entry)),
      )
      expect(missing).toEqual([])
    })

    it('are each found in a sentence', () => {
      const lost = entriesOf(language).flatMap(({ part, value, words }) =>
        words.filter((word) => {
          const { matches } = readText(inSentence(language, word))
          return !matches.some((match) => match.part === part && match.value === value)
        }),
      )
      expect(lost).toEqual([])
    })

    it('each change the picture, and are lit where they do', () => {
      const dull = entriesOf(language)
        .filter(({ part }) => part !== 'child' && part !== 'fur')
        .filter(({ words }) => {
          const sentence = inSentence(language, words[0] ?? '')
          return !['a', 'b', 'c', 'd', 'e', 'f'].some((seed) => {
            const { spec, phrases } = readDescription(sentence, seed)
            const plain = readDescription(inSentence(language, ''), seed).spec
            if (!spec || !plain || !phrases.some(({ isPainted }) => isPainted)) return false
            return paintPortrait(spec) !== paintPortrait(plain)
          })
        })
      expect(dull.map(({ part, value }) => `${part} ${value}`)).toEqual([])
    })
  },
)

describe('a description word by word', () => {
  const said = (text: string) => {
    const { phrases } = readDescription(text, 'seed')
    const of = (isPainted: boolean) =>
      phrases.filter((phrase) => phrase.isPainted === isPainted).map(({ text: word }) => word)
    return { painted: of(true), missed: of(false) }
  }

  it('says what the picture shows and what it does not, as it was written', () => {
    expect(said('A friendly Orc with pink hair, juggling chainsaws')).toEqual({
      painted: ['friendly', 'Orc', 'pink hair'],
      missed: ['juggling', 'chainsaws'],
    })
  })

  it.each([
    'an adult woman',
    'ein erwachsener Mann',
    'una mujer adulta',
    'une femme adulte',
    'uma mulher adulta',
    'امرأة بالغة',
    '大人の女性',
    '一位成年女性',
  ])('does not miss that someone is an adult: %s', (text) => {
    expect(said(text)).toEqual({ painted: [expect.anything()], missed: [] })
  })

  it('takes expressions as a whole: the colour of hair and eyes is not that of a coat', () => {
    expect(readDescription('a woman with green eyes and blue hair', 's').spec).toMatchObject({ hairColour: 'blue' })
    expect(said('a woman with green eyes').painted).toEqual(['woman', 'green eyes'])
    expect(readText('green eyes').matches.map(({ part }) => part)).not.toContain('cloth')
  })

  it('tells the animal from its ears, and a cat in a coat from a cat', () => {
    expect(readDescription('a woman with cat ears', 's').spec).toMatchObject({ kind: 'person', beastEars: 'cat' })
    expect(readDescription('a black cat', 's').spec).toMatchObject({ kind: 'figure', figure: 'cat' })
    expect(readDescription('a cat detective', 's').spec).toMatchObject({ kind: 'person', beast: 'cat' })
  })

  it('paints nobody who is called a child, or is said to be under 18', () => {
    for (const text of [
      'a child elf',
      'a schoolgirl',
      'an elf, 12 years old',
      '小学生',
      'ein kleines Mädchen',
      '١٢ سنة',
    ])
      expect(readDescription(text, 's'), text).toEqual({ spec: null, phrases: [] })
    expect(readDescription('a 34 year old teacher in a school', 's').spec).toMatchObject({ kind: 'person', age: 34 })
  })
})

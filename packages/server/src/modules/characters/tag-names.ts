import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { editDistance, indexTerms, maxTypos } from '@everkin/recall'
import type { Texts } from '../../platform/texts.ts'

/** The tags with a name in every language. People may use others, which are shown as they were written. */
const KNOWN_TAGS = [
  'cosy',
  'mystery',
  'fantasy',
  'scifi',
  'romance',
  'comedy',
  'adventure',
  'study',
  'language',
  'philosophy',
  'history',
  'wellness',
  'music',
  'food',
  'slice-of-life',
  'nonhuman',
] as const

export interface TagNames {
  /** The name of the tag in the reader's language. */
  nameOf(tag: string, locale: Locale): string
  /** The known tag with this name in any language; any other name is a tag of its own, as written. */
  tagOf(name: string): string
  /** Known tags whose name in any language contains this folded word, a word with this prefix, or nearly this word. */
  matchTags(word: string): { tag: string; slips: number; isWhole: boolean }[]
}

/** Loads the tags' names in every language once. */
export function createTagNames(texts: Pick<Texts, 'translate'>): TagNames {
  const names = new Map<string, string>()
  const words = new Map<string, Set<string>>()
  for (const tag of KNOWN_TAGS) {
    for (const locale of LOCALE_CODES) {
      const key = `explore.tags.${camelCase(tag)}`
      const text = texts.translate(locale)(key)
      const name = text === key ? written(tag) : text
      names.set(`${locale}/${tag}`, name)
      for (const word of [...indexTerms(name), ...indexTerms(tag)])
        words.set(word, (words.get(word) ?? new Set()).add(tag))
    }
  }
  const byName = new Map([...names].map(([key, name]) => [name.toLowerCase(), key.slice(key.indexOf('/') + 1)]))
  const all = [...words].flatMap(([word, tags]) => [...tags].map((tag) => ({ word, tag })))
  return {
    nameOf: (tag, locale) => names.get(`${locale}/${tag}`) ?? tag,
    tagOf(name) {
      const normalized = name.trim().replace(/\s+/g, ' ')
      const known = KNOWN_TAGS.find((tag) => tag === normalized.toLowerCase())
      return known ?? byName.get(normalized.toLowerCase()) ?? normalized
    },
    matchTags(word) {
      const maxDistance = maxTypos(word)
      const found = new Map<string, { tag: string; slips: number; isWhole: boolean }>()
      for (const named of all) {
        const isPrefix = word.length > 1 && named.word.startsWith(word)
        const slips = isPrefix ? 0 : editDistance(word, named.word, maxDistance)
        const isWhole = named.word === word
        if (slips > maxDistance || (found.get(named.tag)?.slips ?? 9) < slips || found.get(named.tag)?.isWhole) continue
        found.set(named.tag, { tag: named.tag, slips, isWhole })
      }
      const least = Math.min(...[...found.values()].map(({ slips }) => slips))
      return [...found.values()].filter(({ slips }) => slips === least)
    },
  }
}

const camelCase = (tag: string) => tag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const written = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import type { Rule } from './check-locales-rules.ts'

interface Term {
  id: string
  terms?: Record<Locale, string>
  /** Keys whose text is exactly the term, in every language. */
  texts?: string[]
  /** Words that are not used for it; regular expressions within word boundaries. */
  avoid?: Partial<Record<Locale, string[]>>
}

const SCRIPTS_WITHOUT_SPACES = new Set<Locale>(['ja', 'zh'])

// The glossary is ours; its structure is what this file describes.
const glossary = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/languages/glossary.json'), 'utf8')) as {
  terms: Term[]
  avoid: Term[]
}

/** The words that the glossary advises against; characters’ speech may use them. */
export const AVOIDED_WORDS: Rule[] = [...glossary.terms, ...glossary.avoid].flatMap(({ id, avoid = {} }) =>
  LOCALE_CODES.flatMap((locale) =>
    (avoid[locale] ?? []).map((word) => ({
      locales: [locale],
      pattern: new RegExp(SCRIPTS_WITHOUT_SPACES.has(locale) ? word : `(?<!\\p{L})(?:${word})(?!\\p{L})`, 'iu'),
      says: `“${word}” is not used (glossary: ${id})`,
      notInSpeech: true as const,
    })),
  ),
)

/** Labels that differ from their term, and terms without a language. */
export function checkTerms(
  textOf: (locale: Locale, key: string) => string | undefined,
  report: (locale: Locale, key: string, says: string) => void,
): void {
  for (const { id, terms, texts = [] } of glossary.terms) {
    for (const locale of LOCALE_CODES) {
      const term = terms?.[locale]
      if (!term) report(locale, id, 'no term in docs/languages/glossary.json')
      for (const key of texts) {
        const text = textOf(locale, key)
        if (term && text !== term) report(locale, key, `“${text}”, but docs/languages/glossary.json has “${term}”`)
      }
    }
  }
}

import { LOCALES, type Locale } from './locales.ts'

/** Texts of a language by domain and name: the JSON of `locales/<code>/<domain>.json` under its domain. */
export interface TextTree {
  [name: string]: string | TextTree
}

/**
 * Looks a text up and fills in its values. A `count` among the values chooses the plural form. A key that is missing in
 * the language falls back to English, then to the key itself; never throws.
 */
export type Translate = (key: string, values?: Record<string, string | number>) => string

const PLACEHOLDER = /\{\{\s*([^},\s]+)\s*(?:,\s*([a-z]+)\s*)?\}\}/g

/** Finds a text by its dotted key, or null when there is none. */
function textAt(tree: TextTree, key: string): string | null {
  let node: string | TextTree | undefined = tree
  for (const name of key.split('.')) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, name)) return null
    node = node[name]
  }
  return typeof node === 'string' ? node : null
}

/**
 * The text for a count: the language's own `_zero` if there is one, else the CLDR form, else `_other`, else unmarked.
 */
function textForCount(tree: TextTree, key: string, count: number, formOf: Language['formOf']): string | null {
  const zero = count === 0 ? textAt(tree, `${key}_zero`) : null
  return zero ?? textAt(tree, `${key}_${formOf(count)}`) ?? textAt(tree, `${key}_other`) ?? textAt(tree, key)
}

interface Language {
  texts: TextTree
  /** The plural category of a count. */
  formOf: (count: number) => string
  numbers: Intl.NumberFormat
}

function languageOf(locale: Locale, texts: TextTree): Language {
  // Plural forms use the bare code, digits and separators the full Intl locale (Arabic names its numbering system).
  const plurals = new Intl.PluralRules(locale)
  // CLDR counts 0 as singular in Portuguese; Brazilians write “0 mensagens”.
  const formOf = (count: number) => (locale === 'pt' && count === 0 ? 'other' : plurals.select(count))
  return { texts, formOf, numbers: new Intl.NumberFormat(LOCALES[locale].intl) }
}

function translateIn(
  { texts, formOf, numbers }: Language,
  key: string,
  values: Record<string, string | number>,
  toText: (value: string) => string,
) {
  const { count } = values
  const text = typeof count === 'number' ? textForCount(texts, key, count, formOf) : textAt(texts, key)
  return text?.replace(PLACEHOLDER, (_, name: string, format?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return ''
    return format === 'number' && typeof value === 'number' ? numbers.format(value) : toText(String(value))
  })
}

/**
 * A translator for one language. The JSON is that of i18next v4: plural suffixes by CLDR category (`_zero` supported in
 * every language), `{{name}}` and `{{name, number}}`; a missing value is left out.
 * @param toText what is put into a text for a value
 */
export function createTranslator(
  locale: Locale,
  texts: TextTree,
  fallback: TextTree,
  toText = (value: string) => value,
): Translate {
  const own = languageOf(locale, texts)
  let english: Language | undefined
  return (key, values = {}) => {
    const text = translateIn(own, key, values, toText)
    if (text !== undefined) return text
    english ??= languageOf('en', fallback)
    return translateIn(english, key, values, toText) ?? key
  }
}

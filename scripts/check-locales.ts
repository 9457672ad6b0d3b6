/**
 * Checks the texts of all languages: same keys, correct plural forms, same placeholders and tags, nothing left in
 * English, exact fixed texts, no unused key, and what of docs/languages a machine can see: in the texts, the legal
 * texts, what characters say in the library and in the demo model, and in marks that code sets. Prints a line for
 * each finding and exits with 1 if there is one.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { countOf } from '@everkin/server/platform/count-of.ts'
import { AVOIDED_WORDS, checkTerms } from './check-locales-glossary.ts'
import { libraryTexts, typographyInCode } from './check-locales-library.ts'
import { FIXED_ENGLISH, LENGTH_RATIO, RULES, SAME_AS_ENGLISH, WITHOUT_WORDS } from './check-locales-rules.ts'

type Texts = Map<string, string>
/** A key without its plural suffix, and its forms; none for a key without plural. */
type Families = Map<string, Set<string>>

const ROOT = join(import.meta.dirname, '..')
/** Replaces a value while a text is checked: not a letter, digit or space. */
const PLACEHOLDER = '\uFFFC'
const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

const findings: string[] = []
const report = (locale: string, key: string, says: string) => findings.push(`${locale} ${key}: ${says}`)

function readTexts(locale: Locale): Texts {
  const texts: Texts = new Map()
  const folder = join(ROOT, 'locales', locale)
  for (const file of readdirSync(folder)) {
    flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')), file.replace('.json', ''), texts)
  }
  return texts
}

function flatten(node: unknown, path: string, into: Texts): void {
  if (typeof node === 'string') into.set(path, node)
  else for (const [name, value] of Object.entries(node ?? {})) flatten(value, `${path}.${name}`, into)
}

function familiesOf(texts: Texts): Families {
  const families: Families = new Map()
  for (const key of texts.keys()) {
    const base = key.replace(PLURAL_FORM, '')
    const forms = families.get(base) ?? new Set()
    const form = key.match(PLURAL_FORM)?.[1]
    if (form) forms.add(form)
    families.set(base, forms)
  }
  return families
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*([^}]+?)\s*\}\}/g)].map(([, name]) => name).sort()
const tagsOf = (text: string) => [...text.matchAll(/<\/?[a-z]+>/g)].map(([tag]) => tag).sort()
const wordsOf = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '').replace(/<\/?[a-z]+>/g, '')
const isSame = (one: unknown[], other: unknown[]) => JSON.stringify(one) === JSON.stringify(other)

function checkFamilies(locale: Locale, own: Families, english: Families): void {
  const categories: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const base of english.keys()) if (!own.has(base)) report(locale, base, 'missing')
  for (const [base, forms] of own) {
    const source = english.get(base)
    if (!source) report(locale, base, 'not in English')
    else if (source.size > 0 !== forms.size > 0) report(locale, base, 'plural in one language only')
    if (!source || forms.size === 0) continue
    for (const category of categories) if (!forms.has(category)) report(locale, base, `plural form ${category} missing`)
    for (const form of forms) {
      // A separate text for zero is used in every language.
      if (form !== 'zero' && !categories.includes(form))
        report(locale, base, `plural form ${form} is not one of ${locale}`)
    }
  }
}

function checkText(locale: Locale, key: string, text: string, english: Texts): void {
  const base = key.replace(PLURAL_FORM, '')
  const source = english.get(base) ?? english.get(`${base}_other`)
  if (source === undefined) return
  if (!text.trim() || text !== text.trim()) report(locale, key, 'empty, or blank at an end')
  checkPlaceholders(locale, key, text, source)
  if (!isSame(tagsOf(text), tagsOf(source))) report(locale, key, 'tags differ from English')
  checkRules(locale, key, text.replace(/\{\{[^}]*\}\}/g, PLACEHOLDER).replace(/<\/?[a-z]+>/g, ''))
  const words = wordsOf(text)
  const most = wordsOf(source).length * LENGTH_RATIO[locale] + 20
  if (wordsOf(source).length >= 20 && words.length > most) report(locale, key, `long: ${words.length} letters`)
  const isEnglish = text === (english.get(key) ?? source)
  if (locale !== 'en' && isEnglish && !WITHOUT_WORDS.has(base) && !SAME_AS_ENGLISH[base]?.includes(locale)) {
    report(locale, key, `same as English: ${text}`)
  }
}

/** Violations of the language guide, in a text without its placeholders and tags. */
function checkRules(locale: Locale, key: string, text: string, isSpeech = false): void {
  for (const { locales, pattern, says, notInLegal, notInSpeech } of [...RULES, ...AVOIDED_WORDS]) {
    if ((notInLegal && key.startsWith('legal.')) || (notInSpeech && isSpeech)) continue
    const applies = locales === 'all' || (locales === 'translations' ? locale !== 'en' : locales.includes(locale))
    if (applies && pattern.test(text)) report(locale, key, says)
  }
}

/** Checks the legal texts by the same rules, line by line; `legal-texts.server.test.ts` checks that they correspond. */
function checkLegalTexts(locale: Locale): void {
  const folder = join(ROOT, 'legal', locale)
  for (const file of readdirSync(folder)) {
    const source = readFileSync(join(folder, file), 'utf8')
    const english = readFileSync(join(ROOT, 'legal', 'en', file), 'utf8')
    const name = `legal.${file.replace('.md', '')}`
    for (const [index, line] of source.split('\n').entries())
      checkRules(locale, `${name}:${index + 1}`, wordsOfLine(line))
    if (source.length > english.length * LENGTH_RATIO[locale]) report(locale, name, `long: ${source.length} letters`)
    if (locale !== 'en' && source === english) report(locale, name, 'same as English')
  }
}

/**
 * A line of Markdown as text: without comments, ids, link targets and markup; names of cookies do not count as words.
 */
function wordsOfLine(line: string): string {
  return line
    .replace(/<!--.*?-->|\s*\{#[a-z-]+\}|^(#+|-) |\]\([^)]*\)|\*\*/g, '')
    .replace(/^[|\s-]+$/, '')
    .replace(/`[^`]*`|\{\{\w+\}\}/g, PLACEHOLDER)
    .replace(/ ?\| ?/g, '\n')
    .replaceAll('[', '')
}

/** What characters say. Words of other languages in Arabic lines keep their own punctuation. */
function checkSpeech(locale: Locale): void {
  for (const { name, text } of libraryTexts(locale)) {
    const own = locale === 'ar' ? text.replace(/[\p{Script=Latin}\p{Script=Han}][^\p{Script=Arabic}]*/gu, '') : text
    checkRules(locale, name, own.replace(/\{\{?\w+\}?\}/g, PLACEHOLDER), true)
  }
}

/** A count may be spelled out in `_zero`, and in Arabic in `_one` and `_two`. */
function checkPlaceholders(locale: Locale, key: string, text: string, source: string): void {
  const form = key.match(PLURAL_FORM)?.[1]
  const isSpelledOut = form === 'zero' || (locale === 'ar' && (form === 'one' || form === 'two'))
  const found = placeholdersOf(text)
  const wanted = placeholdersOf(source).filter(
    (name) => !isSpelledOut || name !== 'count, number' || found.includes(name),
  )
  if (!isSame(found, wanted)) report(locale, key, `placeholders ${found.join(' ')} instead of ${wanted.join(' ')}`)
}

/** Every text key in the sources: complete, or as the beginning of a template (`errors.${key}`). */
function readUses(): { keys: Set<string>; prefixes: string[]; called: Set<string> } {
  const server = ['contract', 'server'].flatMap((name) => sourcesIn(join(ROOT, 'packages', name, 'src'))).join('\n')
  const source = `${server}\n${sourcesIn(join(ROOT, 'packages', 'web', 'src')).join('\n')}`
  const templates = [...source.matchAll(/`([a-z-]+(?:\.\w+)*\.)\$\{/g)].map(([, prefix]) => prefix ?? '')
  return {
    keys: new Set(literalKeys(source)),
    // The server also appends to a branch (`${texts}.body`); the web names branches to load them.
    prefixes: [...templates, ...literalKeys(server).map((branch) => `${branch}.`)],
    called: new Set(
      [...source.matchAll(/\b(?:text|translate)\(\s*'([a-z-]+(?:\.\w+)+)'/g)].map(([, key]) => key ?? ''),
    ),
  }
}

function literalKeys(source: string): string[] {
  return [...source.matchAll(/['"`]([a-z-]+(?:\.\w+)+)['"`]/g)].map(([, key]) => key ?? '')
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

function checkUses(english: Families): void {
  const { keys, prefixes, called } = readUses()
  for (const base of english.keys()) {
    // The last part of a template stands for one name, or for one and a fixed rest (`accounts.mail.${purpose}.body`).
    if (!keys.has(base) && !prefixes.some((prefix) => base.startsWith(prefix))) report('en', base, 'nobody uses it')
  }
  for (const key of called) if (!english.has(key)) report('en', key, 'used, but there is no such text')
}

const english = readTexts('en')
const englishFamilies = familiesOf(english)
for (const [key, text] of Object.entries(FIXED_ENGLISH)) {
  if (english.has(key) && english.get(key) !== text) report('en', key, `must read exactly: ${text}`)
}
const textsOf = new Map(LOCALE_CODES.map((locale) => [locale, locale === 'en' ? english : readTexts(locale)]))
for (const [locale, texts] of textsOf) {
  checkFamilies(locale, familiesOf(texts), englishFamilies)
  for (const [key, text] of texts) checkText(locale, key, text, english)
  checkLegalTexts(locale)
  checkSpeech(locale)
}
checkTerms((locale, key) => textsOf.get(locale)?.get(key), report)
for (const { name, text } of typographyInCode()) report('all', name, `a mark between texts is set in code: ${text}`)
checkUses(englishFamilies)

for (const finding of findings) console.log(finding)
console.log(
  findings.length === 0
    ? `${englishFamilies.size} texts in ${LOCALE_CODES.length} languages: no findings`
    : countOf(findings.length, 'finding'),
)
process.exitCode = findings.length === 0 ? 0 : 1

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@everkin/contract/locales.ts'
import { phrasesOf } from '../packages/server/src/providers/text-model/demo/phrases/by-locale.ts'

const ROOT = join(import.meta.dirname, '..')

/** A text outside `locales`, with a name that leads to it. */
export interface LibraryText {
  name: string
  text: string
}

/**
 * What characters say in a language: greetings, hooks, the lines of the demo model and its general phrases. The
 * cards themselves are English, and so are the greetings in them.
 */
export function libraryTexts(locale: Locale): LibraryText[] {
  const cards = locale === 'en' ? [...jsonFiles('characters'), ...jsonFiles('groups')] : []
  const files = [`greetings/${locale}.json`, `hooks/${locale}.json`, ...jsonFiles(`voices/${locale}`), ...cards]
  return [
    ...files.flatMap((file) => {
      const path = join(ROOT, 'library', file)
      return existsSync(path) ? textsIn(JSON.parse(readFileSync(path, 'utf8')), file.replace('.json', '')) : []
    }),
    ...textsIn(phrasesOf(locale), 'demo phrases'),
  ]
}

function jsonFiles(folder: string): string[] {
  const path = join(ROOT, 'library', folder)
  return existsSync(path) ? readdirSync(path).map((file) => `${folder}/${file}`) : []
}

/** Cues are patterns to recognise words by, not texts that people read. */
const NOT_TEXT = new Set(['cues', 'speaker'])

function textsIn(node: unknown, name: string): LibraryText[] {
  if (typeof node === 'string') return [{ name, text: node }]
  return Object.entries(node ?? {}).flatMap(([key, child]) =>
    NOT_TEXT.has(key) ? [] : textsIn(child, `${name}.${key}`),
  )
}

/**
 * Lines of code that set a colon or quotation marks around a text: both are written differently in other languages, so
 * they belong in a text or in `labelled`.
 */
export function typographyInCode(): LibraryText[] {
  const folder = join(ROOT, 'packages/web/src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^tooling/.test(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ name: `packages/web/src/${file}:${index + 1}`, text: line.trim() }))
        .filter(({ text }) => MARKS_IN_CODE.test(text) && !/^(\*|\/\*|\/\/)/.test(text)),
    )
}

const MARKS_IN_CODE = /text\([^`]*\)\}: |[“„«「]\$?\{|\}[”»」]/

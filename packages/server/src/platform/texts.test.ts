import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog, type Log } from './log.ts'
import { loadTexts } from './texts.ts'

let folder: string
let logged: object[]
let log: Log

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everkin-texts-'))
  cpSync(fileURLToPath(new URL('../../../../locales/', import.meta.url)), folder, { recursive: true })
  logged = []
  log = createLog('silent')
  log.error = ((what: object) => logged.push(what)) as Log['error'] // only its arguments matter here
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = () => loadTexts(log, pathToFileURL(`${folder}/`))

it('falls back to English for a damaged file, and names it', () => {
  writeFileSync(join(folder, 'de', 'shell.json'), '{ "skip": ')
  const texts = load()
  expect(logged).toMatchObject([{ locale: 'de', file: 'shell.json' }])
  expect(texts.translate('de')('shell.skip')).toBe('Skip to content')
  expect(texts.pick('de', ['shell'])).toEqual(texts.pick('en', ['shell']))
  expect(texts.translate('de')('errors.network')).not.toBe(texts.translate('en')('errors.network'))
})

it('falls back to English for a missing language', () => {
  rmSync(join(folder, 'ja'), { recursive: true })
  const texts = load()
  expect(logged).toMatchObject([{ locale: 'ja' }])
  expect(texts.pick('ja', ['shell', 'errors'])).toEqual(texts.pick('en', ['shell', 'errors']))
})

it('falls back to English for a single text, for pages and for messages, without mixing plural forms', () => {
  const path = join(folder, 'ja', 'errors.json')
  const errors = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> // our own file
  const { network: _, ...rest } = errors
  writeFileSync(path, JSON.stringify(rest))
  const texts = load()
  const english = texts.translate('en')('errors.network')
  expect(texts.translate('ja')('errors.network')).toBe(english)
  expect(texts.pick('ja', ['errors'])).toEqual({ errors: { ...errors, network: english } })
})

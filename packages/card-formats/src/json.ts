import { CardFileRejected, FILE_LIMITS } from './limits.ts'

/** Any JSON value of a card. */
export type Json = null | boolean | number | string | Json[] | JsonObject | ExactNumber
export type JsonObject = { [key: string]: Json }

/** A number that a double cannot represent exactly; JSON.stringify writes it unchanged (`JSON.rawJSON`). */
export interface ExactNumber {
  readonly rawJSON: string
}

/** The parts of JSON that TypeScript's library does not declare yet. */
const json = JSON as unknown as {
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): value is ExactNumber
}

const exactNumber = (text: string): ExactNumber => json.rawJSON(text)
export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** An object's own value under a key; undefined for inherited ones, so that no key is special (XSS-06). */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * The same object with these values; undefined removes a key. Never assigns, so that `__proto__` is an ordinary key.
 */
export function withValues(object: JsonObject, values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(object).filter(([key]) => !Object.hasOwn(values, key))
  const more = Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries([...entries, ...more])
}

/** Whether two values are equal; the order of an object's keys does not matter. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (isExactNumber(one) || isExactNumber(other))
    return isExactNumber(one) && isExactNumber(other) && one.rawJSON === other.rawJSON
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isDeepEqual(value, other[index]))
    )
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isDeepEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]), // objects, both
    )
  )
}

/**
 * The value in a form that a database and a page can hold: well-formed texts without NUL, numbers as doubles. The
 * original stays unchanged in the stored file.
 */
export function toStorable(value: Json): Json {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (isExactNumber(value)) {
    const number = Number(value.rawJSON)
    return Number.isFinite(number) ? number + 0 : null
  }
  if (Array.isArray(value)) return value.map(toStorable)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), toStorable(inner)]))
}

export function toStorableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}

const NUMBER_PATTERN = /-?\d[\d.eE+-]*/y

/**
 * Parses a card's JSON: strict UTF-8, a byte order mark is allowed. Numbers that a double would change keep their text.
 * Depth and number of values are limited before anything is built.
 * @throws CardFileRejected broken, too_large
 */
export function parseJson(bytes: Uint8Array): Json {
  if (bytes.length > FILE_LIMITS.json) throw new CardFileRejected('too_large')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes) // drops the byte order mark
  } catch {
    throw new CardFileRejected('broken')
  }
  return parseJsonText(text)
}

/** Parses JSON text within the limits. @throws CardFileRejected broken, too_large */
function parseJsonText(text: string): Json {
  const needsCare = checkJsonLimits(text)
  try {
    return needsCare ? (JSON.parse(text, preserveNumber) as Json) : (JSON.parse(text) as Json) // JSON by definition
  } catch {
    throw new CardFileRejected('broken')
  }
}

function preserveNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && losesPrecision(source) ? exactNumber(source) : value
}

/** Whether parsing and printing this number would change it. */
function losesPrecision(source: string): boolean {
  return JSON.stringify(Number(source)) !== source
}

/** One pass over the text: checks the limits, and returns whether a number in it needs care. */
function checkJsonLimits(text: string): boolean {
  let depth = 0
  let values = 0
  let needsCare = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) index = endOfString(text, index)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > FILE_LIMITS.depth) throw new CardFileRejected('too_large')
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === 0x2c) {
      if (++values > FILE_LIMITS.values) throw new CardFileRejected('too_large')
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER_PATTERN.lastIndex = index
      const source = NUMBER_PATTERN.exec(text)?.[0] ?? ''
      needsCare ||= losesPrecision(source)
      index += Math.max(0, source.length - 1)
    }
  }
  return needsCare
}

/** The end of the string that starts here; the end of the text for an unterminated one. */
function endOfString(text: string, from: number): number {
  for (let index = text.indexOf('"', from + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0
    while (text.charCodeAt(index - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return index
  }
  return text.length
}

/**
 * Every text in a value at any depth, and the names in `extensions`, which authors choose as they like. The names of
 * other fields are fixed.
 */
export function collectTexts(value: unknown): string[] {
  return collect(value, false)
}

function collect(value: unknown, isInExtensions: boolean): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, isInExtensions))
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isInExtensions ? [name] : []),
    ...collect(inner, isInExtensions || name === 'extensions'),
  ])
}

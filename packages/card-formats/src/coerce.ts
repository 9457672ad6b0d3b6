import { isExactNumber, isObject, type Json, type JsonObject, toStorableText } from './json.ts'

/** Coerces a value to text: null and missing values are empty, numbers and lists of lines are converted. */
export function coerceText(value: Json | undefined): string {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isExactNumber(value)) return value.rawJSON
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return toStorableText(value.join('\n'))
  return ''
}

/** Coerces a value to a list of texts: a single text is a list of one, other values are dropped. */
export function coerceTextList(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(coerceText)
    .filter((text) => text !== '')
}

/** Words that should be a list and are often one comma-separated text. */
export function coerceWordList(value: Json | undefined): string[] {
  const list = typeof value === 'string' ? value.split(',') : coerceTextList(value)
  return list.map((word) => toStorableText(word).trim()).filter((word) => word !== '')
}

export function coerceNumber(value: Json | undefined): number | null {
  if (isExactNumber(value)) return finiteOrNull(Number(value.rawJSON))
  if (typeof value === 'number') return finiteOrNull(value)
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? finiteOrNull(Number(value)) : null
}

export function coerceBoolean(value: Json | undefined): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 'true') return true
  return value === 0 || value === 'false' ? false : null
}

/** The object, or an empty one. */
export function coerceObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

const finiteOrNull = (number: number) => (Number.isFinite(number) ? number : null)

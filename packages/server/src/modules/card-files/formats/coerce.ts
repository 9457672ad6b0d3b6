import { isExactNumber, isObject, type Json, type JsonObject, toStorableText } from './json.ts'

/** A text where one belongs: null and what is missing are empty, numbers and lists of lines are written out. */
export function coerceText(value: Json | undefined): string {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isExactNumber(value)) return value.rawJSON
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return toStorableText(value.join('\n'))
  return ''
}

/** A list of texts: one text alone is a list of one, and what is no text is left out. */
export function coerceTextList(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(coerceText)
    .filter((text) => text !== '')
}

/** Words that should be a list and are often one text with commas. */
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

/** An object's fields, or none. */
export function coerceObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

const finiteOrNull = (number: number) => (Number.isFinite(number) ? number : null)

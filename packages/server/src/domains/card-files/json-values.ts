/** Any value of a card, as JSON has it. */
export type Json = null | boolean | number | string | Json[] | JsonObject | ExactNumber
export type JsonObject = { [key: string]: Json }

/** A number that a double can not hold as it was written; JSON.stringify writes it as it was (`JSON.rawJSON`). */
export interface ExactNumber {
  readonly rawJSON: string
}

/** The parts of JSON that the compiler's library does not know yet. */
const json = JSON as unknown as {
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): value is ExactNumber
}

export const exactNumber = (text: string): ExactNumber => json.rawJSON(text)
export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** An object's own value under a key; undefined for what it merely inherits, so that no key is special (XSS-06). */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The same object with these values; undefined takes a key away. Never assigns, so that `__proto__` is a key like any. */
export function withValues(object: JsonObject, values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(object).filter(([key]) => !Object.hasOwn(values, key))
  const more = Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries([...entries, ...more])
}

/** Whether two values say the same; the order of an object's keys says nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (isExactNumber(one) || isExactNumber(other))
    return isExactNumber(one) && isExactNumber(other) && one.rawJSON === other.rawJSON
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index]))
    )
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]), // objects, both
    )
  )
}

/**
 * The value as a database and a page can hold it: texts well formed and without NUL, numbers as doubles. What changes by
 * it stands unchanged in the file that is kept.
 */
export function storable(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (isExactNumber(value)) {
    const number = Number(value.rawJSON)
    return Number.isFinite(number) ? number + 0 : null
  }
  if (Array.isArray(value)) return value.map(storable)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]))
}

export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}

/** Fields of a request that a server may reject, by name, with their values. */
export type Fields = Partial<Record<string, unknown>>

const NOT_TAKEN =
  /not support|unsupported|unrecognized|unknown|extra (?:inputs|fields)|extra_forbidden|not permitted|not allowed|not enabled|only enabled|unexpected|invalid|deprecated|cannot both|input should/i
/** The field is known, its value is not. */
const ABOUT_VALUE =
  /must be|should be|less than|greater than|out of range|between|(?:supported|allowed|valid) values|one of|invalid value|budget \d+ is/i
const ONLY_DEFAULT = /only the default/i

/**
 * Which of the sent fields a rejection with these words is about: names, or `name=value` if only the value is rejected.
 * A field is recognised by its name, or by its pattern if it has one.
 */
export function rejectedFields(words: string, sent: Fields, patterns: Record<string, RegExp> = {}): string[] {
  const isAboutValue = ABOUT_VALUE.test(words) && !ONLY_DEFAULT.test(words)
  if (!isAboutValue && !NOT_TAKEN.test(words)) return []
  const named = Object.entries(sent).filter(([field]) => (patterns[field] ?? new RegExp(`\\b${field}\\b`)).test(words))
  // Of two fields that exclude each other, the first is kept.
  if (/cannot both/i.test(words)) return named.slice(-1).map(([field]) => field)
  return named.map(([field, value]) => (isAboutValue ? withValue(field, value) : field))
}

/** The fields without those that were rejected, as a whole or with this value. */
export function withoutRejected<Sent extends Fields>(fields: Sent, rejected: readonly string[]): Sent {
  if (rejected.length === 0) return fields
  const accepted = { ...fields }
  for (const [field, value] of Object.entries(fields)) {
    if (rejected.includes(field) || rejected.includes(withValue(field, value))) delete accepted[field]
  }
  return accepted
}

const withValue = (field: string, value: unknown) => `${field}=${JSON.stringify(value)}`

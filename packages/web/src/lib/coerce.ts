/** Fields of an untrusted value, such as a draft of an older version or a card from a file. */
export type UntrustedFields = Record<string, unknown>

/** The fields of an object; none for anything else. */
export function toObject(value: unknown): UntrustedFields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as UntrustedFields) : {} // checked
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

export function oneOf<Value extends string>(values: readonly Value[], value: unknown, otherwise: Value): Value {
  return values.find((known) => known === value) ?? otherwise
}

/** Converts Arabic, Persian and full-width digits to 0–9 and removes all other characters. */
export function digitsOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\D/g, '')
}

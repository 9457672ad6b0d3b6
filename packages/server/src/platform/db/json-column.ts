/** A value as the text of a JSON column; null where there is none, never the JSON `null`. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

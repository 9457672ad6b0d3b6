/** Appends another lorebook's entries to a character's own; for all other fields the character's value wins. */
export function joinBooks(own: unknown, other: unknown): Record<string, unknown> {
  const [first, second] = [fieldsOf(own), fieldsOf(other)]
  return {
    ...second,
    ...first,
    extensions: { ...fieldsOf(second.extensions), ...fieldsOf(first.extensions) },
    entries: [...listOf(first.entries), ...listOf(second.entries)],
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

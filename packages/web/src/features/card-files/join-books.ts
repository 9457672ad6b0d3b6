/** A character's lorebook with another's entries behind its own; what else the two say is the character's, where it says it. */
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

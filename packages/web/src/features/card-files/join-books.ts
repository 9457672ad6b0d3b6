import { toObject } from '../../lib/coerce.ts'

/** Appends another lorebook's entries to a character's own; for all other fields the character's value wins. */
export function joinBooks(own: unknown, other: unknown): Record<string, unknown> {
  const [first, second] = [toObject(own), toObject(other)]
  return {
    ...second,
    ...first,
    extensions: { ...toObject(second.extensions), ...toObject(first.extensions) },
    entries: [...listOf(first.entries), ...listOf(second.entries)],
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** An object whose fields promise nothing: a card's definition, its lorebook, an entry, its extensions. */
export type LooseFields = Readonly<Record<string, unknown>>

/**
 * Marks by which chat templates tell roles apart. Some servers read them out of plain text, so that a card or a message
 * could speak as the system; they mean nothing in a story and are taken out.
 */
const TEMPLATE_MARKS = /<\|[^|<>\n]{1,40}\|>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>|<\/?s>/g

export function withoutTemplateMarks(text: string): string {
  return text.includes('<') || text.includes('[') ? text.replace(TEMPLATE_MARKS, '') : text
}

/** A text of a card, with plain line ends and without marks of chat templates; empty for anything but text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutTemplateMarks(value.replaceAll('\r\n', '\n')) : ''
}

/** An object's fields, or none. */
export function fieldsOf(value: unknown): LooseFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseFields) : {} // checked
}

export function roleOf(value: unknown): 'system' | 'user' | 'assistant' {
  // SillyTavern writes numbers, the specification words.
  if (value === 1 || value === 'user') return 'user'
  return value === 2 || value === 'assistant' ? 'assistant' : 'system'
}

/** An object with unverified fields: a card's definition, its lorebook, an entry, its extensions. */
export type UntrustedFields = Readonly<Record<string, unknown>>

/**
 * Marks by which chat templates separate roles. Some servers parse them in plain text, so that a card or a message
 * could speak as the system. They mean nothing in a story and are removed.
 */
const TEMPLATE_MARKS = /<\|[^|<>\n]{1,40}\|>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>|<\/?s>/g

export function withoutTemplateMarks(text: string): string {
  return text.includes('<') || text.includes('[') ? text.replace(TEMPLATE_MARKS, '') : text
}

/** Puts a person's text on one line of the instructions, so that it cannot pass for one of our headings. */
export function toSingleLine(text: string): string {
  return withoutTemplateMarks(text).replace(/\s+/g, ' ').trim()
}

/** A text of a card, with normalised line ends and without marks of chat templates; empty for any other type. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutTemplateMarks(value.replaceAll('\r\n', '\n')) : ''
}

/** The fields of an object; empty for anything else. */
export function toObject(value: unknown): UntrustedFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntrustedFields) : {} // checked
}

export function roleOf(value: unknown): 'system' | 'user' | 'assistant' {
  // SillyTavern uses numbers, the specification uses words.
  if (value === 1 || value === 'user') return 'user'
  return value === 2 || value === 'assistant' ? 'assistant' : 'system'
}

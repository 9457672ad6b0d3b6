import type { CardForChat } from '../characters/card-for-chat.ts'
import { fieldsOf, textOf } from '../chats/prompt/loose-fields.ts'

const MACROS = /\{\{[^{}]*\}\}/

/**
 * What a card calls a world note that is in a prompt, for its reader; empty where it has no name. Notes are known by
 * what stands between their macros, since a prompt never holds their names.
 */
export function loreName(card: CardForChat, text: string): string {
  const definitions = [card, ...card.members].map((each) => fieldsOf(each.definition))
  for (const definition of definitions) {
    const { entries } = fieldsOf(definition.character_book)
    for (const entry of Array.isArray(entries) ? entries.map(fieldsOf) : []) {
      if (isMadeOf(text, textOf(entry.content))) return textOf(entry.name).trim() || textOf(entry.comment).trim()
    }
  }
  return ''
}

function isMadeOf(text: string, content: string): boolean {
  let from = 0
  for (const part of content.split(MACROS)) {
    const wanted = part.trim()
    if (wanted === '') continue
    const at = text.indexOf(wanted, from)
    if (at < 0) return false
    from = at + wanted.length
  }
  return from > 0
}

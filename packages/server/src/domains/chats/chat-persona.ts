import { findPersona } from '../../modules/personas/personas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Person } from '../accounts/person.ts'
import type { ChatRow } from './chat-store.ts'

/**
 * Who a person is in a chat, as characters know them: the chat's persona, or the nickname where there is none, or where
 * it was deleted since the chat was read. Asks the database only for a chat that has one.
 */
export async function chatPersona(
  db: Queryable,
  { person, chat }: { person: Pick<Person, 'id' | 'nickname'>; chat: Pick<ChatRow, 'personaId'> },
): Promise<{ name: string; text: string }> {
  const persona = chat.personaId && (await findPersona(db, person.id, chat.personaId))
  return persona ? { name: persona.name, text: persona.description } : { name: person.nickname, text: '' }
}

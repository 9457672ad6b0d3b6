import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../accounts/person.ts'
import { findPersona } from '../personas/find-persona.ts'
import type { ReadyCard } from './cards.ts'
import type { AuthorsNote } from './chat-store.ts'
import type { PathEntry } from './path-cache.ts'
import type { Recollection } from './recollection.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/** Everything that a reply is written from. */
export interface ReplySetting {
  chatId: string
  person: Person
  /** Who the person is in this chat, as characters see them. */
  persona: { name: string; text: string }
  locale: Locale
  ready: ReadyCard
  path: readonly PathEntry[]
  memory: Recollection
  note: AuthorsNote | null
  /** 0 for the first reply to its parent, 1 for the second … */
  variantIndex: number
  isContinuation: boolean
  /** Nobody has asked: the character speaks of its own accord. */
  isUnasked: boolean
}

/** Brings together what a reply to the end of `path` is written from. */
export async function replySetting(
  services: Pick<ChatServices, 'recall' | 'database'>,
  turn: Turn,
  { path, variantIndex = 0, isContinuation = false, isUnasked = false }: ReplyPlace,
): Promise<ReplySetting> {
  const { person, chat, locale, ready } = turn
  const [persona, memory] = await Promise.all([personaOf(services, turn), services.recall(turn, path)])
  return {
    ...{ chatId: chat.id, person, locale, ready, path, variantIndex, isContinuation, isUnasked },
    ...{ persona, memory, note: chat.note },
  }
}

/** The persona of this chat; the nickname where there is none, or where it was deleted since the chat was read. */
async function personaOf(
  services: Pick<ChatServices, 'database'>,
  { person, chat }: Turn,
): Promise<ReplySetting['persona']> {
  const persona = chat.personaId && (await findPersona(services.database, person.id, chat.personaId))
  return persona ? { name: persona.name, text: persona.description } : { name: person.nickname, text: '' }
}

interface ReplyPlace {
  path: readonly PathEntry[]
  variantIndex?: number
  isContinuation?: boolean
  isUnasked?: boolean
}

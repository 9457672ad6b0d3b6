import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../accounts/person.ts'
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
}

/** Brings together what a reply to the end of `path` is written from. */
export async function replySetting(
  services: Pick<ChatServices, 'recall'>,
  turn: Turn,
  { path, variantIndex = 0, isContinuation = false }: ReplyPlace,
): Promise<ReplySetting> {
  const { person, chat, locale, ready } = turn
  return {
    ...{ chatId: chat.id, person, locale, ready, path, variantIndex, isContinuation },
    persona: { name: person.nickname, text: '' },
    memory: await services.recall(turn, path),
    note: chat.note,
  }
}

interface ReplyPlace {
  path: readonly PathEntry[]
  variantIndex?: number
  isContinuation?: boolean
}

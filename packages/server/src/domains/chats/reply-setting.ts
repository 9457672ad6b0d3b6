import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Person } from '../accounts/person.ts'
import type { ReadyCard } from './cards.ts'
import { itemsNamed } from './chat-album.ts'
import { chatPersona } from './chat-persona.ts'
import type { AuthorsNote } from './chat-store.ts'
import { rosterNow, speakerIn } from './groups/cast.ts'
import { hasSeen } from './groups/roster.ts'
import type { PathEntry } from './path-cache.ts'
import { NO_MEMORIES, type Recollection, type ReplyPlace } from './recollection.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/** Everything that a reply is written from. */
export interface ReplySetting {
  chatId: string
  person: Person
  /** Who the person is in this chat, as characters see them. */
  persona: { name: string; text: string }
  locale: Locale
  /** What the chat is with. */
  ready: ReadyCard
  /** Who speaks: the same, or a member of the group. */
  speaker: ReadyCard
  path: readonly PathEntry[]
  /** What of it the speaker was there for. */
  heard: readonly PathEntry[]
  memory: Recollection
  note: AuthorsNote | null
  /** What of albums has come in this chat already. */
  attached: readonly string[]
  /** 0 for the first reply to its parent, 1 for the second … */
  variantIndex: number
  isContinuation: boolean
  /** Nobody has asked: the character speaks of its own accord. */
  isUnasked: boolean
}

/**
 * Brings together what a reply to the end of `path` is written from. Who joined a group later hears only what was said
 * since, and recalls only words that it has heard.
 */
export async function replySetting(
  services: Pick<ChatServices, 'recall' | 'database'>,
  turn: Turn,
  place: ReplyPlace,
): Promise<ReplySetting> {
  const { path, speakerId, variantIndex = 0, isContinuation = false, isUnasked = false, used } = place
  const { person, chat, locale, ready } = turn
  const speaker = speakerIn(ready, speakerId ?? lastSpeaker(ready, path))
  if (!speaker) throw new AppError('NotFound')
  const { heard, recollect } = whatIsHeard(turn, speaker, path)
  const [persona, recalled] = await Promise.all([
    chatPersona(services.database, turn),
    used ?? services.recall(turn, heard, { ...place, speakerId: speaker.card.id }),
  ])
  const memory = recollect(recalled)
  return {
    chatId: chat.id,
    person,
    locale,
    ready,
    speaker,
    path,
    heard,
    variantIndex,
    isContinuation,
    isUnasked,
    persona,
    memory,
    note: chat.note,
    attached: chat.attached,
  }
}

function lastSpeaker({ card, members }: ReadyCard, path: readonly PathEntry[]): string {
  const isMember = (id: string | null) => members.some((member) => member.card.id === id)
  const last = path.findLast((entry) => entry.role === 'character' && isMember(entry.speakerId))
  return last?.speakerId ?? members[0]?.card.id ?? card.id
}

/** What of the path a speaker was there for, and what of memories; a single character for all of it. */
function whatIsHeard({ chat, ready }: Turn, speaker: ReadyCard, path: readonly PathEntry[]) {
  if (ready.card.type === 'single') return { heard: path, recollect: (all: Recollection) => all }
  const roster = rosterNow(chat, ready)
  const sees = ({ seq }: { seq: number }) => hasSeen(roster, speaker.card.id, seq)
  const isFromStart = roster.every(({ card_id, from_seq }) => card_id !== speaker.card.id || from_seq === 1)
  return {
    heard: path.filter(sees),
    // A summary and facts do not tell who was there.
    recollect: (all: Recollection) => (isFromStart ? all : { ...NO_MEMORIES, passages: all.passages.filter(sees) }),
  }
}

/** What of the speaker's album comes with a reply: at what the person has just said, or at the reply itself. */
export function albumItemsFor(
  { speaker, path, attached }: Pick<ReplySetting, 'speaker' | 'path' | 'attached'>,
  text: string,
): readonly string[] {
  const last = path.findLastIndex((entry) => entry.role !== 'user')
  return itemsNamed(speaker.album, [...path.slice(last + 1).map((entry) => entry.text), text], attached)
}

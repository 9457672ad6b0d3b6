import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { Person } from '../../accounts/module.ts'
import type { PreparedChatCard } from '../context/card-cache.ts'
import { findNamedItems } from '../context/chat-album.ts'
import type { ChatContext, ForReader, ReplyWriter } from '../context/chat-context.ts'
import { findChatPersona } from '../context/load-chat-context.ts'
import { NO_MEMORY, type RecalledMemory, type ReplyPlace } from '../context/memory-port.ts'
import { currentMembership, speakerOfMessage } from '../context/participants.ts'
import { findWriter } from '../context/reply-writer.ts'
import { loadPromptImages, NO_IMAGES, type PromptImages } from '../pictures/prompt-images.ts'
import type { AttachedLore } from '../prompt/lore-book.ts'
import type { ChatServices } from '../services.ts'
import type { AuthorsNote } from '../store/chat-store.ts'
import { wasPresent } from '../store/membership-history.ts'
import { type PathEntry, writtenText } from '../store/path-cache.ts'

/** Everything that a reply is written from. */
export interface ReplyContext {
  chatId: string
  person: Person
  /** The person's name and description in this chat, as characters see them. */
  persona: { name: string; text: string }
  /** The language of the chat. */
  locale: Locale
  /** The card of the chat, in its language. */
  ready: PreparedChatCard
  /** For events and notices. */
  forReader: ForReader
  /** The speaker: the same card, or a member of the group. */
  speaker: PreparedChatCard
  path: readonly PathEntry[]
  /** The messages of the path that the speaker was present for. */
  heard: readonly PathEntry[]
  memory: RecalledMemory
  /** The person's own lorebooks in this chat. */
  lore: AttachedLore
  /** The newest pictures, for a model that sees. */
  images: PromptImages
  note: AuthorsNote | null
  /** Album items already sent in this chat. */
  attached: readonly string[]
  /** 0 for the first reply to its parent, 1 for the second … */
  variantIndex: number
  isContinuation: boolean
  /** True for a proactive message, which nobody asked for. */
  isUnasked: boolean
  /** The last change of the chat before this turn; null for a chat that is not stored. */
  lastActiveAt: Date | null
  writer: ReplyWriter
}

/**
 * Loads everything for a reply to the end of `path`. A member who joined a group later sees only what was said since
 * then, and recalls only messages that it was present for. Pictures are loaded where `services` has what they need.
 */
export async function loadReplyContext(
  services: Pick<ChatServices, 'recall' | 'database' | 'models' | 'settings' | 'clock'> &
    Partial<Pick<ChatServices, 'media'>>,
  context: ChatContext,
  place: ReplyPlace,
): Promise<ReplyContext> {
  const { path, speakerId, variantIndex = 0, isContinuation = false, isUnasked = false, used } = place
  const { person, chat, locale, ready, forReader } = context
  const speaker = speakerOfMessage(ready, speakerId ?? lastSpeaker(ready, path))
  if (!speaker) throw new AppError('NotFound')
  const { heard, recollect } = visibleMessages(context, speaker, path)
  const writer = place.writer ?? (await findWriter(services, context))
  const { media } = services
  const [persona, images, recalled] = await Promise.all([
    findChatPersona(services.database, context),
    media ? loadPromptImages({ media }, writer.entry.model, heard) : NO_IMAGES,
    used ?? services.recall(context, heard, { ...place, writer, speakerId: speaker.card.id }),
  ])
  const memory = recollect(recalled)
  await yieldIfDue()
  return {
    chatId: chat.id,
    person,
    locale,
    ready,
    forReader,
    speaker,
    path,
    heard,
    variantIndex,
    isContinuation,
    isUnasked,
    writer,
    persona,
    memory,
    lore: context.lore,
    images,
    note: chat.note,
    attached: chat.attached,
    lastActiveAt: chat.updatedAt,
  }
}

function lastSpeaker({ card, members }: PreparedChatCard, path: readonly PathEntry[]): string {
  const isMember = (id: string | null) => members.some((member) => member.card.id === id)
  const last = path.findLast((entry) => entry.role === 'character' && isMember(entry.speakerId))
  return last?.speakerId ?? members[0]?.card.id ?? card.id
}

/** The part of the path and of the memories that a speaker was present for; all of it for a single character. */
function visibleMessages({ chat, ready }: ChatContext, speaker: PreparedChatCard, path: readonly PathEntry[]) {
  if (ready.card.type === 'single') return { heard: path, recollect: (all: RecalledMemory) => all }
  const roster = currentMembership(chat, ready)
  const sees = ({ seq }: { seq: number }) => wasPresent(roster, speaker.card.id, seq)
  const isFromStart = roster.every(({ card_id, from_seq }) => card_id !== speaker.card.id || from_seq === 1)
  return {
    heard: path.filter(sees),
    // A summary and facts do not record who was present.
    recollect: (all: RecalledMemory) => (isFromStart ? all : { ...NO_MEMORY, passages: all.passages.filter(sees) }),
  }
}

/** The album items sent with a reply: matched by the person's last message or by the reply itself. */
export function albumItemsFor(
  { person, speaker, path, attached }: Pick<ReplyContext, 'person' | 'speaker' | 'path' | 'attached'>,
  text: string,
): readonly string[] {
  if (person.guestMessagesLeft !== null) return []
  const last = path.findLastIndex((entry) => entry.role !== 'user')
  return findNamedItems(speaker.album, [...path.slice(last + 1).map(writtenText), text], attached)
}

import { AppError } from '../../../platform/app-error.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import type { LoadedCard } from '../context/card-cache.ts'
import { findNamedItems } from '../context/chat-album.ts'
import type { ChatContext, ForReader } from '../context/chat-context.ts'
import { findChatPersona } from '../context/load-chat-context.ts'
import { NO_MEMORY, type RecalledMemory, type ReplyPlace } from '../context/memory-port.ts'
import { currentMembership, speakerOfMessage } from '../context/participants.ts'
import type { PlannedPrompt, PromptBasis } from '../context/planned-prompt.ts'
import { findWriter } from '../context/reply-writer.ts'
import { loadPromptImages, NO_IMAGES } from '../pictures/prompt-images.ts'
import type { ChatServices } from '../services.ts'
import { wasPresent } from '../store/membership-history.ts'
import { type PathEntry, writtenText } from '../store/path-cache.ts'

/** Everything that a reply is written from. */
export interface ReplyContext extends PromptBasis {
  /** For events and notices. */
  forReader: ForReader
  memory: RecalledMemory
  /** The half of the prompt that was built to find the memories. One prompt is built from it; null afterwards. */
  planned: PlannedPrompt | null
  /** Album items already sent in this chat. */
  attached: readonly string[]
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
  const { path, speakerId, variantIndex = 0, isContinuation = false, isProactive = false, used } = place
  const { person, chat, locale, loadedCard, forReader } = context
  const speaker = speakerOfMessage(loadedCard, speakerId ?? lastSpeaker(loadedCard, path))
  if (!speaker) throw new AppError('NotFound')
  const { heard, recollect } = visibleMessages(context, speaker, path)
  const writer = place.writer ?? (await findWriter(services, context))
  const { media } = services
  const [persona, images, recalled] = await Promise.all([
    findChatPersona(services.database, context),
    media ? loadPromptImages({ media }, writer.entry.model, heard) : NO_IMAGES,
    used
      ? { memory: used, planned: null }
      : services.recall(context, heard, { ...place, writer, speakerId: speaker.card.id }),
  ])
  const memory = recollect(recalled.memory)
  await yieldIfDue()
  return {
    chatId: chat.id,
    person,
    locale,
    loadedCard,
    forReader,
    speaker,
    path,
    heard,
    variantIndex,
    isContinuation,
    isProactive,
    writer,
    persona,
    memory,
    planned: recalled.planned,
    lore: context.lore,
    images,
    note: chat.note,
    attached: chat.attached,
    lastActiveAt: chat.updatedAt,
  }
}

function lastSpeaker({ card, members }: LoadedCard, path: readonly PathEntry[]): string {
  const isMember = (id: string | null) => members.some((member) => member.card.id === id)
  const last = path.findLast((entry) => entry.role === 'character' && isMember(entry.speakerId))
  return last?.speakerId ?? members[0]?.card.id ?? card.id
}

/** The part of the path and of the memories that a speaker was present for; all of it for a single character. */
function visibleMessages({ chat, loadedCard }: ChatContext, speaker: LoadedCard, path: readonly PathEntry[]) {
  if (loadedCard.card.type === 'single') return { heard: path, recollect: (all: RecalledMemory) => all }
  const roster = currentMembership(chat, loadedCard)
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

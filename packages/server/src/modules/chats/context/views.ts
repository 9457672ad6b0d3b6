import type { Attachment, Chat, Message, Speaker } from '@everkin/contract/types.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { canChatWith, isBlockedCard } from '../../characters/module.ts'
import { isCrisisText, isOpenCrisisText } from '../../safety/module.ts'
import { loadPictureViews } from '../pictures/message-pictures.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findChildren } from '../store/message-tree.ts'
import type { ChatCard } from './card-cache.ts'
import { findHumanClaims } from './human-claims.ts'

/** A group is shown in lists with this many of its members. */
const MAX_FACES = 2

/** A chat in its wire format. */
export function chatView(chat: ChatRow, card: ChatCard): Chat {
  const owner = { id: chat.personId, blockedIds: chat.blockedIds }
  return {
    id: chat.id,
    type: chat.type,
    card: {
      id: card.id,
      type: card.type,
      name: card.name,
      avatar: card.avatar ?? card.cover,
      tagline: card.tagline,
      ...(card.type === 'multiple' && { faces: facesOf(card) }),
    },
    title: titleOf(chat, card),
    closed: !canChatWith(owner, card),
    ...(isBlockedCard(chat.blockedIds, card) && { blocked: true }),
    last_message: listedMessage(chat.lastMessage, card),
    unread: chat.unread,
    pinned: chat.pinned,
    muted: chat.muted,
    rev: chat.rev,
    created_at: chat.createdAt.toISOString(),
    updated_at: chat.updatedAt.toISOString(),
  }
}

function facesOf({ members }: ChatCard): Chat['card']['faces'] {
  return members.slice(0, MAX_FACES).map(({ id, name, avatar }) => ({ id, name, avatar }))
}

/** A chat is named after its card, in the reader's language, until someone renames it. */
function titleOf({ title }: ChatRow, { name, names }: ChatCard): string {
  return title === '' || names.includes(title) ? name : title
}

/**
 * The newest message for the list, with its speaker in the reader's language; null when there is nothing to quote.
 * Checks excerpts that were stored earlier.
 */
function listedMessage(last: ChatRow['lastMessage'], card: ChatCard): ChatRow['lastMessage'] {
  if (last === null || last.text === '' || isCrisisText(last.text)) return null
  return { ...last, speaker_name: last.speaker_name && currentName(last.speaker_name, card) }
}

/** A speaker's name is stored in the language that the reader had then. */
function currentName(stored: string, card: ChatCard): string {
  const speakers = [...card.members, card]
  if (speakers.some(({ name }) => name === stored)) return stored
  return speakers.find(({ names }) => names.includes(stored))?.name ?? stored
}

/** The speaker of a card's message, in the reader's language. */
export function speakerOf(speakerId: string | null, card: ChatCard): Speaker | null {
  if (speakerId === null) return null
  const isSpeaker = (one: { id: string }) => one.id === speakerId
  const speaker = isSpeaker(card) ? card : (card.members.find(isSpeaker) ?? card.former?.find(isSpeaker))
  return { card_id: speakerId, name: speaker?.name ?? card.name, avatar: speaker?.avatar ?? null }
}

/**
 * Messages in their wire format, each with its variants. `isActive` tells which are on the active path. The safety rules read
 * every text, which takes milliseconds for a long one, so others get their turn in between.
 */
export async function messageViews(
  services: Pick<ChatServices, 'database' | 'album' | 'media' | 'clock'>,
  rows: readonly MessageRow[],
  card: ChatCard,
  isActive: (row: MessageRow) => boolean,
): Promise<Message[]> {
  const first = rows[0]
  if (!first) return []
  const { database, album } = services
  const attached = rows.flatMap((row) => row.attached ?? [])
  const shown = attached.length > 0 ? await album.viewsOf(database, first.chatId, attached) : null
  const sent = rows.flatMap((row) => row.pictures ?? [])
  const pictures = sent.length > 0 ? await loadPictureViews(services, database, sent) : null
  const humanClaims = await findHumanClaims(database, rows)
  const children = await findChildren(database, first.chatId, [...new Set(rows.map((row) => row.parentSeq))])
  const byParent = new Map<number, number[]>()
  for (const child of children) byParent.set(child.parentSeq, [...(byParent.get(child.parentSeq) ?? []), child.seq])
  const views: Message[] = []
  for (const row of rows) {
    await yieldIfDue()
    const items = (row.attached ?? []).flatMap((id) => shown?.get(id) ?? [])
    const attachments = [...(row.pictures ?? []).flatMap((id) => pictures?.get(id) ?? []), ...items]
    const siblings = byParent.get(row.parentSeq) ?? [row.seq]
    const more = { attachments, claimsHuman: humanClaims.has(row.seq) }
    views.push(messageView(row, card, isActive(row), siblings, more))
  }
  return views
}

/** One message whose siblings' numbers are known. `claimsHuman` as `findHumanClaims` finds it. */
export function messageView(
  row: MessageRow,
  card: ChatCard,
  active: boolean,
  siblings: readonly number[],
  { attachments = [], claimsHuman = false }: { attachments?: Attachment[]; claimsHuman?: boolean } = {},
): Message {
  return {
    id: messageId(row.chatId, row.seq),
    chat_id: row.chatId,
    parent_id: row.parentSeq === 0 ? null : messageId(row.chatId, row.parentSeq),
    seq: row.seq,
    rev: row.rev,
    active,
    role: row.role,
    speaker: row.role === 'user' ? null : speakerOf(row.speakerId, card),
    text: row.text,
    status: row.status,
    variant: {
      index: Math.max(0, siblings.indexOf(row.seq)),
      count: siblings.length,
      ids: siblings.map((seq) => messageId(row.chatId, seq)),
    },
    attachments: row.restriction ? [] : attachments,
    client_id: row.clientId,
    voice_demo: row.voiceDemo,
    ...(row.hidden && { hidden: true }),
    ...(row.restriction && { restriction: row.restriction }),
    ...(row.role === 'user' && isOpenCrisisText(row.text) && { crisis: true as const }),
    ...(claimsHuman && { claims_human: true as const }),
    ...(row.isCutOff && { is_cut_off: true as const }),
    ...(row.fault && { fault: row.fault }),
    reasoning: row.reasoning,
    reasoning_ms: row.reasoningMs,
    usage: usageView(row.usage),
    created_at: row.createdAt.toISOString(),
  }
}

/** Model usage of a reply as every reader sees it: without its cost. */
export function usageView(usage: MessageRow['usage']): Message['usage'] {
  if (!usage) return null
  const { model, prompt_tokens, cached_tokens, reply_tokens, reasoning_tokens } = usage
  const { first_token_ms, tokens_per_second, estimated } = usage
  // In the same order as a reply that has just ended; a column has its own.
  return {
    model,
    prompt_tokens,
    cached_tokens,
    reply_tokens,
    reasoning_tokens,
    first_token_ms,
    tokens_per_second,
    estimated,
  }
}

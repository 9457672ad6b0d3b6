import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { newId } from '../../../platform/ids.ts'
import { assertCanChat, bumpUserRev, checkCardAccess, loadPerson, type Person } from '../../accounts/module.ts'
import { type CardForChat, canChatWith, countChatStarted, findCardForChat } from '../../characters/module.ts'
import { countTokens, findChoiceForNewChat } from '../../models/module.ts'
import { findDefaultPersona } from '../../personas/module.ts'
import { expandGreeting, type Greeting, openingsToStore } from '../context/greetings.ts'
import { chatView, speakerOf } from '../context/views.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import {
  type ChatRow,
  findChat,
  findNewestChatOfCard,
  insertChat,
  measureChatsOf,
  saveBulkBytes,
  saveChat,
} from '../store/chat-store.ts'
import { membershipAfter } from '../store/membership-history.ts'
import type { MessageRow } from '../store/message-row.ts'
import { insertMessage, type NewMessage } from '../store/message-store.ts'
import { appendSkipPointers, type SkipPointers } from '../store/skip-pointers.ts'

const NEW_CHATS_PER_HOUR = { max: 60, windowMs: HOUR_MS }
const NEW_CHATS_PER_DAY = { max: 500, windowMs: 24 * HOUR_MS }

/**
 * Counts a chat start against the rate limit.
 * @throws AppError TooManyRequests
 */
export async function assertCanStartChat(limiter: RateLimiter, personId: string): Promise<void> {
  await limiter.consume(`new-chats-hour:${personId}`, NEW_CHATS_PER_HOUR)
  await limiter.consume(`new-chats-day:${personId}`, NEW_CHATS_PER_DAY)
}

/**
 * Checks that a person may have another chat before one is stored. Call it under the person's lock, so that two
 * requests cannot exceed the limits.
 * @throws AppError Conflict when they already have LIMITS.chats or LIMITS.chatBytes.
 */
export async function assertChatQuota(tx: Transaction, personId: string): Promise<void> {
  const { count, bulkBytes } = await measureChatsOf(tx, personId)
  if (count >= LIMITS.chats) throw new AppError('Conflict', { limit: LIMITS.chats }, 'tooManyChats')
  if (bulkBytes >= LIMITS.chatBytes) throw new AppError('Conflict', { limit: LIMITS.chatBytes }, 'chatsFull')
}

/** The most chats of one guest. */
const MAX_GUEST_CHATS = 10

async function assertGuestChatQuota(tx: Transaction, personId: string): Promise<void> {
  const { count } = await measureChatsOf(tx, personId)
  if (count >= MAX_GUEST_CHATS) throw new AppError('NotSignedIn')
}

/**
 * Starts a chat with a character or a group. The opening is shown at once, without a model; alternative openings are
 * variants of the first message. Returns the newest chat with the same card unless `isFresh`.
 * @throws AppError AgeNotOpen, NotFound (also for a group with a member this person may not see), InvalidInput,
 * TooManyRequests, Conflict (the maximum number of chats is reached).
 */
export async function startChat(
  services: ChatServices,
  caller: SignedInCaller,
  input: { cardId?: string; groupId?: string; isFresh: boolean },
): Promise<Chat> {
  const cardId = input.cardId ?? input.groupId
  if (!cardId) throw invalidInput('card_id', 'required')
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanChat(services, person, caller)
  const card = await loadOpenCard(services, caller, person, cardId)
  if (!input.isFresh) {
    const known = await findNewestChatOfCard(services.database, person.id, card.id)
    if (known) return chatView(known, card)
  }
  await assertCanStartChat(services.limiter, person.id)
  const chat = await createChat(services, person, caller, card)
  const view = chatView(chat, card)
  services.live.publishToPerson(person.id, { type: 'chat.updated', chat: view })
  return view
}

/** A card that this person may chat with. @throws AppError NotFound, AgeNotOpen, NotAllowed. */
export async function loadOpenCard(
  services: ChatServices,
  caller: SignedInCaller,
  person: Person,
  cardId: string,
): Promise<CardForChat> {
  const card = await findCardForChat(services.database, { cardId, locale: caller.locale, readerId: person.id })
  if (!card) throw new AppError('NotFound')
  // Guests meet the library only.
  if (person.guestMessagesLeft !== null && card.creatorId !== null) throw new AppError('NotFound')
  const access = checkCardAccess(services.settings, { person, country: caller.country }, card)
  if (access === 'absent' || !canChatWith(person, card)) throw new AppError('NotFound')
  if (access === 'confirm_age') throw new AppError('AgeNotOpen', { reason: 'confirm_age' })
  return card
}

async function createChat(
  services: ChatServices,
  person: Person,
  caller: SignedInCaller,
  card: CardForChat,
): Promise<ChatRow> {
  const now = services.clock.now()
  const id = newId(now)
  return services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, person.id)
    if (userRev === 0) throw new AppError('NotSignedIn')
    if (person.guestMessagesLeft === null) await assertChatQuota(tx, person.id)
    else await assertGuestChatQuota(tx, person.id)
    const base = { id, personId: person.id, cardId: card.id, type: card.type, title: card.name, locale: caller.locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    const chat = await findChat(tx, id, person.id)
    if (!chat) throw new AppError('Internal')
    const persona = await findDefaultPersona(tx, person.id)
    chat.personaId = persona?.id ?? null
    const { modelId, presetId } = await findChoiceForNewChat(tx, person.id, card.id)
    chat.modelId = modelId
    chat.presetId = presetId
    const reader = { name: persona?.name ?? person.nickname, timeZone: person.timeZone }
    if (card.type === 'multiple') chat.roster = membershipAfter(null, card.members, 1)
    for (const [place, lines] of openingsToStore(card).entries()) {
      const last = await storeLines(tx, { chat, card, person: reader, locale: caller.locale, now }, lines)
      if (place > 0 || !last) continue
      chat.leafSeq = last.seq
      chat.lastMessage = {
        role: 'character',
        speaker_name: speakerOf(last.speakerId, card)?.name ?? null,
        text: previewOf(last.text),
        created_at: now.toISOString(),
      }
    }
    await saveChat(tx, chat, userRev)
    await saveBulkBytes(tx, id)
    if (person.guestMessagesLeft === null) await countChatStarted(tx, card.id, person.id)
    return chat
  })
}

/** The person that the opening addresses. */
interface Reader {
  name: string
  timeZone: string | null
}

/** Stores lines as a chain below the root and returns the last one. */
async function storeLines(
  tx: Transaction,
  facts: { chat: ChatRow; card: CardForChat; person: Reader; locale: Locale; now: Date },
  lines: readonly Greeting[],
): Promise<MessageRow | null> {
  const { chat, card, now } = facts
  let skipPointers: SkipPointers = []
  let last: MessageRow | null = null
  for (const line of lines) {
    const speaker = card.members.find((member) => member.id === line.speakerId) ?? card
    const text = expandGreeting(line.text, { ...facts, speaker, chatId: chat.id })
    chat.rev += 1
    const message: NewMessage = {
      chatId: chat.id,
      seq: chat.nextSeq,
      parentSeq: last?.seq ?? 0,
      rev: chat.rev,
      role: 'character',
      speakerId: line.speakerId,
      text,
      tokens: countTokens(text),
      createdAt: now,
    }
    last = await insertMessage(tx, message, skipPointers)
    skipPointers = appendSkipPointers(skipPointers, last.seq)
    chat.nextSeq += 1
  }
  return last
}

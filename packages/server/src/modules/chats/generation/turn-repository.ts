import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { isMember } from '../../accounts/module.ts'
import { type ModelEntry, messagePriceOf } from '../../models/module.ts'
import { isMinor } from '../../safety/module.ts'
import { changeChat } from '../context/change-chat.ts'
import { chargeMessage } from '../context/charge-message.ts'
import type { CachedChatContext, ChatContext, ForReader } from '../context/chat-context.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import { type ChatReader, canSee } from '../context/participant-policy.ts'
import { currentMembership, findCardOfChat, recordMembership } from '../context/participants.ts'
import { claimPictures, type SentPictures } from '../pictures/message-pictures.ts'
import { LEASE_MS, previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import { messageId } from '../store/message-id.ts'
import type { MessageRow } from '../store/message-row.ts'
import { insertMessage, loadSkipPointers } from '../store/message-store.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { appendSkipPointers, type SkipPointers } from '../store/skip-pointers.ts'
import { findGeneration } from './generation-store.ts'
import type { ReplyPlan } from './speaker-queue.ts'
import { startReply } from './start-reply.ts'
import { type StoredTurn, storeFastTurn } from './turn-store.ts'

/** A chat as a turn finds it. */
export interface Turn {
  context: ChatContext
  path: readonly PathEntry[]
  /** The skip pointers of the path's end; null while unknown. */
  skipPointers: SkipPointers | null
  /** Read from the database for this turn, not from the cache. */
  isFresh: boolean
}

/** What a turn adds to its chat. */
export interface NewTurn {
  own: PathEntry
  /** The text as the person wrote it; `own` has the words for its pictures too. */
  text: string
  pictures: SentPictures | null
  clientId: string
  /** The member of a group that the person asked to answer. */
  wantedSpeaker: string | null
  /** Who answers; null when nobody does. */
  plan: ReplyPlan | null
  /** The model that answers. */
  entry: ModelEntry
  /** The model has been asked for the reply, so it can be written at once. */
  isOpened: boolean
}

export interface SavedTurn {
  chat: ChatRow
  forReader: ForReader
  message: MessageRow
  /** The reply that was begun; null when nobody answers or the message waits for the reply under way. */
  reply: MessageRow | null
  /** The usage clock, when saving has advanced it. */
  usage: Pick<StoredTurn, 'since' | 'lastNoticeAt'> | null
  /** The balance after the charge, when it is known. The wallet's own commit effect publishes it otherwise. */
  wallet: { coin_num: number; message_num: number; unlimited_messages: boolean } | null
}

/**
 * Loads a chat for a turn, from the cache if `isFresh` is not asked for.
 * @throws AppError NotSignedIn, AgeNotOpen, NotFound.
 */
export async function loadTurn(
  services: ChatServices,
  reader: ChatReader & { locale: Locale },
  chatId: string,
  isFresh = false,
): Promise<Turn> {
  const known = isFresh ? null : services.contextCache.find(chatId, reader.identity.personId, reader.locale)
  // The hour and the time of the day decide whether a teen may go on, so each of their turns is checked anew (A8).
  const cached = known && isMinor(known.context.person.ageState) ? null : known
  const context = cached?.context ?? (await loadChatContext(services, reader, chatId))
  // The sender of this message may be in another country than that of the last one.
  if (cached && !canSee(services, context.person, reader, context.loadedCard)) throw new AppError('NotFound')
  const path = await services.paths.read(services.database, context.chat)
  return { context, path, skipPointers: cached?.skipPointers ?? null, isFresh: cached === null }
}

/**
 * Saves a message and, if one is to be written, the reply as begun. An ordinary turn is one statement; every other one
 * is a transaction that locks the chat. Both give the same result.
 * @returns null when the chat or the person has changed since `turn` was loaded: load it again, fresh. Nothing is saved.
 * @throws AppError NoMessagesLeft; the database's error for a client id that already exists.
 */
export async function saveTurn(services: ChatServices, turn: Turn, added: NewTurn): Promise<SavedTurn | null> {
  const { id } = turn.context.chat
  const saved =
    (!services.hasDistributedChats && isOrdinary(turn, added) && (await saveInOneStatement(services, turn, added))) ||
    (turn.isFresh ? await saveLocked(services, turn, added) : null)
  if (!saved?.usage) services.contextCache.forget(id)
  if (saved) {
    const { rev, leafSeq } = turn.context.chat
    services.paths.append(saved.chat, { rev, leafSeq }, { ...added.own, seq: saved.message.seq })
  }
  return saved
}

type OrdinaryTurn = NewTurn & { plan: ReplyPlan }

/** A person with an account writes without pictures, one character answers, nobody has joined or left. */
function isOrdinary({ context: { person, chat, loadedCard } }: Turn, added: NewTurn): added is OrdinaryTurn {
  const hasSameMembers = chat.type !== 'multiple' || currentMembership(chat, loadedCard) === chat.roster
  const isAccount = person.guestMessagesLeft === null
  return added.plan !== null && added.isOpened && added.pictures === null && hasSameMembers && isAccount
}

async function saveInOneStatement(
  services: ChatServices,
  { context, skipPointers }: Turn,
  { own, clientId, plan: { speakerId }, entry }: OrdinaryTurn,
): Promise<SavedTurn | null> {
  const { person, chat } = context
  const now = services.clock.now()
  const price = messagePriceOf(services, person, entry)
  const chargeKey = `send:${messageId(chat.id, own.seq)}`
  const before = skipPointers ?? (await loadSkipPointers(services.database, chat.id, chat.leafSeq))
  const ownSkipPointers = appendSkipPointers(before, own.seq)
  const replySkipPointers = appendSkipPointers(ownSkipPointers, own.seq + 1)
  const voiceDemo = entry.model.kind === 'demo'
  const lastMessage = lastMessageOf(own.text, now)
  const stored = await storeFastTurn(services.database, {
    person,
    chat,
    own: { ...ownSkipPointers[0]!, text: own.text, tokens: own.tokens, clientId },
    reply: { ...replySkipPointers[0]!, speakerId, voiceDemo },
    price,
    chargeKey,
    lastMessage,
    owner: services.processId,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    now,
  })
  if (!stored) return null
  const place = { chatId: chat.id, createdAt: now }
  const message: MessageRow = {
    ...EMPTY_ROW,
    ...place,
    ...ownSkipPointers[0]!,
    parentSeq: chat.leafSeq,
    rev: stored.rev - 1,
    text: own.text,
    tokens: own.tokens,
    clientId,
  }
  const row: MessageRow = {
    ...EMPTY_ROW,
    ...place,
    ...replySkipPointers[0]!,
    parentSeq: own.seq,
    rev: stored.rev,
    role: 'character',
    speakerId,
    status: 'streaming',
    voiceDemo,
  }
  const next = { ...chat, rev: stored.rev, nextSeq: chat.nextSeq + 2, leafSeq: row.seq, lastMessage, updatedAt: now }
  // A group's card may change, so its members are loaded again every time.
  if (chat.type === 'single') services.contextCache.set(cachedContext(context, next, replySkipPointers))
  else services.contextCache.forget(chat.id)
  return {
    chat: next,
    forReader: context.forReader,
    message,
    reply: row,
    usage: stored,
    wallet:
      price > 0
        ? { coin_num: stored.coins, message_num: stored.messages, unlimited_messages: isMember(person, now) }
        : null,
  }
}

function cachedContext(context: ChatContext, chat: ChatRow, skipPointers: SkipPointers): CachedChatContext {
  return { context: { ...context, chat }, skipPointers }
}

async function saveLocked(
  services: ChatServices,
  { context }: Turn,
  { own, text, pictures, clientId, wantedSpeaker, plan, entry, isOpened }: NewTurn,
): Promise<SavedTurn | null> {
  const { person, loadedCard } = context
  const { chat, result } = await changeChat(services, person.id, context.chat.id, async (locked) => {
    const { tx, now } = locked
    // The prompt of an opened reply was built from the chat as it was.
    if (isOpened && locked.chat.rev !== context.chat.rev) throw new TurnOutdated()
    const isBusy = !isOpened || (await findGeneration(tx, locked.chat.id)) !== null
    recordMembership(locked.chat, loadedCard)
    if (pictures) await claimPictures(services, tx, person.id, pictures.ids)
    const seq = locked.nextSeq()
    const charge = {
      entry,
      key: `send:${messageId(locked.chat.id, seq)}`,
      cause: 'message_sent',
      ref: locked.chat.id,
      now,
    }
    // A message that nobody answers is free.
    const chargeKey = plan ? await chargeMessage(services, tx, person, charge) : null
    const message = await insertMessage(
      tx,
      {
        chatId: locked.chat.id,
        seq,
        parentSeq: locked.chat.leafSeq,
        rev: locked.nextRev(),
        role: 'user',
        text,
        tokens: own.tokens,
        ...(pictures && { pictures: pictures.ids, pictureText: pictures.text }),
        clientId,
        senderId: person.id,
        chargeKey,
        awaitsReply: isBusy && plan !== null,
        speakerId: isBusy ? wantedSpeaker : null,
        createdAt: now,
      },
      await loadSkipPointers(tx, locked.chat.id, locked.chat.leafSeq),
    )
    locked.chat.leafSeq = seq
    locked.chat.updatedAt = now
    locked.chat.lastMessage = lastMessageOf(own.text, now)
    const chargeKeys = chargeKey ? [chargeKey] : []
    if (isBusy || !plan) return { message, reply: null }
    const row = await startReply(services, locked, { entry, parentSeq: seq, speakerId: plan.speakerId, chargeKeys })
    return { message, reply: row }
  }).catch((error: unknown) => {
    if (error instanceof TurnOutdated) return { chat: null, result: null }
    throw error
  })
  if (!chat) return null
  const now = (await findCardOfChat(services, chat, context.forReader.locale))?.card
  const forReader = now ? { ...context.forReader, card: now } : context.forReader
  return { chat, forReader, ...result, usage: null, wallet: null }
}

/** Rolls a transaction back. */
class TurnOutdated extends Error {}

function lastMessageOf(text: string, now: Date) {
  return { role: 'user' as const, speaker_name: null, text: previewOf(text), created_at: now.toISOString() }
}

const EMPTY_ROW = {
  tipSeq: null,
  role: 'user',
  speakerId: null,
  text: '',
  tokens: 0,
  status: 'complete',
  clientId: null,
  voiceDemo: false,
  chargeKey: null,
  awaitsReply: false,
  attached: null,
  pictures: null,
  pictureText: null,
  isCutOff: false,
  fault: null,
  reasoning: null,
  reasoningMs: null,
  usage: null,
  modelId: null,
  deleted: false,
  hidden: false,
  restriction: null,
} as const

import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { bumpUserRev, loadPerson, type Person } from '../../accounts/module.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, lockChat, saveChat } from '../store/chat-store.ts'
import { parseMessageId } from '../store/message-id.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage } from '../store/message-store.ts'
import type { ChatCard } from './card-cache.ts'
import type { ChatContext } from './chat-context.ts'
import { type ChatReader, canSee } from './participant-policy.ts'
import { findCardOfChat } from './participants.ts'
import { chatView, messageViews } from './views.ts'

/** A chat locked for a change. `work` changes its fields, and everything is saved once at the end. */
export interface LockedChat {
  tx: Transaction
  chat: ChatRow
  now: Date
  /** The chat's next revision. The first call within a change takes it. */
  nextRev(): number
  nextSeq(): number
}

/**
 * Changes a chat in one transaction under its row lock, so that revisions and numbers have no gaps and no reader misses
 * one. The person's revision grows too, since the chat list shows the change.
 * @throws AppError NotFound for a chat that does not exist or belongs to someone else.
 */
export async function changeChat<Result>(
  services: ChatServices,
  personId: string,
  chatId: string,
  work: (locked: LockedChat) => Promise<Result>,
): Promise<{ chat: ChatRow; result: Result }> {
  const changed = await services.database.transaction(async (tx) => {
    // Always lock the person's row before the chat's: two orders would cause a deadlock.
    const userRev = await bumpUserRev(tx, personId)
    const chat = await lockChat(tx, chatId, personId)
    if (!chat) throw new AppError('NotFound')
    const revBefore = chat.rev
    const locked: LockedChat = {
      tx,
      chat,
      now: services.clock.now(),
      nextRev: () => {
        chat.rev += 1
        return chat.rev
      },
      nextSeq: () => {
        const seq = chat.nextSeq
        chat.nextSeq += 1
        return seq
      },
    }
    const result = await work(locked)
    await saveChat(tx, chat, userRev)
    return { chat, result, isNewRev: chat.rev !== revBefore }
  })
  // A turn that begins with an outdated context asks the model twice.
  if (changed.isNewRev) services.contextCache.forget(chatId)
  return changed
}

/** Publishes frames to a person's devices, then the chat's new entry in the list. */
export function publishChange(
  services: Pick<ChatServices, 'live'>,
  chat: ChatRow,
  card: ChatCard,
  frames: readonly ServerFrame[] = [],
): void {
  for (const frame of frames) services.live.publishToPerson(chat.personId, frame)
  services.live.publishToPerson(chat.personId, { type: 'chat.updated', chat: chatView(chat, card) })
}

/**
 * Publishes messages that were changed, then the chat's new entry in the list. `isActive`: they are on the active path.
 */
export async function publishUpdated(
  services: ChatServices,
  chat: ChatRow,
  card: ChatCard,
  { rows, isActive }: { rows: readonly MessageRow[]; isActive: boolean },
): Promise<void> {
  const messages = await messageViews(services, rows, card, () => isActive)
  const frames = messages.map((message) => ({ type: 'message.updated' as const, message }))
  publishChange(services, chat, card, frames)
}

/**
 * Publishes a chat's new entry in the list, for callers that have not loaded its card. The locale is by default that of
 * the account.
 */
export async function publishListEntry(services: ChatServices, chat: ChatRow, locale?: Locale): Promise<void> {
  const wanted = locale ?? (await loadPerson(services.database, chat.personId))?.lang
  const view = wanted && (await currentChatView(services, chat, wanted))
  if (view) services.live.publishToPerson(chat.personId, { type: 'chat.updated', chat: view })
}

/** The chat's entry in the list. Null when the person may not see its character (N4). */
export async function listChatView(
  services: ChatServices,
  person: Person,
  reader: Pick<ChatReader, 'country'> & { locale: Locale },
  chat: ChatRow,
): Promise<Chat | null> {
  const loadedCard = await findCardOfChat(services, chat, reader.locale)
  return loadedCard && canSee(services, person, reader, loadedCard) ? chatView(chat, loadedCard.card) : null
}

/** The chat as its list shows it now; null when its card was removed for good. */
export async function currentChatView(services: ChatServices, chat: ChatRow, locale: Locale): Promise<Chat | null> {
  const loadedCard = await findCardOfChat(services, chat, locale)
  return loadedCard && chatView(chat, loadedCard.card)
}

/** Loads a message of the context's chat by its id on the wire. @throws AppError NotFound. */
export async function loadOwnMessage(services: ChatServices, context: ChatContext, id: string): Promise<MessageRow> {
  const place = parseMessageId(id)
  const row = place?.chatId === context.chat.id ? await findMessage(services.database, place.chatId, place.seq) : null
  if (!row) throw new AppError('NotFound')
  return row
}

/**
 * A message as it is now, under the chat's lock: another process may have changed it since `loadOwnMessage`.
 * @throws AppError NotFound when it was deleted.
 */
export async function reloadMessage({ tx, chat }: Pick<LockedChat, 'tx' | 'chat'>, seq: number): Promise<MessageRow> {
  const row = await findMessage(tx, chat.id, seq)
  if (!row) throw new AppError('NotFound')
  return row
}

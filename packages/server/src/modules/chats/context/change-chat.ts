import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { bumpUserRev, type Person } from '../../accounts/module.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, lockChat, saveChat } from '../store/chat-store.ts'
import { parseMessageId } from '../store/message-id.ts'
import { findMessage, type MessageRow } from '../store/message-store.ts'
import type { ChatContext } from './chat-context.ts'
import { canSee } from './participant-policy.ts'
import { prepareChat } from './participants.ts'
import { chatView } from './views.ts'

/** A chat that is held for a change; `work` moves its fields on, and everything is written back once. */
export interface LockedChat {
  tx: Transaction
  chat: ChatRow
  now: Date
  /** The chat's next revision; the first call of a change takes it. */
  nextRev(): number
  nextSeq(): number
}

/**
 * Changes a chat in one transaction under its row's lock, so that revisions and numbers are dense and no reader skips
 * one. The person's revision goes along, since the chat list shows the change.
 * @throws AppError NotFound for a chat that is not there or someone else's.
 */
export async function changeChat<Result>(
  services: ChatServices,
  personId: string,
  chatId: string,
  work: (locked: LockedChat) => Promise<Result>,
): Promise<{ chat: ChatRow; result: Result }> {
  return services.database.transaction(async (tx) => {
    // The person's row before the chat's, everywhere: two orders would be a deadlock.
    const userRev = await bumpUserRev(tx, personId)
    const chat = await lockChat(tx, chatId, personId)
    if (!chat) throw new AppError('NotFound')
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
    return { chat, result }
  })
}

/** Tells a person's devices about frames, then about the chat's new entry in the list. */
export async function publishChange(
  services: ChatServices,
  chat: ChatRow,
  frames: readonly ServerFrame[],
): Promise<void> {
  for (const frame of frames) services.live.publishToPerson(chat.personId, frame)
  const view = await currentChatView(services, chat)
  if (view) services.live.publishToPerson(chat.personId, { type: 'chat.updated', chat: view })
}

/** The same for a list, which has no chats with characters that this person does not see (N4). */
export async function listChatView(
  services: ChatServices,
  person: Person,
  chat: ChatRow,
  locale: Locale,
): Promise<Chat | null> {
  const ready = await prepareChat(services, chat, locale)
  return ready && canSee(services, person, ready) ? chatView(chat, ready.card) : null
}

/** The chat as its list shows it now; null when its card is gone for good. */
export async function currentChatView(services: ChatServices, chat: ChatRow, locale?: Locale): Promise<Chat | null> {
  const ready = await prepareChat(services, chat, locale ?? (chat.locale as Locale)) // written from a Locale
  return ready && chatView(chat, ready.card)
}

/** A message of the turn's chat, by its id on the wire. @throws AppError NotFound. */
export async function loadOwnMessage(services: ChatServices, turn: ChatContext, id: string): Promise<MessageRow> {
  const place = parseMessageId(id)
  const row = place?.chatId === turn.chat.id ? await findMessage(services.database, place.chatId, place.seq) : null
  if (!row) throw new AppError('NotFound')
  return row
}

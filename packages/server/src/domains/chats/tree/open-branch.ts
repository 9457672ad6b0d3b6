import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { bumpUserRev } from '../../accounts/person.ts'
import { refuseTooManyChats } from '../chat-limits.ts'
import { type ChatRow, findChat, insertChat, lockChat, saveChat } from '../chat-store.ts'
import type { Roster } from '../groups/roster.ts'
import { parseMessageId } from '../message-id.ts'
import { findMessage, findOnPathBefore } from '../message-store.ts'
import { readTurn } from '../read-turn.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { chatView, speakerOf } from '../views.ts'
import { copyPath, readDepth } from './copy-path.ts'
import { screenTitle } from './rename-chat.ts'

const LIMIT = { max: 60, windowMs: 3_600_000 }

/**
 * Opens the path up to a message as a chat of its own: roles, speakers, texts and dates as they are, what is remembered
 * of them, and what is set for the chat. The chat that it comes from stays as it is; nothing is charged.
 * @throws AppError NotFound, Conflict (the message is being written, or there are too many chats), TooLarge, TooManyRequests, AgeNotOpen, SafetyStop.
 */
export async function openBranch(
  services: ChatServices,
  personId: string,
  input: { chatId: string; messageId: string; title: string | null },
): Promise<Chat> {
  const { person, chat: known, ready } = await readTurn(services, personId, input.chatId)
  const place = parseMessageId(input.messageId)
  if (place?.chatId !== known.id) throw new AppError('NotFound')
  const title = input.title === null ? known.title : await screenTitle(services, person, known.id, input.title)
  services.limiter.consume(`branch:${personId}`, LIMIT)
  const now = services.clock.now()
  const id = newId(now)
  const view = await services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, personId)
    await refuseTooManyChats(tx, personId)
    const from = await lockChat(tx, known.id, personId)
    const last = from && (await findMessage(tx, from.id, place.seq))
    if (!from || !last) throw new AppError('NotFound')
    if (last.status === 'streaming') throw new AppError('Conflict')
    const depth = await readDepth(tx, from.id, last.seq)
    if (depth > LIMITS.branchMessages) throw new AppError('TooLarge', { limit: LIMITS.branchMessages })
    const base = { id, personId, cardId: from.cardId, type: from.type, title, locale: from.locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    await copyPath(tx, from.id, last.seq, id)
    const made = await findChat(tx, id, personId)
    if (!made) throw new AppError('Internal')
    const { personaId, note, muted, sharesMemory } = from
    const roster = from.roster && (await rosterOfCopy(tx, from, last.seq, from.roster))
    const chat = {
      ...made,
      personaId,
      note,
      muted,
      sharesMemory,
      roster,
      rev: depth,
      nextSeq: depth + 1,
      leafSeq: depth,
      readSeq: depth,
      branchedFrom: { chat_id: from.id, seq: last.seq },
      lastMessage: {
        role: last.role,
        speaker_name: speakerOf(last.speakerId, ready.card)?.name ?? null,
        text: previewOf(last.text),
        created_at: last.createdAt.toISOString(),
      },
    }
    await saveChat(tx, chat, userRev)
    await services.memory.branch(tx, { fromChatId: from.id, leafSeq: last.seq, toChatId: id })
    return chatView(chat, ready.card)
  })
  services.live.publishToPerson(personId, { type: 'chat.updated', chat: view })
  return view
}

/** Who was there when, in the numbers of the copy: a message's number there is its depth on the path. */
async function rosterOfCopy(tx: Queryable, from: ChatRow, leafSeq: number, roster: Roster): Promise<Roster> {
  const numberInCopy = async (seq: number) => {
    const before = await findOnPathBefore(tx, from.id, leafSeq, seq)
    return before === null ? 1 : (await readDepth(tx, from.id, before)) + 1
  }
  const copied: Roster[number][] = []
  for (const { from_seq, until_seq, ...who } of roster) {
    const until = until_seq === null ? null : await numberInCopy(until_seq)
    copied.push({ ...who, from_seq: await numberInCopy(from_seq), until_seq: until })
  }
  return copied
}

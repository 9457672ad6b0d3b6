import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { newId } from '../../../platform/ids.ts'
import { bumpUserRev } from '../../accounts/module.ts'
import { copyLorebooks } from '../../lorebooks/module.ts'
import { loadChatContext } from '../context/load-chat-context.ts'
import type { ChatReader } from '../context/participant-policy.ts'
import { loadPathLength } from '../context/recall-queries.ts'
import { chatView, speakerOf } from '../context/views.ts'
import { moderateTitle } from '../list/manage-chat.ts'
import { assertChatQuota } from '../list/start-chat.ts'
import { previewOf } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat, insertChat, lockChat, saveBulkBytes, saveChat } from '../store/chat-store.ts'
import type { MembershipHistory } from '../store/membership-history.ts'
import { parseMessageId } from '../store/message-id.ts'
import { findOnPathBefore } from '../store/message-path.ts'
import { findMessage } from '../store/message-store.ts'
import { saidText } from '../store/said-text.ts'

/**
 * Copies a path into an empty chat, renumbered from 1. In the copy a message's depth is its number and its revision, so
 * skip pointers need no second pass. Client id, charge and model usage of a message are not copied, nor anything of a
 * withheld one but that it is withheld. One statement, O(path).
 */
async function copyPath(tx: Transaction, fromChatId: string, leafSeq: number, toChatId: string): Promise<void> {
  await tx.query(
    `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
       status, sender_id, voice_demo, hidden, attached, reasoning, reasoning_ms, model_id, pictures, picture_text,
       cut_off, restriction, created_at)
     with recursive path (seq, parent_seq) as (
       select seq, parent_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq from path p join message m on m.chat_id = $1 and m.seq = p.parent_seq)
     select $3, m.depth, m.depth - 1, m.depth, m.jump_depth, m.jump_depth, m.depth, m.role, m.speaker_id, m.text,
       m.tokens, m.status, m.sender_id, m.voice_demo, m.hidden, m.attached, case when m.restriction is null then m.reasoning end,
       m.reasoning_ms, m.model_id, case when m.restriction is null then m.pictures end,
       case when m.restriction is null then m.picture_text end, m.cut_off, m.restriction, m.created_at
     from path join message m on m.chat_id = $1 and m.seq = path.seq`,
    [fromChatId, leafSeq, toChatId],
  )
}

const LIMIT = { max: 60, windowMs: HOUR_MS }

/**
 * Opens the path up to a message as a new chat, with its roles, speakers, texts, dates, memories and chat settings. The
 * original chat does not change, and nothing is charged.
 * @throws AppError NotFound, Conflict (the message is being written, or there are too many chats), TooLarge,
 * TooManyRequests, AgeNotOpen, SafetyStop.
 */
export async function openBranch(
  services: ChatServices,
  reader: ChatReader,
  input: { chatId: string; messageId: string; title: string | null },
): Promise<Chat> {
  const { personId } = reader.identity
  const { person, chat: known, forReader } = await loadChatContext(services, reader, input.chatId)
  const place = parseMessageId(input.messageId)
  if (place?.chatId !== known.id) throw new AppError('NotFound')
  const title = input.title === null ? known.title : await moderateTitle(services, person, known.id, input.title)
  await services.limiter.consume(`branch:${personId}`, LIMIT)
  const now = services.clock.now()
  const id = newId(now)
  const view = await services.database.transaction(async (tx) => {
    const userRev = await bumpUserRev(tx, personId)
    await assertChatQuota(tx, personId)
    const from = await lockChat(tx, known.id, personId)
    const last = from && (await findMessage(tx, from.id, place.seq))
    if (!from || !last) throw new AppError('NotFound')
    if (last.status === 'streaming') throw new AppError('Conflict')
    const depth = await loadPathLength(tx, from.id, last.seq)
    if (depth > LIMITS.branchMessages) throw new AppError('TooLarge', { limit: LIMITS.branchMessages })
    const base = { id, personId, cardId: from.cardId, type: from.type, title, locale: from.locale }
    await insertChat(tx, { ...base, createdAt: now, userRev })
    await copyPath(tx, from.id, last.seq, id)
    const made = await findChat(tx, id, personId)
    if (!made) throw new AppError('Internal')
    const { personaId, note, modelId, presetId, muted, sharesMemory } = from
    const roster = from.roster && (await membershipInCopy(tx, from, last.seq, from.roster))
    const chat = {
      ...made,
      personaId,
      note,
      modelId,
      presetId,
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
        speaker_name: speakerOf(last.speakerId, forReader.card)?.name ?? null,
        text: previewOf(saidText(last)),
        created_at: last.createdAt.toISOString(),
      },
    }
    await saveChat(tx, chat, userRev)
    await saveBulkBytes(tx, id)
    await copyLorebooks(tx, from.id, id)
    await services.memory.copyToBranch(tx, { fromChatId: from.id, leafSeq: last.seq, toChatId: id })
    return chatView(chat, forReader.card)
  })
  services.live.publishToPerson(personId, { type: 'chat.updated', chat: view })
  return view
}

/** The membership history in the numbers of the copy, where a message's number is its depth on the path. */
async function membershipInCopy(
  tx: Transaction,
  from: ChatRow,
  leafSeq: number,
  roster: MembershipHistory,
): Promise<MembershipHistory> {
  const numberInCopy = async (seq: number) => {
    const before = await findOnPathBefore(tx, from.id, leafSeq, seq)
    return before === null ? 1 : (await loadPathLength(tx, from.id, before)) + 1
  }
  const copied: MembershipHistory[number][] = []
  for (const { from_seq, until_seq, ...who } of roster) {
    const until = until_seq === null ? null : await numberInCopy(until_seq)
    copied.push({ ...who, from_seq: await numberInCopy(from_seq), until_seq: until })
  }
  return copied
}

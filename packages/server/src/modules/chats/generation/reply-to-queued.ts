import type { Queryable } from '../../../platform/db/database.ts'
import { changeChat, type LockedChat, publishChange } from '../context/change-chat.ts'
import type { ForReader } from '../context/chat-context.ts'
import { reloadChatContext } from '../context/load-chat-context.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import { findMessagesBySeq } from '../store/message-lists.ts'
import { findOnPath } from '../store/message-path.ts'
import { findMessage } from '../store/message-store.ts'
import { findChildren } from '../store/message-tree.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { clearQueued, findQueued, type QueuedMessage } from '../store/queued-messages.ts'
import { refundCharges } from './finish-reply.ts'
import { addCharges, findGeneration } from './generation-store.ts'
import { abandonReply, openReply } from './open-reply.ts'
import { loadReplyContext, type ReplyContext } from './reply-context.ts'
import { planReplies } from './speaker-queue.ts'
import { publishStarted, type StartedReply, startReply } from './start-reply.ts'

/**
 * Starts the reply (in a group, the first of the speaker queue) to all queued messages: those that arrived while another
 * reply was being written. Null when there are none. Those that are no longer on the active path, because another variant
 * was chosen meanwhile, are dropped and refunded: a reply to them would continue the wrong path. So are all of them when the
 * person may no longer chat here. Call it while holding the chat lock.
 */
export async function replyToQueued(
  services: ChatServices,
  replyContext: Pick<ReplyContext, 'person' | 'forReader'>,
  chatId: string,
): Promise<StartedReply | null> {
  const found = await findQueued(services.database, chatId)
  if (found.length === 0) return null
  const { forReader } = replyContext
  const context = await reloadChatContext(services, replyContext, chatId)
  const current = context?.chat ?? (await findChat(services.database, chatId, replyContext.person.id))
  if (!current) return null
  const { on: queued } = await splitByPath(services.database, current, found)
  if (!context || queued.length === 0) return dropUnanswerable(services, current, forReader)
  const path = await services.paths.read(services.database, current)
  const lastSeq = queued.at(-1)?.seq ?? 0
  const answers = firstAnswers(path, lastSeq, current.type)
  if (answers.length > 0) return settleAnswered(services, current, answers)
  const answer = planReplies(context, ...joinQueuedMessages(queued, path))
  if (!answer) return dropUnanswerable(services, current, forReader)
  const { speakerId, speakerQueue } = answer
  const opened = openReply(services, await loadReplyContext(services, context, { path, speakerId }))
  try {
    const { chat, result: row } = await changeChat(services, replyContext.person.id, chatId, async (locked) => {
      if (locked.chat.rev !== current.rev || (await findGeneration(locked.tx, chatId))) return null
      const { on, off } = await splitByPath(locked.tx, locked.chat, await findQueued(locked.tx, chatId))
      await refundMessages(locked, off)
      await clearQueued(locked.tx, chatId)
      // Another process has dropped them meanwhile: the person pressed Stop.
      if (on.length === 0) return null
      return startReply(services, locked, {
        entry: opened.replyContext.writer.entry,
        parentSeq: locked.chat.leafSeq,
        speakerId,
        chargeKeys: chargeKeysOf(on),
      })
    })
    if (row) {
      await publishStarted(services, chat, forReader, row)
      return { opened, row, speakerQueue, siblings: [row.seq] }
    }
  } catch (error) {
    abandonReply(opened, error)
    throw error
  }
  abandonReply(opened)
  return null
}

/** The queued messages on the active path, and the others. */
async function splitByPath(
  db: Queryable,
  chat: Pick<ChatRow, 'id' | 'leafSeq'>,
  queued: readonly QueuedMessage[],
): Promise<{ on: QueuedMessage[]; off: QueuedMessage[] }> {
  const seqs = queued.map(({ seq }) => seq)
  const active = new Set(seqs.length > 0 ? await findOnPath(db, chat.id, chat.leafSeq, seqs) : [])
  return {
    on: queued.filter(({ seq }) => active.has(seq)),
    off: queued.filter(({ seq }) => !active.has(seq)),
  }
}

/** The joined text of the queued messages, and the member requested by the last of them that requests one. */
function joinQueuedMessages(
  queued: readonly QueuedMessage[],
  path: readonly PathEntry[],
): [{ text: string; seq: number }, string | null] {
  const seqs = new Set(queued.map((message) => message.seq))
  const texts = path.filter((entry) => seqs.has(entry.seq)).map((entry) => entry.text)
  const wanted = queued.findLast((message) => message.wantedSpeaker !== null)?.wantedSpeaker ?? null
  return [{ text: texts.join('\n'), seq: queued.at(-1)?.seq ?? 0 }, wanted]
}

const chargeKeysOf = (messages: readonly QueuedMessage[]): string[] =>
  messages.flatMap(({ chargeKey }) => chargeKey ?? [])

/**
 * The replies that queued messages pay for if another process has already answered them: the first one after the last of
 * them, in a group with those that follow it. What answers a later message is paid by that message.
 */
function firstAnswers(path: readonly PathEntry[], lastSeq: number, type: ChatRow['type']): number[] {
  const after = path.filter(({ seq }) => seq > lastSeq)
  const answers = after.slice(after.findIndex(({ role }) => role === 'character'))
  const [first] = answers
  if (first?.role !== 'character') return []
  if (type === 'single') return [first.seq]
  const end = answers.findIndex(({ role }) => role === 'user')
  const ofTurn = end < 0 ? answers : answers.slice(0, end)
  return ofTurn.flatMap(({ role, seq }) => (role === 'character' ? [seq] : []))
}

/**
 * Settles queued messages that a later reply has answered: another process took one more message between two replies,
 * and the reply to it had all of them in its prompt. They are refunded if that reply said nothing. If it is still being
 * written, their charges are added to it, so that they are refunded if it fails.
 */
async function settleAnswered(services: ChatServices, current: ChatRow, answers: readonly number[]): Promise<null> {
  await changeChat(services, current.personId, current.id, async (locked) => {
    if (locked.chat.rev !== current.rev) return
    const { tx } = locked
    const { on, off } = await splitByPath(tx, locked.chat, await findQueued(tx, current.id))
    const writing = await findGeneration(tx, current.id)
    const paid = await paidAnswers(tx, current.id, answers)
    const isAnswered = await hasSaidAnything(
      tx,
      current.id,
      paid.filter((seq) => seq !== writing?.seq),
    )
    if (!isAnswered && writing && paid.includes(writing.seq))
      await addCharges(tx, current.id, writing.seq, chargeKeysOf(on))
    else if (!isAnswered) await refundMessages(locked, on)
    await refundMessages(locked, off)
    await clearQueued(tx, current.id)
  })
  return null
}

/** The answers without another version of the first one: people pay for that by itself. */
async function paidAnswers(db: Queryable, chatId: string, answers: readonly number[]): Promise<number[]> {
  const [first, ...following] = answers
  const answer = first === undefined ? null : await findMessage(db, chatId, first)
  if (!answer) return []
  const children = await findChildren(db, chatId, [answer.parentSeq])
  const versions = await findMessagesBySeq(
    db,
    chatId,
    children.map(({ seq }) => seq),
  )
  const original = versions.find(({ role }) => role === 'character')?.seq
  if (original === undefined) return []
  return original === answer.seq ? [answer.seq, ...following] : [original]
}

async function hasSaidAnything(db: Queryable, chatId: string, replies: readonly number[]): Promise<boolean> {
  const rows = await Promise.all(replies.map((seq) => findMessage(db, chatId, seq)))
  return rows.some((row) => row && row.status !== 'failed' && row.text.trim() !== '')
}

/** Drops the queued messages when nobody can answer them, unless the chat has changed meanwhile. */
async function dropUnanswerable(services: ChatServices, current: ChatRow, { card }: ForReader): Promise<null> {
  const { chat } = await changeChat(services, current.personId, current.id, async (locked) => {
    if (locked.chat.rev === current.rev) await dropQueued(locked)
  })
  publishChange(services, chat, card)
  return null
}

/** Drops the queued messages of a chat, and refunds them. */
export async function dropQueued(locked: LockedChat): Promise<void> {
  await refundMessages(locked, await findQueued(locked.tx, locked.chat.id))
  await clearQueued(locked.tx, locked.chat.id)
}

/** Gives back what queued messages cost. */
export async function refundMessages(
  locked: LockedChat,
  messages: readonly Pick<QueuedMessage, 'chargeKey'>[],
): Promise<void> {
  await refundCharges(
    locked,
    messages.flatMap(({ chargeKey }) => chargeKey ?? []),
  )
}

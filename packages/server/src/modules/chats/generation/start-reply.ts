import type { ServerFrame } from '@everkin/contract/types.ts'
import type { ModelEntry } from '../../models/module.ts'
import { type LockedChat, publishChange } from '../context/change-chat.ts'
import type { ForReader } from '../context/chat-context.ts'
import { messageViews } from '../context/views.ts'
import { LEASE_MS } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import type { MessageRow } from '../store/message-row.ts'
import { insertMessage, loadSkipPointers } from '../store/message-store.ts'
import { insertGeneration } from './generation-store.ts'
import type { OpenedReply } from './open-reply.ts'
import type { SpeakerQueue } from './speaker-queue.ts'

/** A reply whose empty message is stored and whose model has been asked. The caller must write it (`streamReply`). */
export interface StartedReply {
  opened: OpenedReply
  row: MessageRow
  /** In a group: the queue of the speakers after it. */
  speakerQueue: SpeakerQueue | null
  /** The message's variants, including itself, at the time it was started. */
  siblings: readonly number[]
}

/**
 * Stores the empty message that a reply will fill, at the end of the active path, with this process's claim on it. It
 * becomes the new leaf.
 */
export async function startReply(
  services: ChatServices,
  locked: LockedChat,
  reply: { entry: ModelEntry; parentSeq: number; speakerId: string; chargeKeys: readonly string[] },
): Promise<MessageRow> {
  const { chat, tx, now } = locked
  const row = await insertMessage(
    tx,
    {
      chatId: chat.id,
      seq: locked.nextSeq(),
      parentSeq: reply.parentSeq,
      rev: locked.nextRev(),
      role: 'character',
      speakerId: reply.speakerId,
      status: 'streaming',
      voiceDemo: reply.entry.model.kind === 'demo',
      createdAt: now,
    },
    await loadSkipPointers(tx, chat.id, reply.parentSeq),
  )
  chat.leafSeq = row.seq
  await claimReply(services, locked, row.seq, reply.chargeKeys)
  return row
}

/** Records that this process writes a message, until the lease lapses. */
export async function claimReply(
  services: ChatServices,
  locked: LockedChat,
  seq: number,
  chargeKeys: readonly string[],
): Promise<void> {
  await insertGeneration(locked.tx, {
    chatId: locked.chat.id,
    seq,
    personId: locked.chat.personId,
    chargeKeys: [...chargeKeys],
    owner: services.processId,
    leaseUntil: new Date(locked.now.getTime() + LEASE_MS),
  })
}

/** Notifies every device that a character has started to write. */
export async function publishStarted(
  services: ChatServices,
  chat: ChatRow,
  { card }: ForReader,
  row: MessageRow,
): Promise<void> {
  const messages = await messageViews(services, [row], card, () => true)
  const frames: ServerFrame[] = messages.map((message) => ({ type: 'message.created', message }))
  publishChange(services, chat, card, frames)
}

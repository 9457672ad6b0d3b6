import type { LockedChat } from '../context/change-chat.ts'
import { LEASE_MS } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { insertMessage, loadSkipPointers, type MessageRow } from '../store/message-store.ts'
import { insertGeneration } from './generation-store.ts'

/**
 * Stores the empty message that a reply will fill, at the end of the active path, with this process's claim on it. It
 * becomes the new leaf.
 */
export async function startReply(
  services: ChatServices,
  held: LockedChat,
  reply: { parentSeq: number; speakerId: string; chargeKeys: readonly string[] },
): Promise<MessageRow> {
  const { chat, tx, now } = held
  const row = await insertMessage(
    tx,
    {
      chatId: chat.id,
      seq: held.nextSeq(),
      parentSeq: reply.parentSeq,
      rev: held.nextRev(),
      role: 'character',
      speakerId: reply.speakerId,
      status: 'streaming',
      voiceDemo: services.model.kind === 'demo',
      createdAt: now,
    },
    await loadSkipPointers(tx, chat.id, reply.parentSeq),
  )
  chat.leafSeq = row.seq
  await claimReply(services, held, row.seq, reply.chargeKeys)
  return row
}

/** Records that this process writes a message, until the lease lapses. */
export async function claimReply(
  services: ChatServices,
  held: LockedChat,
  seq: number,
  chargeKeys: readonly string[],
): Promise<void> {
  await insertGeneration(held.tx, {
    chatId: held.chat.id,
    seq,
    personId: held.chat.personId,
    chargeKeys: [...chargeKeys],
    owner: services.processId,
    leaseUntil: new Date(held.now.getTime() + LEASE_MS),
  })
}

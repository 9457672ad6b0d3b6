import type { HeldChat } from './change-chat.ts'
import { findMessage, findNewestEnd, findOnPathAfter, type MessageRow, rememberTip } from './message-store.ts'
import { previewOf } from './rules.ts'
import type { Turn } from './turn.ts'
import { speakerOf } from './views.ts'

/**
 * Before another variant under `parentSeq` becomes active: the one that is active now remembers where its path ended,
 * so that what followed it comes back with it. Costs the same however long that path is.
 */
export async function leaveVariant(held: HeldChat, parentSeq: number): Promise<void> {
  const active = await findOnPathAfter(held.tx, held.chat.id, held.chat.leafSeq, parentSeq)
  if (active !== null) await rememberTip(held.tx, held.chat.id, active, held.chat.leafSeq)
}

/** Where the path through a variant ended when it was last left, else by its newest followers. */
export async function tipOf(held: HeldChat, variant: MessageRow): Promise<number> {
  if (variant.tipSeq !== null && (await findMessage(held.tx, held.chat.id, variant.tipSeq))) return variant.tipSeq
  return findNewestEnd(held.tx, held.chat.id, variant.seq)
}

/** Ends the active path somewhere else; devices that were away will load it anew. */
export async function moveLeaf(held: HeldChat, turn: Turn, leafSeq: number): Promise<void> {
  held.chat.leafSeq = leafSeq
  held.chat.pathRev = held.nextRev()
  const leaf = leafSeq === 0 ? null : await findMessage(held.tx, held.chat.id, leafSeq)
  held.chat.lastMessage = leaf && {
    role: leaf.role,
    speaker_name: speakerOf(leaf.speakerId, turn.ready.card)?.name ?? null,
    text: previewOf(leaf.text),
    created_at: leaf.createdAt.toISOString(),
  }
}

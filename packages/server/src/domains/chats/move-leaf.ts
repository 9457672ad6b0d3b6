import type { HeldChat } from './change-chat.ts'
import { findOnPathAfter, rememberTip } from './message-store.ts'

/**
 * Before another variant under `parentSeq` becomes active: the one that is active now remembers where its path ended,
 * so that what followed it comes back with it. Costs the same however long that path is.
 */
export async function leaveVariant(held: HeldChat, parentSeq: number): Promise<void> {
  const active = await findOnPathAfter(held.tx, held.chat.id, held.chat.leafSeq, parentSeq)
  if (active !== null) await rememberTip(held.tx, held.chat.id, active, held.chat.leafSeq)
}

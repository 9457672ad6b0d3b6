import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { findOwnMessage } from './find-own-message.ts'
import { speakerIn } from './groups/cast.ts'
import { readTurn } from './read-turn.ts'
import { replyAfter } from './reply-after.ts'
import type { ChatServices } from './services.ts'

type RegenerateFrame = Extract<ClientFrame, { type: 'message.regenerate' }>

/**
 * Writes another variant beside a character's message, by the same character; the old one and what followed it stay in
 * the tree.
 * @throws AppError NotFound, NotAllowed (not the answer of a character who is here), Conflict (a reply is under way), NoMessagesLeft.
 */
export async function regenerateReply(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: RegenerateFrame,
): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const old = await findOwnMessage(services, turn, frame.message_id)
    if (old.role !== 'character' || old.parentSeq === 0) throw new AppError('NotAllowed')
    // The narrator's lines, and those of who has left, can not be said again.
    if (!old.speakerId || !speakerIn(turn.ready, old.speakerId)) throw new AppError('NotAllowed')
    await replyAfter(services, turn, old.parentSeq, 'regenerated', { speakerId: old.speakerId, round: null })
  })
}

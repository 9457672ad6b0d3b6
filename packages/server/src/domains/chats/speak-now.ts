import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { speakerIn } from './groups/cast.ts'
import { readTurn } from './read-turn.ts'
import { replyAfter } from './reply-after.ts'
import type { ChatServices } from './services.ts'

type SpeakFrame = Extract<ClientFrame, { type: 'generation.speak' }>

/**
 * Lets a character speak now, at the end of the path: after a reply that failed or was stopped, or a member of a group,
 * muted or not. It speaks alone: whom it names is not called.
 * @throws AppError NotFound (nobody of this chat), Conflict (a reply is under way), NoMessagesLeft.
 */
export async function speakNow(services: ChatServices, caller: RealtimeCaller, frame: SpeakFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    if (!speakerIn(turn.ready, frame.card_id)) throw new AppError('NotFound')
    await replyAfter(services, turn, turn.chat.leafSeq, 'spoken', { speakerId: frame.card_id, round: null })
  })
}

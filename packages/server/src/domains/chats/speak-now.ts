import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { LiveCaller } from '../../platform/live/socket-gateway.ts'
import { readTurn } from './read-turn.ts'
import { replyAfter } from './reply-after.ts'
import type { ChatServices } from './services.ts'

type SpeakFrame = Extract<ClientFrame, { type: 'generation.speak' }>

/** Lets a card speak now, at the end of the path: after a reply that failed or was stopped, for instance. */
export async function speakNow(services: ChatServices, caller: LiveCaller, frame: SpeakFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    if (turn.ready.card.id !== frame.card_id) throw new AppError('NotFound')
    await replyAfter(services, turn, turn.chat.leafSeq, 'spoken')
  })
}

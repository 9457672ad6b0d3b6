import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { findOwnMessage } from './find-own-message.ts'
import { planAnswer } from './groups/plan-answer.ts'
import { meetCrisis } from './meet-crisis.ts'
import { insertMessage, readSpine } from './message-store.ts'
import { leaveVariant } from './move-leaf.ts'
import { countTokens } from './prompt/count-tokens.ts'
import { readPath } from './read-path.ts'
import { readTurn } from './read-turn.ts'
import { replyAfter } from './reply-after.ts'
import { previewOf } from './rules.ts'
import { screenOwnText } from './screen-own-text.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'

type EditFrame = Extract<ClientFrame, { type: 'message.edit' }>

/**
 * Gives a person's own message a variant with another text, which becomes active and is answered; the old one keeps
 * what followed it. It costs what sending does, with its reply.
 * @throws AppError NotFound, NotAllowed (a character's message), Conflict (a reply is under way), SafetyStop,
 * NoMessagesLeft: then the variant is there and has no reply yet.
 */
export async function branchMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const old = await findOwnMessage(services, turn, frame.message_id)
    if (old.role !== 'user') throw new AppError('NotAllowed')
    if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
    const { rows } = await readPath(services.database, turn.chat.id, old.parentSeq, { limit: 4 })
    await screenOwnText(services, turn, rows, frame.text)
    const crisis = await meetCrisis(services, caller, turn, frame.text)
    const { chat, result: row } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      await leaveVariant(held, old.parentSeq)
      const seq = held.nextSeq()
      const inserted = await insertMessage(
        held.tx,
        {
          chatId: held.chat.id,
          seq,
          parentSeq: old.parentSeq,
          rev: held.nextRev(),
          role: 'user',
          text: frame.text,
          tokens: countTokens(frame.text),
          senderId: turn.person.id,
          createdAt: held.now,
        },
        await readSpine(held.tx, held.chat.id, old.parentSeq),
      )
      held.chat.leafSeq = seq
      held.chat.updatedAt = held.now
      held.chat.lastMessage = {
        role: 'user',
        speaker_name: null,
        text: previewOf(frame.text),
        created_at: held.now.toISOString(),
      }
      return inserted
    })
    const messages = await messageViews(services, [row], turn.ready.card, () => true)
    await publishChange(
      services,
      chat,
      messages.map((message) => ({ type: 'message.created', message })),
    )
    if (crisis) for (const message of messages) crisis.publish(message.id)
    else {
      const answer = planAnswer({ ...turn, chat }, { text: frame.text, seq: row.seq })
      if (answer) await replyAfter(services, { ...turn, chat }, row.seq, 'branched', answer)
    }
  })
}

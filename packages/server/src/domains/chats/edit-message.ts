import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { findOwnMessage } from './find-own-message.ts'
import { meetCrisis } from './meet-crisis.ts'
import { isOnPath, updateMessage } from './message-store.ts'
import { countTokens } from './prompt/count-tokens.ts'
import { readPath } from './read-path.ts'
import { readTurn } from './read-turn.ts'
import { previewOf } from './rules.ts'
import { screenOwnText } from './screen-own-text.ts'
import { forgetWords } from './search/keep-index.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'

type EditFrame = Extract<ClientFrame, { type: 'message.edit' }>

/**
 * Changes a message's text in place; a person's own text that becomes a crisis message gets the help lines (C1).
 * @throws AppError NotFound, Conflict (it is being written), SafetyStop.
 */
export async function editMessage(services: ChatServices, caller: RealtimeCaller, frame: EditFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const old = await findOwnMessage(services, turn, frame.message_id)
    if (old.status === 'streaming') throw new AppError('Conflict')
    const { rows } = await readPath(services.database, turn.chat.id, old.parentSeq, { limit: 4 })
    await screenOwnText(services, turn, rows, frame.text)
    const crisis = old.role === 'user' ? await meetCrisis(services, caller, turn, frame.text) : null
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      const change = { ...old, text: frame.text, tokens: countTokens(frame.text), rev: held.nextRev() }
      const row = await updateMessage(held.tx, held.chat.id, old.seq, change)
      await forgetWords(held.tx, held.chat.id, [old.seq])
      if (row.seq === held.chat.leafSeq && held.chat.lastMessage) held.chat.lastMessage.text = previewOf(row.text)
      return { row, active: await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, row.seq) }
    })
    const messages = await messageViews(services, [result.row], turn.ready.card, () => result.active)
    await publishChange(
      services,
      chat,
      messages.map((message) => ({ type: 'message.updated', message })),
    )
    for (const message of messages) crisis?.publish(message.id)
  })
}

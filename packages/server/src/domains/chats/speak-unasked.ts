import { isCrisisText } from '../../modules/safety/detect-crisis.ts'
import { AppError } from '../../platform/app-error.ts'
import { publishBegun } from './answer-awaiting.ts'
import { beginReply } from './begin-reply.ts'
import { changeChat } from './change-chat.ts'
import { findGeneration } from './generation-store.ts'
import { openReply } from './open-reply.ts'
import { readTurn } from './read-turn.ts'
import { replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import { writeReply } from './write-reply.ts'

/**
 * Lets a character say something of its own accord at the end of a chat. It costs nothing, and is screened like any
 * reply. Crisis messages are left out of its prompt: a notification must not bring them up.
 * @throws AppError NotFound, AgeNotOpen, Conflict (a reply is being written, or something was said meanwhile).
 */
export async function speakUnasked(services: ChatServices, personId: string, chatId: string): Promise<void> {
  await services.turns.take(chatId, async () => {
    const turn = await readTurn(services, personId, chatId)
    if (services.replies.find(chatId)) throw new AppError('Conflict')
    const whole = await services.paths.read(services.database, turn.chat)
    const path = whole.filter((entry) => !isCrisisText(entry.text))
    const setting = await replySetting(services, turn, { path, isUnasked: true })
    const opened = openReply(services, setting)
    try {
      const { chat, result: row } = await changeChat(services, personId, chatId, async (held) => {
        const isMoved = held.chat.rev !== turn.chat.rev
        if (isMoved || (await findGeneration(held.tx, chatId))) throw new AppError('Conflict')
        return beginReply(services, held, {
          parentSeq: held.chat.leafSeq,
          speakerId: setting.speaker.card.id,
          chargeKeys: [],
        })
      })
      services.turnCache.forget(chatId)
      await publishBegun(services, chat, turn.ready, row)
      writeReply(services, { opened, row, chargeKeys: [], round: null, siblings: [row.seq] })
    } catch (error) {
      opened.abort.abort(error)
      throw error
    }
  })
}

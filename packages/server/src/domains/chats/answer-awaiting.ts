import type { ServerFrame } from '@everkin/contract/types.ts'
import { beginReply } from './begin-reply.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { type ChatRow, findChat } from './chat-store.ts'
import { findGeneration } from './generation-store.ts'
import { clearAwaiting, findAwaiting, type MessageRow } from './message-store.ts'
import { type OpenedReply, openReply } from './open-reply.ts'
import { type ReplySetting, replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'

/** A reply that has been begun in the database and asked of the model; whoever has it must write it. */
export interface BegunReply {
  opened: OpenedReply
  row: MessageRow
  chargeKeys: readonly string[]
  /** The message's variants, itself included, as they were when it was begun. */
  siblings: readonly number[]
}

/**
 * Begins one reply to all that was said while another was written; null when nothing waits. Call it in the chat's turn.
 */
export async function answerAwaiting(
  services: ChatServices,
  setting: Pick<ReplySetting, 'person' | 'locale' | 'ready'>,
  chatId: string,
): Promise<BegunReply | null> {
  if ((await findAwaiting(services.database, chatId)).length === 0) return null
  const current = await findChat(services.database, chatId, setting.person.id)
  if (!current) return null
  const opened = openReply(
    services,
    await replySetting(
      services,
      { ...setting, chat: current },
      { path: await services.paths.read(services.database, current) },
    ),
  )
  try {
    const begun = await changeChat(services, setting.person.id, chatId, async (held) => {
      const waiting = await findAwaiting(held.tx, chatId)
      if (waiting.length === 0 || held.chat.rev !== current.rev || (await findGeneration(held.tx, chatId))) return null
      await clearAwaiting(held.tx, chatId)
      const chargeKeys = waiting.flatMap((message) => message.chargeKey ?? [])
      const speakerId = setting.ready.card.id
      return {
        row: await beginReply(services, held, { parentSeq: held.chat.leafSeq, speakerId, chargeKeys }),
        chargeKeys,
      }
    })
    if (begun.result) {
      await publishBegun(services, begun.chat, setting.ready, begun.result.row)
      return { opened, ...begun.result, siblings: [begun.result.row.seq] }
    }
  } catch (error) {
    opened.abort.abort(error)
    throw error
  }
  opened.abort.abort(new Error('not needed'))
  return null
}

/** Tells every device that a character has begun to write. */
export async function publishBegun(
  services: ChatServices,
  chat: ChatRow,
  ready: ReplySetting['ready'],
  row: MessageRow,
): Promise<void> {
  const messages = await messageViews(services.database, [row], ready.card, () => true)
  const frames: ServerFrame[] = messages.map((message) => ({ type: 'message.created', message }))
  await publishChange(services, chat, frames)
}

import type { ServerFrame } from '@everkin/contract/types.ts'
import { beginReply } from './begin-reply.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { type ChatRow, findChat } from './chat-store.ts'
import { dropAwaiting, walletFrame } from './finish-reply.ts'
import { findGeneration } from './generation-store.ts'
import { planAnswer } from './groups/plan-answer.ts'
import type { Round } from './groups/round.ts'
import { type AwaitingMessage, clearAwaiting, findAwaiting, type MessageRow } from './message-store.ts'
import { type OpenedReply, openReply } from './open-reply.ts'
import type { PathEntry } from './path-cache.ts'
import { type ReplySetting, replySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'
import { messageViews } from './views.ts'

/** A reply that has been begun in the database and asked of the model; whoever has it must write it. */
export interface BegunReply {
  opened: OpenedReply
  row: MessageRow
  chargeKeys: readonly string[]
  /** In a group: what may follow it. */
  round: Round | null
  /** The message's variants, itself included, as they were when it was begun. */
  siblings: readonly number[]
}

/**
 * Begins the reply, or the first of a group's round, to all that was said while another was written; null when nothing
 * waits. Call it in the chat's turn.
 */
export async function answerAwaiting(
  services: ChatServices,
  setting: Pick<ReplySetting, 'person' | 'locale' | 'ready'>,
  chatId: string,
): Promise<BegunReply | null> {
  const waiting = await findAwaiting(services.database, chatId)
  if (waiting.length === 0) return null
  const current = await findChat(services.database, chatId, setting.person.id)
  if (!current) return null
  const turn: Turn = { ...setting, chat: current }
  const path = await services.paths.read(services.database, current)
  const answer = planAnswer(turn, ...askedBy(waiting, path))
  if (!answer) return giveUp(services, setting.person.id, chatId)
  const { speakerId, round } = answer
  const opened = openReply(services, await replySetting(services, turn, { path, speakerId }))
  try {
    const begun = await changeChat(services, setting.person.id, chatId, async (held) => {
      const chargeKeys = (await findAwaiting(held.tx, chatId)).flatMap((message) => message.chargeKey ?? [])
      if (held.chat.rev !== current.rev || (await findGeneration(held.tx, chatId))) return null
      await clearAwaiting(held.tx, chatId)
      return {
        row: await beginReply(services, held, { parentSeq: held.chat.leafSeq, speakerId, chargeKeys }),
        chargeKeys,
      }
    })
    if (begun.result) {
      await publishBegun(services, begun.chat, setting.ready, begun.result.row)
      return { opened, ...begun.result, round, siblings: [begun.result.row.seq] }
    }
  } catch (error) {
    opened.abort.abort(error)
    throw error
  }
  opened.abort.abort(new Error('not needed'))
  return null
}

/** What waiting messages say together, and whom the last that asks for somebody asks for. */
function askedBy(
  waiting: readonly AwaitingMessage[],
  path: readonly PathEntry[],
): [{ text: string; seq: number }, string | null] {
  const seqs = new Set(waiting.map((message) => message.seq))
  const texts = path.filter((entry) => seqs.has(entry.seq)).map((entry) => entry.text)
  const wanted = waiting.findLast((message) => message.wantedSpeaker !== null)?.wantedSpeaker ?? null
  return [{ text: texts.join('\n'), seq: waiting.at(-1)?.seq ?? 0 }, wanted]
}

/** Nobody is there any more who would answer. */
async function giveUp(services: ChatServices, personId: string, chatId: string): Promise<null> {
  const { chat, result } = await changeChat(services, personId, chatId, dropAwaiting)
  await publishChange(services, chat, result ? await walletFrame(services, services.database, personId) : [])
  return null
}

/** Tells every device that a character has begun to write. */
export async function publishBegun(
  services: ChatServices,
  chat: ChatRow,
  ready: ReplySetting['ready'],
  row: MessageRow,
): Promise<void> {
  const messages = await messageViews(services, [row], ready.card, () => true)
  const frames: ServerFrame[] = messages.map((message) => ({ type: 'message.created', message }))
  await publishChange(services, chat, frames)
}

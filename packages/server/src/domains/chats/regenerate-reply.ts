import type { ClientFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { LiveCaller } from '../../platform/live/socket-gateway.ts'
import { publishBegun } from './answer-awaiting.ts'
import { beginReply, claimReply } from './begin-reply.ts'
import { changeChat, publishChange } from './change-chat.ts'
import { chargeTurn, takeFairUse } from './charge-turn.ts'
import { walletFrame } from './finish-reply.ts'
import { findGeneration } from './generation-store.ts'
import { messageId, parseMessageId } from './message-id.ts'
import { findChildren, findMessage, type MessageRow, updateMessage } from './message-store.ts'
import { leaveVariant } from './move-leaf.ts'
import { openReply } from './open-reply.ts'
import { entryOf } from './path-cache.ts'
import { readPath } from './read-path.ts'
import { readTurn, type Turn } from './read-turn.ts'
import { PROMPT_PATH_MESSAGES } from './rules.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'
import { writeReply } from './write-reply.ts'

type RegenerateFrame = Extract<ClientFrame, { type: 'message.regenerate' }>
type ContinueFrame = Extract<ClientFrame, { type: 'message.continue' }>
type SpeakFrame = Extract<ClientFrame, { type: 'generation.speak' }>

/**
 * Writes another variant beside a character's message; the old one and what followed it stay in the tree.
 * @throws AppError NotFound, NotAllowed (not a character's answer), Conflict (a reply is under way), NoMessagesLeft.
 */
export async function regenerateReply(
  services: ChatServices,
  caller: LiveCaller,
  frame: RegenerateFrame,
): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const old = await findOwn(services, turn, frame.message_id)
    if (old.role !== 'character' || old.parentSeq === 0) throw new AppError('NotAllowed')
    await replyAfter(services, turn, old.parentSeq, 'regenerated')
  })
}

/** Lets a card speak now, at the end of the path: after a reply that failed or was stopped, for instance. */
export async function speakNow(services: ChatServices, caller: LiveCaller, frame: SpeakFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    if (turn.ready.card.id !== frame.card_id) throw new AppError('NotFound')
    await replyAfter(services, turn, turn.chat.leafSeq, 'spoken')
  })
}

/** Opens a reply whose parent is already there, charges for it and writes it. */
export async function replyAfter(services: ChatServices, turn: Turn, parentSeq: number, cause: string): Promise<void> {
  refuseWhileWriting(services, turn)
  takeFairUse(services, turn.person.id)
  const { rows } = await readPath(services.database, turn.chat.id, parentSeq, { limit: PROMPT_PATH_MESSAGES })
  const siblings = await findChildren(services.database, turn.chat.id, [parentSeq])
  const opened = openReply(services, {
    ...settingOf(turn),
    path: rows.map(entryOf),
    variantIndex: siblings.length,
    isContinuation: false,
  })
  try {
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      if (await findGeneration(held.tx, held.chat.id)) throw new AppError('Conflict')
      const key = `${cause}:${messageId(held.chat.id, held.chat.nextSeq)}`
      const charged = await chargeTurn(services, held.tx, turn.person, {
        key,
        cause: `reply_${cause}`,
        ref: held.chat.id,
        now: held.now,
      })
      await leaveVariant(held, parentSeq)
      const chargeKeys = charged ? [charged] : []
      return {
        chargeKeys,
        row: await beginReply(services, held, { parentSeq, speakerId: turn.ready.card.id, chargeKeys }),
      }
    })
    await publishBegun(services, chat, turn.ready, result.row)
    writeReply(services, { opened, ...result, siblings: [...siblings.map((sibling) => sibling.seq), result.row.seq] })
    await publishWallet(services, turn, result.chargeKeys)
  } catch (error) {
    opened.abort.abort(error)
    throw error
  }
}

/**
 * The last message streams on where it ended.
 * @throws AppError NotFound, NotAllowed (not a character's, or not the last), Conflict, NoMessagesLeft.
 */
export async function continueReply(services: ChatServices, caller: LiveCaller, frame: ContinueFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const last = await findOwn(services, turn, frame.message_id)
    if (last.role !== 'character' || last.seq !== turn.chat.leafSeq) throw new AppError('NotAllowed')
    refuseWhileWriting(services, turn)
    takeFairUse(services, turn.person.id)
    const path = await services.paths.read(services.database, turn.chat)
    const opened = openReply(services, { ...settingOf(turn), path, variantIndex: 0, isContinuation: true })
    try {
      const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
        if (await findGeneration(held.tx, held.chat.id)) throw new AppError('Conflict')
        const rev = held.nextRev()
        const key = `continued:${messageId(held.chat.id, last.seq)}:${rev}`
        const charged = await chargeTurn(services, held.tx, turn.person, {
          key,
          cause: 'reply_continued',
          ref: held.chat.id,
          now: held.now,
        })
        const chargeKeys = charged ? [charged] : []
        const row = await updateMessage(held.tx, held.chat.id, last.seq, { ...last, status: 'streaming', rev })
        await claimReply(services, held, last.seq, chargeKeys)
        return { row, chargeKeys }
      })
      const messages = await messageViews(services.database, [result.row], turn.ready.card, () => true)
      await publishChange(
        services,
        chat,
        messages.map((message) => ({ type: 'message.updated', message })),
      )
      const siblings = await findChildren(services.database, chat.id, [last.parentSeq])
      writeReply(services, { opened, ...result, siblings: siblings.map((sibling) => sibling.seq) })
      await publishWallet(services, turn, result.chargeKeys)
    } catch (error) {
      opened.abort.abort(error)
      throw error
    }
  })
}

/** A message of the turn's chat, by its id on the wire. @throws AppError NotFound. */
export async function findOwn(services: ChatServices, turn: Turn, id: string): Promise<MessageRow> {
  const place = parseMessageId(id)
  const row = place?.chatId === turn.chat.id ? await findMessage(services.database, place.chatId, place.seq) : null
  if (!row) throw new AppError('NotFound')
  return row
}

function refuseWhileWriting(services: ChatServices, turn: Turn): void {
  if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
}

function settingOf(turn: Turn) {
  return { chatId: turn.chat.id, person: turn.person, locale: turn.locale, ready: turn.ready }
}

async function publishWallet(services: ChatServices, turn: Turn, chargeKeys: readonly string[]): Promise<void> {
  if (chargeKeys.length === 0) return
  for (const frame of await walletFrame(services, services.database, turn.person.id))
    services.live.toPerson(turn.person.id, frame)
}

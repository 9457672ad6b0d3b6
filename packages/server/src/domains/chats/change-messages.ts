import { LIMITS } from '@everkin/contract/limits.ts'
import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { LiveCaller } from '../../platform/live/socket-gateway.ts'
import { changeChat, type HeldChat, publishChange } from './change-chat.ts'
import type { ChatRow } from './chat-store.ts'
import { messageId } from './message-id.ts'
import {
  deleteSubtree,
  findChildren,
  findMessage,
  findOnPathAfter,
  findOnPathBefore,
  isOnPath,
  type MessageRow,
  updateMessage,
} from './message-store.ts'
import { leaveVariant } from './move-leaf.ts'
import { countTokens } from './prompt/count-tokens.ts'
import { readPath } from './read-path.ts'
import { readTurn, type Turn } from './read-turn.ts'
import { findOwn } from './regenerate-reply.ts'
import { previewOf } from './rules.ts'
import { screenOwnText } from './screen-own-text.ts'
import type { ChatServices } from './services.ts'
import { stopReply } from './stop-reply.ts'
import { messageViews, speakerOf } from './views.ts'

type SelectFrame = Extract<ClientFrame, { type: 'message.select' }>
type EditFrame = Extract<ClientFrame, { type: 'message.edit' }>
type DeleteFrame = Extract<ClientFrame, { type: 'message.delete' }>

/** Makes a variant and what followed it the active path. @throws AppError NotFound. */
export async function selectVariant(services: ChatServices, caller: LiveCaller, frame: SelectFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const wanted = await findOwn(services, turn, frame.message_id)
    const { chat } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      if (await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, wanted.seq)) return
      await leaveVariant(held, await sharedParent(held, wanted))
      await moveLeaf(held, turn, await tipOf(held, wanted))
    })
    await publishChange(services, chat, [await pathChanged(services, turn, chat, wanted.parentSeq)])
  })
}

/** The last message that the active path and a message's own path have in common. */
async function sharedParent(held: HeldChat, wanted: MessageRow): Promise<number> {
  let row: MessageRow | null = wanted
  while (row && row.parentSeq !== 0) {
    if (await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, row.parentSeq)) return row.parentSeq
    row = await findMessage(held.tx, held.chat.id, row.parentSeq)
  }
  return 0
}

/** Where the path through a variant ended when it was last left, else by its newest followers. */
async function tipOf(held: HeldChat, variant: MessageRow): Promise<number> {
  if (variant.tipSeq !== null && (await findMessage(held.tx, held.chat.id, variant.tipSeq))) return variant.tipSeq
  let seq = variant.seq
  for (;;) {
    const newest = (await findChildren(held.tx, held.chat.id, [seq])).at(-1)
    if (!newest) return seq
    seq = newest.seq
  }
}

async function moveLeaf(held: HeldChat, turn: Turn, leafSeq: number): Promise<void> {
  held.chat.leafSeq = leafSeq
  held.chat.pathRev = held.nextRev()
  const leaf = leafSeq === 0 ? null : await findMessage(held.tx, held.chat.id, leafSeq)
  held.chat.lastMessage = leaf && {
    role: leaf.role,
    speaker_name: speakerOf(leaf.speakerId, turn.ready.card)?.name ?? null,
    text: previewOf(leaf.text),
    created_at: leaf.createdAt.toISOString(),
  }
}

/** The new active messages after a parent, at most a hundred; the rest comes by getMessages. */
async function pathChanged(services: ChatServices, turn: Turn, chat: ChatRow, parentSeq: number): Promise<ServerFrame> {
  const rows = await firstAfter(services, chat, parentSeq)
  return {
    type: 'path.changed',
    chat_id: chat.id,
    rev: chat.rev,
    parent_id: parentSeq === 0 ? null : messageId(chat.id, parentSeq),
    list: await messageViews(services.database, rows, turn.ready.card, () => true),
  }
}

/** The first messages after a parent on the active path; its cost does not grow with the path. */
async function firstAfter(services: ChatServices, chat: ChatRow, parentSeq: number): Promise<MessageRow[]> {
  const { database } = services
  const found: MessageRow[] = []
  let last = parentSeq
  while (found.length < LIMITS.pathChangedMessages) {
    const start = await findOnPathAfter(database, chat.id, chat.leafSeq, last)
    if (start === null) break
    const end = await findOnPathBefore(database, chat.id, chat.leafSeq, start + WINDOW)
    const { rows } = await readPath(database, chat.id, end ?? start, { limit: WINDOW })
    found.push(...rows.filter((row) => row.seq > last))
    last = found.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER
  }
  return found.slice(0, LIMITS.pathChangedMessages)
}

/** Numbers looked at together; so many at most are on the path among them. */
const WINDOW = 200

/** Changes a message's text in place. @throws AppError NotFound, Conflict (it is being written), SafetyStop. */
export async function editMessage(services: ChatServices, caller: LiveCaller, frame: EditFrame): Promise<void> {
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const old = await findOwn(services, turn, frame.message_id)
    if (old.status === 'streaming') throw new AppError('Conflict')
    const { rows } = await readPath(services.database, turn.chat.id, old.parentSeq, { limit: 4 })
    await screenOwnText(services, turn, rows, frame.text)
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      const change = { ...old, text: frame.text, tokens: countTokens(frame.text), rev: held.nextRev() }
      const row = await updateMessage(held.tx, held.chat.id, old.seq, change)
      if (row.seq === held.chat.leafSeq && held.chat.lastMessage) held.chat.lastMessage.text = previewOf(row.text)
      return { row, active: await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, row.seq) }
    })
    const messages = await messageViews(services.database, [result.row], turn.ready.card, () => result.active)
    await publishChange(
      services,
      chat,
      messages.map((message) => ({ type: 'message.updated', message })),
    )
  })
}

/** Deletes a message and all that followed it; where variants are left beside it, the nearest becomes active. */
export async function deleteMessage(services: ChatServices, caller: LiveCaller, frame: DeleteFrame): Promise<void> {
  const first = await readTurn(services, caller.identity.personId, frame.chat_id)
  const target = await findOwn(services, first, frame.message_id)
  const live = services.replies.find(frame.chat_id)
  if (live && live.seq >= target.seq) await stopReply(services, first.chat)
  await services.turns.take(frame.chat_id, async () => {
    const turn = await readTurn(services, caller.identity.personId, frame.chat_id)
    const { chat, result } = await changeChat(services, turn.person.id, turn.chat.id, async (held) => {
      const wasActive = await isOnPath(held.tx, held.chat.id, held.chat.leafSeq, target.seq)
      const siblings = (await findChildren(held.tx, held.chat.id, [target.parentSeq])).map((child) => child.seq)
      const rev = held.nextRev()
      const gone = await deleteSubtree(held.tx, held.chat.id, target.seq, rev)
      if (gone.length === 0) throw new AppError('NotFound')
      if (!wasActive) return { gone, rev, isSwitched: false }
      const position = siblings.indexOf(target.seq)
      const next = siblings[position - 1] ?? siblings[position + 1]
      const nextRow = next === undefined ? null : await findMessage(held.tx, held.chat.id, next)
      await moveLeaf(held, turn, nextRow ? await tipOf(held, nextRow) : target.parentSeq)
      return { gone, rev, isSwitched: nextRow !== null }
    })
    const ids = result.gone.map((seq) => messageId(chat.id, seq))
    const frames: ServerFrame[] = [{ type: 'message.deleted', chat_id: chat.id, ids, rev: result.rev }]
    if (result.isSwitched) frames.push(await pathChanged(services, turn, chat, target.parentSeq))
    await publishChange(services, chat, frames)
  })
}

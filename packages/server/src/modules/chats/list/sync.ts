import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { ClientFrame, Message, ServerFrame } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { readChanges } from '../../../platform/realtime/sync-source.ts'
import { loadPerson, type Person } from '../../accounts/module.ts'
import { listChatView } from '../context/change-chat.ts'
import type { LiveReply } from '../context/live-replies.ts'
import { canSee, findVisibleChat } from '../context/participant-policy.ts'
import { findCardOfChat } from '../context/participants.ts'
import { messageViews } from '../context/views.ts'
import { reasoningView } from '../generation/reply-reasoning.ts'
import type { ChatServices } from '../services.ts'
import { findChatsChangedAfter } from '../store/chat-list-store.ts'
import { type ChatRow, findChats } from '../store/chat-store.ts'
import { messageId, parseMessageId } from '../store/message-id.ts'
import { findChangedAfter } from '../store/message-lists.ts'
import { findOnPath, isOnPath, loadPath } from '../store/message-path.ts'
import type { MessageRow } from '../store/message-row.ts'
import { findMessage } from '../store/message-store.ts'

type SyncFrame = Extract<ClientFrame, { type: 'sync' }>

/**
 * Sends one tab what it missed: its chat list, its open chats, and the rest of the replies being written; then
 * `synced`.
 */
export async function sync(services: ChatServices, caller: RealtimeCaller, frame: SyncFrame): Promise<void> {
  // Before any await: the next delta after a sync begins at the offset that the sync names.
  const elsewhere = frame.streams.filter((stream) => !sendLocalStream(services, caller, stream))
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) return
  if (frame.user_rev !== undefined && frame.user_rev !== person.userRev) {
    const userRev = frame.user_rev > person.userRev ? 0 : frame.user_rev
    await sendChatList(services, caller, person, userRev)
    for (const listFrames of services.modules.syncSources()) {
      for (const each of await listFrames(person.id, { userRev, locale: caller.locale })) caller.reply(each)
    }
  }
  const revs: { chat_id: string; rev: number }[] = []
  const wantedIds = frame.chats.map(({ chat_id }) => chat_id)
  const found = wantedIds.length > 0 ? await findChats(services.database, person.id, wantedIds) : []
  const chats = new Map(found.map((chat) => [chat.id, chat]))
  for (const { chat_id, rev } of frame.chats) {
    const chat = chats.get(chat_id)
    const loadedCard = chat && (await findCardOfChat(services, chat, caller.locale))
    if (!loadedCard || !canSee(services, person, caller, loadedCard)) {
      caller.reply(chatDeleted(chat_id, chat !== undefined))
      continue
    }
    await sendChatChanges(services, caller, chat, rev)
    revs.push({ chat_id, rev: chat.rev })
  }
  for (const stream of elsewhere) await sendStream(services, caller, stream)
  caller.reply({ type: 'synced', user_rev: person.userRev, chats: revs })
}

async function sendChatList(
  services: ChatServices,
  caller: RealtimeCaller,
  person: Person,
  userRev: number,
): Promise<void> {
  const changed = await readChanges(userRev, (after, limit) =>
    findChatsChangedAfter(services.database, person.id, after, limit),
  )
  for (const chat of changed) {
    const view = chat.isDeleted ? null : await listChatView(services, person, caller, chat)
    caller.reply(view ? { type: 'chat.updated', chat: view } : chatDeleted(chat.id, !chat.isDeleted))
  }
}

function chatDeleted(chat_id: string, isHidden: boolean): ServerFrame {
  return { type: 'chat.deleted', chat_id, ...(isHidden && { hidden: true }) }
}

/**
 * Sends what changed in a chat since a revision, or `resync` when the revision is unknown or too old, or the path was
 * switched.
 */
async function sendChatChanges(
  services: ChatServices,
  caller: RealtimeCaller,
  chat: ChatRow,
  rev: number,
): Promise<void> {
  if (rev === chat.rev) return
  if (rev > chat.rev || chat.rev - rev > LIMITS.syncChanges || chat.pathRev > rev) {
    return caller.reply({ type: 'resync', chat_id: chat.id })
  }
  const changes = await changesAfter(services, chat, caller.locale, rev)
  if (!changes || changes.hasMore) return caller.reply({ type: 'resync', chat_id: chat.id })
  for (const message of changes.list) caller.reply(frameOf(message))
  if (changes.deleted.length > 0) {
    caller.reply({ type: 'message.deleted', chat_id: chat.id, ids: changes.deleted, rev: chat.rev })
  }
}

function frameOf(message: Message): ServerFrame {
  return message.status === 'streaming' ? { type: 'message.created', message } : { type: 'message.updated', message }
}

/**
 * Messages changed since a revision, active or not, ordered by revision, and the ids of deleted ones. About `limit` of
 * them: a revision is never split, because the next page begins after one. Deleting a message changes all that follow it
 * in one revision.
 */
export async function changesAfter(
  services: ChatServices,
  chat: ChatRow,
  locale: Locale,
  rev: number,
  limit: number = LIMITS.syncChanges,
): Promise<{ list: Message[]; deleted: string[]; hasMore: boolean; lastRev: number } | null> {
  const loadedCard = await findCardOfChat(services, chat, locale)
  if (!loadedCard) return null
  const rows = await findChangedAfter(services.database, chat, rev, limit + 1)
  const taken = rows.length > limit ? await wholeRevisions(services, chat, rows) : rows
  const lastRev = rows.length > limit ? (taken.at(-1)?.rev ?? chat.rev) : chat.rev
  const present = taken.filter((row) => !row.deleted)
  const active = await activeAmong(services, chat, present)
  return {
    list: (await messageViews(services, present, loadedCard.card, (row) => active.has(row.seq))).map((message) =>
      withLiveText(services, message),
    ),
    deleted: taken.filter((row) => row.deleted).map((row) => messageId(chat.id, row.seq)),
    hasMore: lastRev < chat.rev,
    lastRev,
  }
}

/** The rows without those of the last revision, which may be cut; all of that revision where there is no other. */
async function wholeRevisions(
  { database }: ChatServices,
  { id }: ChatRow,
  rows: readonly MessageRow[],
): Promise<readonly MessageRow[]> {
  const cut = rows.at(-1)?.rev ?? 0
  const whole = rows.filter((row) => row.rev < cut)
  return whole.length > 0 ? whole : findChangedAfter(database, { id, rev: cut }, cut - 1, null)
}

/** Which messages are active. Changes are mostly near the end, so one page of the path covers them. */
async function activeAmong(services: ChatServices, chat: ChatRow, rows: readonly MessageRow[]): Promise<Set<number>> {
  const { rows: path } = await loadPath(services.database, chat.id, chat.leafSeq, { limit: LIMITS.syncChanges })
  const active = new Set(path.map((row) => row.seq))
  const first = path[0]?.seq ?? 0
  const older = rows.filter((row) => row.seq < first).map((row) => row.seq)
  for (const seq of await findOnPath(services.database, chat.id, chat.leafSeq, older)) active.add(seq)
  return active
}

/** Adds the current text to a message that is being written here; the database is up to half a second behind. */
export function withLiveText(services: ChatServices, message: Message): Message {
  if (message.status !== 'streaming') return message
  const live = services.replies.find(message.chat_id)
  return live && live.seq === message.seq ? { ...message, text: live.text, ...reasoningView(live) } : message
}

type WantedStream = SyncFrame['streams'][number]

/** Sends the rest of a stream that is written here, from its offsets. The next frames begin exactly there. */
function sendLocalStream(services: ChatServices, caller: RealtimeCaller, stream: WantedStream): boolean {
  const place = parseMessageId(stream.message_id)
  const live = place && services.replies.find(place.chatId)
  if (!live || live.seq !== place.seq || live.personId !== caller.identity.personId) return false
  if (!canSee(services, live.person, caller, live.loadedCard)) return false
  for (const each of restOf(live, stream)) caller.reply(each)
  return true
}

/** The rest of a stream: of what the model thinks, for a client that knows of it, and of what it says. */
function restOf(live: LiveReply, { message_id, offset, reasoning_offset }: WantedStream): ServerFrame[] {
  const of = { chat_id: live.chatId, message_id }
  const from = Math.min(offset, live.text.length)
  const said: ServerFrame = { type: 'message.delta', ...of, offset: from, text: live.text.slice(from) }
  const { reasoning, reasoningMs: ms } = live
  if (reasoning_offset === undefined || reasoning === '' || ms === null) return [said]
  const thoughtFrom = Math.min(reasoning_offset, reasoning.length)
  const thought = {
    type: 'message.reasoning',
    ...of,
    offset: thoughtFrom,
    text: reasoning.slice(thoughtFrom),
    ms,
  } as const
  return [thought, said]
}

/** Handles a stream that is not written here: sends how it ended, or asks the process that writes it. */
async function sendStream(services: ChatServices, caller: RealtimeCaller, stream: WantedStream): Promise<void> {
  const { message_id: id, offset, reasoning_offset: reasoningOffset } = stream
  const place = parseMessageId(id)
  const visible = place && (await findVisibleChat(services, caller, place.chatId))
  if (!visible) return
  const { chat, loadedCard } = visible
  const row = await findMessage(services.database, chat.id, place.seq)
  if (!row) return caller.reply({ type: 'message.deleted', chat_id: chat.id, ids: [id], rev: chat.rev })
  if (row.status === 'streaming') {
    return services.bus.publish({
      kind: 'stream_wanted',
      personId: chat.personId,
      messageId: id,
      offset,
      reasoningOffset,
    })
  }
  const active = await isOnPath(services.database, chat.id, chat.leafSeq, row.seq)
  const [message] = await messageViews(services, [row], loadedCard.card, () => active)
  if (message) caller.reply({ type: 'message.completed', message })
}

/**
 * Another process has a reader of a reply that is written here: sends all of the person's devices the text from its
 * offset on.
 */
export function handleStreamWanted(
  services: ChatServices,
  wanted: { messageId: string; offset: number; reasoningOffset?: number | undefined; personId: string },
): void {
  const place = parseMessageId(wanted.messageId)
  const live = place && services.replies.find(place.chatId)
  if (!live || live.seq !== place.seq || live.personId !== wanted.personId) return
  const { messageId: message_id, offset, reasoningOffset: reasoning_offset } = wanted
  for (const each of restOf(live, { message_id, offset, reasoning_offset }))
    services.live.publishToPerson(live.personId, each)
}

import type { Locale } from '@everkin/contract/locales.ts'
import { yieldToEventLoop } from '../../../platform/event-loop.ts'
import { createOutageLog } from '../../../platform/outage-log.ts'
import { bumpUserRev, loadPerson, type Person } from '../../accounts/module.ts'
import type { LoadedCard } from '../context/card-cache.ts'
import { changeChat, publishChange } from '../context/change-chat.ts'
import { type LiveReplies, ReplyStopped } from '../context/live-replies.ts'
import { loadForReader } from '../context/load-chat-context.ts'
import { findCardOfChat } from '../context/participants.ts'
import { LEASE_MS, LEASE_RENEW_MS } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import type { MessageRow } from '../store/message-row.ts'
import { endStreaming, findMessage } from '../store/message-store.ts'
import { findUnansweredChats } from '../store/queued-messages.ts'
import { publishFinished, refundCharges, settleReply } from './finish-reply.ts'
import {
  endGeneration,
  findAbandonedGenerations,
  findGeneration,
  type GenerationRow,
  renewLeases,
} from './generation-store.ts'
import { dropQueued, replyToQueued } from './reply-to-queued.ts'
import { streamReply } from './stream-reply.ts'

const SHUTDOWN_TIMEOUT_MS = 20_000

/**
 * Ends the replies of processes that died, and those of this process that it could not store: each becomes `failed`
 * with the text it had and is refunded, and the messages that came after it are answered (DUR-01, DUR-03). Returns the
 * number of replies.
 */
export async function recoverReplies(services: ChatServices): Promise<number> {
  const { database, processId, clock, hasOtherProcesses } = services
  const found = await findAbandonedGenerations(database, processId, clock.now(), hasOtherProcesses)
  const isWritten = ({ chatId, seq, owner }: (typeof found)[number]) =>
    owner === processId && services.replies.find(chatId)?.seq === seq
  const abandoned = found.filter((generation) => !isWritten(generation))
  await forEachChat(services, abandoned, (generation) => recoverOne(services, generation))
  return abandoned.length
}

/** Chats that are recovered at the same time; each uses a connection to the database. */
const CONCURRENCY = 4

/**
 * Does something in each chat under its lock, in four chats at a time. A failure in one chat does not end the others.
 */
async function forEachChat<Row extends { chatId: string }>(
  services: ChatServices,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const left = [...rows]
  const takeNext = async () => {
    for (let row = left.shift(); row; row = left.shift()) {
      const next = row
      await services.lock
        .take(next.chatId, () => work(next))
        .catch((error: unknown) => services.log.warn({ error }, 'a reply could not be recovered; it is tried again'))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, takeNext))
}

/**
 * Ends a reply of this process that is stored as begun but is not written: it fails without text and is refunded. Call it while
 * holding the chat's lock.
 */
export async function failUnwrittenReply(
  services: ChatServices,
  { chatId, seq }: Pick<MessageRow, 'chatId' | 'seq'>,
  status: 'failed' | 'stopped',
): Promise<void> {
  const generation = await findGeneration(services.database, chatId)
  if (generation?.seq === seq) await recoverOne(services, { ...generation, owner: services.processId }, status)
  services.replyMetrics.countReply(status, null)
}

async function recoverOne(
  services: ChatServices,
  generation: GenerationRow & { owner: string },
  status: 'failed' | 'stopped' = 'failed',
): Promise<void> {
  const person = await loadPerson(services.database, generation.personId)
  const chat = await findChat(services.database, generation.chatId, generation.personId)
  const loadedCard = chat && (await findCardOfChat(services, chat, chat.locale as Locale)) // written from a Locale
  if (!person || !chat || !loadedCard) return failUnseenReply(services, generation, status)
  const replyContext = await recoveredContext(services, person, chat, loadedCard)
  const changed = await changeChat(services, person.id, chat.id, async (locked) => {
    const chargeKeys = await endGeneration(locked.tx, chat.id, generation.seq, generation.owner)
    if (!chargeKeys) return null
    const row = await findMessage(locked.tx, chat.id, generation.seq)
    if (!row) return null
    const live = { ...row, reasoning: row.reasoning ?? '', lengthBefore: 0 }
    return settleReply(replyContext, locked, live, { outcome: { status, verdict: null }, chargeKeys })
  })
  if (!changed.result) return
  await publishFinished(services, replyContext, changed.chat.leafSeq, changed.result)
  publishChange(services, changed.chat, replyContext.forReader.card)
  const started = await replyToQueued(services, replyContext, chat.id)
  if (started) streamReply(services, started)
}

/**
 * Ends a reply that nobody sees now, because its chat was deleted or its card is gone: the chat may be restored. It is
 * refunded like any other.
 */
async function failUnseenReply(
  { database, clock }: ChatServices,
  { chatId, seq, owner, personId }: GenerationRow & { owner: string },
  status: 'failed' | 'stopped',
): Promise<void> {
  await database.transaction(async (tx) => {
    await bumpUserRev(tx, personId)
    const chargeKeys = await endGeneration(tx, chatId, seq, owner)
    if (!chargeKeys) return
    await endStreaming(tx, [chatId], status)
    await refundCharges({ tx, now: clock.now() }, chargeKeys)
  })
}

/** No device asked for what is recovered, so its reader's language is that of their account. */
async function recoveredContext(services: ChatServices, person: Person, chat: ChatRow, loadedCard: LoadedCard) {
  const forReader = await loadForReader(services, { chat, loadedCard }, person.lang)
  return { person, loadedCard, forReader, locale: chat.locale as Locale } // written from a Locale
}

/**
 * Answers queued messages although no reply is under way: the process that ended the reply before them died, or lost
 * the database, before it began the next one. For a moment this is so after every reply, so a chat must have been found
 * the last time too. Returns the chats found.
 */
export async function recoverQueuedMessages(
  services: ChatServices,
  foundBefore: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = await findUnansweredChats(services.database)
  const unanswered = found.filter(({ chatId }) => foundBefore.has(chatId) && !services.replies.find(chatId))
  await forEachChat(services, unanswered, async ({ chatId, personId }) => {
    const person = await loadPerson(services.database, personId)
    const chat = await findChat(services.database, chatId, personId)
    if (!person || !chat) return
    const loadedCard = await findCardOfChat(services, chat, chat.locale as Locale) // written from a Locale
    // Nobody is left who could answer.
    if (!loadedCard) return void (await changeChat(services, personId, chatId, dropQueued))
    const started = await replyToQueued(services, await recoveredContext(services, person, chat, loadedCard), chatId)
    if (started) streamReply(services, started)
  })
  return new Set(found.map(({ chatId }) => chatId))
}

/**
 * Renews the leases of this process's replies, and recovers abandoned replies and messages, until stopped. Renewal
 * never waits for recovery, which waits for the locks of chats.
 */
export function watchReplies(services: ChatServices): { stop(): void } {
  let unanswered: ReadonlySet<string> = new Set()
  const recovery = createOutageLog(services.log, {
    failed: 'abandoned replies could not be recovered',
    recovered: 'abandoned replies can be recovered again',
  })
  const leases = createOutageLog(services.log, {
    failed: 'leases could not be renewed',
    recovered: 'leases are renewed again',
  })
  const recover = async () => {
    await recoverReplies(services)
    unanswered = await recoverQueuedMessages(services, unanswered)
    recovery.succeed()
  }
  const renew = async () => {
    if (await renewOwnLeases(services)) leases.succeed()
  }
  const timers = [repeat(renew, leases.fail), repeat(recover, recovery.fail)]
  return { stop: () => timers.forEach(clearInterval) }
}

/** Does `work` once a second, but never twice at the same time. */
function repeat(work: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, LEASE_RENEW_MS)
}

/** Whether there was a lease to renew. */
async function renewOwnLeases({ replies, database, processId, clock }: ChatServices): Promise<boolean> {
  const written = replies.all()
  const leaseUntil = new Date(clock.now().getTime() + LEASE_MS)
  if (written.length > 0) await renewLeases(database, processId, written, leaseUntil)
  return written.length > 0
}

/** Waits until this process writes no reply. Those that take too long are stopped, and their text so far is kept. */
export async function finishReplies(replies: LiveReplies): Promise<void> {
  const timer = setTimeout(() => {
    for (const reply of replies.all()) reply.abort.abort(new ReplyStopped('shutdown'))
  }, SHUTDOWN_TIMEOUT_MS)
  // Messages that arrived during a reply are answered when it ends, which starts another one.
  while (replies.all().length > 0) {
    await Promise.all(replies.all().map((reply) => reply.ended))
    await yieldToEventLoop()
  }
  clearTimeout(timer)
}

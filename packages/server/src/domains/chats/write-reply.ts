import { newSecret } from '../../platform/ids.ts'
import type { BegunReply } from './answer-awaiting.ts'
import { endReply } from './end-reply.ts'
import { faultOfError } from './fault-of-error.ts'
import type { ReplyOutcome } from './finish-reply.ts'
import { guardFor } from './groups/guard-for.ts'
import { type LiveReply, ReplyStopped } from './live-replies.ts'
import { messageId } from './message-id.ts'
import { checkpointText } from './message-store.ts'
import type { OpenedReply } from './open-reply.ts'
import { createReplySieve } from './reply-sieve.ts'
import { retractReply } from './retract-reply.ts'
import { CHECKPOINT_MS } from './rules.ts'
import type { ChatServices } from './services.ts'
import { TextModelError } from './text-model.ts'
import { speakerOf } from './views.ts'

/**
 * Writes a reply to its end: screens what the model says, sends it on as deltas, saves it twice a second, finishes it in
 * the database, and answers what was said meanwhile. It belongs to the chat, not to a socket: it goes on when its
 * reader leaves.
 */
export function writeReply(services: ChatServices, begun: BegunReply): void {
  const write = async () => {
    let next: Writing | null = takeUp(services, begun)
    while (next) next = await writeOne(services, next)
  }
  write().catch((error: unknown) =>
    services.log.error({ error }, 'a reply could not be finished; recovery takes it up'),
  )
}

interface Writing {
  begun: BegunReply
  live: LiveReply
  resolveEnded(): void
}

/** From now on the chat is busy; whoever stops it stops this reply. */
function takeUp(services: ChatServices, begun: BegunReply): Writing {
  const { opened, row } = begun
  let resolveEnded = () => {}
  const live: LiveReply = {
    chatId: row.chatId,
    seq: row.seq,
    personId: opened.setting.person.id,
    text: row.text,
    abort: opened.abort,
    ended: new Promise((resolve) => {
      resolveEnded = resolve
    }),
  }
  services.replies.add(live)
  return { begun, live, resolveEnded: () => resolveEnded() }
}

async function writeOne(services: ChatServices, { begun, live, resolveEnded }: Writing): Promise<Writing | null> {
  const saving = saveRegularly(services, live)
  try {
    const outcome = await streamParts(services, begun.opened, live)
    await saving.stop()
    return await services.turns.take(live.chatId, async () => {
      const following = await endReply(services, begun, live, outcome)
      services.replies.remove(live)
      if (outcome.status === 'complete' && !outcome.verdict && live.text.trim() !== '') tellEnded(services, begun)
      const { chatId, seq, personId } = live
      services.memory.replied({ chatId, seq, personId, used: begun.opened.setting.memory })
      // At once: between two replies of a round, too, there is always one to be stopped.
      return following && takeUp(services, following)
    })
  } finally {
    await saving.stop()
    services.replies.remove(live)
    resolveEnded()
  }
}

function tellEnded(services: ChatServices, { opened: { setting }, row }: BegunReply): void {
  const { person, chatId, ready, isUnasked } = setting
  const speakerName = speakerOf(row.speakerId, ready.card)?.name ?? ready.card.name
  services.onReply({ personId: person.id, chatId, seq: row.seq, speakerName, isUnasked })
}

/** Sends what comes from the model; gives how it ended. Never throws. */
async function streamParts(services: ChatServices, opened: OpenedReply, live: LiveReply): Promise<ReplyOutcome> {
  const { setting } = opened
  const begun = live.text
  const openSieve = () =>
    createReplySieve(setting, live, services.clock.now(), (text) => sendDelta(services, live, text))
  let sieve = openSieve()
  let guard = guardFor(setting, begun)
  const hear = (text: string) => text !== '' && sieve.push(text)
  try {
    for (let next = opened.first; ; next = opened.parts.next()) {
      const result = await next
      if (result.done || sieve.verdict()) break
      if (result.value.type === 'text') hear(guard ? guard.push(result.value.text) : result.value.text)
      if (result.value.type === 'retract') {
        sieve.discard()
        await retractReply(services, setting, live, begun)
        sieve = openSieve()
        guard = guardFor(setting, begun)
      }
      if (guard?.isCut || sieve.verdict()) {
        opened.abort.abort(new ReplyStopped('rules'))
        break
      }
    }
    if (guard) hear(guard.end())
    sieve.end()
    // All that came was somebody else's.
    if (guard?.isCut && live.text.trim() === '') {
      const fault = { reason: 'empty' as const, retry_at: null, status: null, detail: null }
      return { status: 'failed', verdict: sieve.verdict(), fault }
    }
    return { status: sieve.verdict() ? 'stopped' : 'complete', verdict: sieve.verdict() }
  } catch (error) {
    if (guard) hear(guard.end())
    sieve.end()
    const isStopped = opened.abort.signal.reason instanceof ReplyStopped || sieve.verdict() !== null
    if (isStopped) return { status: 'stopped', verdict: sieve.verdict() }
    if (!(error instanceof TextModelError)) {
      services.log.error({ error }, 'a model failed in an unknown way')
      return { status: 'failed', verdict: null }
    }
    const { fault, reason, status, detail } = error
    services.log.warn({ fault, reason, status, detail }, 'a reply failed')
    return { status: 'failed', verdict: null, fault: faultOfError(services, setting.person, error) }
  }
}

function sendDelta(services: ChatServices, live: LiveReply, text: string): void {
  const offset = live.text.length
  live.text += text
  services.live.publishToPerson(live.personId, {
    type: 'message.delta',
    chat_id: live.chatId,
    message_id: messageId(live.chatId, live.seq),
    offset,
    text,
  })
}

/** Saves the text every half second while it grows, one write at a time (DUR-03). */
function saveRegularly(services: ChatServices, live: LiveReply): { stop(): Promise<void> } {
  let savedLength = live.text.length
  let writing: Promise<void> | null = null
  const timer = setInterval(() => {
    if (writing || live.text.length === savedLength) return
    savedLength = live.text.length
    writing = checkpointText(services.database, live.chatId, live.seq, live.text)
      .catch((error: unknown) => services.log.warn({ error }, 'a reply could not be saved in between'))
      .finally(() => {
        writing = null
      })
  }, CHECKPOINT_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await writing
    },
  }
}

/** A name for this process on the replies it writes. */
export function newProcessId(): string {
  return newSecret().slice(0, 16)
}

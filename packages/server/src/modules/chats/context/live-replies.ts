import type { Person } from '../../accounts/module.ts'
import type { RequestUsage } from '../../models/module.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { LoadedCard } from './card-cache.ts'

/** A reply that this process is writing now. */
export interface LiveReply {
  readonly chatId: string
  readonly seq: number
  readonly personId: string
  /** Its reader as they were when it began, and the card. */
  readonly person: Person
  readonly loadedCard: LoadedCard
  /** The length of the text that a continued reply had before. */
  readonly lengthBefore: number
  /** The text sent to readers so far. The offsets of deltas count its UTF-16 units. */
  text: string
  /** What the model has thought so far, as sent to readers; counted in the same units. */
  reasoning: string
  /** How long it has thought; null where it has not. */
  reasoningMs: number | null
  /** Model usage of the request; null until it has ended, and where the model sent nothing. */
  used: RequestUsage | null
  readonly abort: AbortController
  /** Resolves when the reply has ended and is stored. */
  readonly ended: Promise<void>
}

/** Whether a reply has no visible text, or a continued one no more than before. It is then free. */
export function hasAddedNothing({ text, lengthBefore }: Pick<LiveReply, 'text' | 'lengthBefore'>): boolean {
  return text.slice(lengthBefore).trim() === ''
}

/** The replies that this process is writing, by chat. A chat has at most one at a time. */
export interface LiveReplies {
  add(reply: LiveReply): void
  remove(reply: LiveReply): void
  find(chatId: string): LiveReply | null
  all(): LiveReply[]
}

/** The reason for an abort when a reply was stopped on purpose. */
export class ReplyStopped extends Error {
  readonly by: 'person' | 'rules' | 'shutdown'

  constructor(by: 'person' | 'rules' | 'shutdown') {
    super(`reply stopped by ${by}`)
    this.by = by
  }
}

export function createLiveReplies(): LiveReplies {
  const byChat = new Map<string, LiveReply>()
  return {
    add: (reply) => {
      byChat.set(reply.chatId, reply)
    },
    remove: (reply) => {
      if (byChat.get(reply.chatId) === reply) byChat.delete(reply.chatId)
    },
    find: (chatId) => byChat.get(chatId) ?? null,
    all: () => [...byChat.values()],
  }
}

/** A reply that counts as being written, maybe before it is stored. */
export interface ReservedReply {
  live: LiveReply
  /** It has ended, or is not written after all. May be called again. */
  release(): void
}

/**
 * Marks a chat as busy from now on: a stop request stops this reply, its lease is renewed, and no other reply begins.
 * Reserve a reply before storing it, so that there is no moment in which it looks abandoned.
 */
export function reserveReply(
  replies: LiveReplies,
  {
    row,
    person,
    loadedCard,
    abort,
  }: Pick<LiveReply, 'person' | 'loadedCard' | 'abort'> & {
    row: Pick<MessageRow, 'chatId' | 'seq' | 'text' | 'reasoning' | 'reasoningMs'>
  },
): ReservedReply {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const live: LiveReply = {
    chatId: row.chatId,
    seq: row.seq,
    personId: person.id,
    person,
    loadedCard,
    lengthBefore: row.text.length,
    text: row.text,
    reasoning: row.reasoning ?? '',
    reasoningMs: row.reasoningMs,
    used: null,
    abort,
    ended,
  }
  replies.add(live)
  return {
    live,
    release() {
      replies.remove(live)
      resolve()
    },
  }
}

/** A complete reply that has been stored, as reported to listeners. */
export interface CompletedReply {
  personId: string
  chatId: string
  seq: number
  /** In the language of the chat. */
  speakerName: string
  /** True for a proactive message: nobody asked the character. */
  isProactive: boolean
}

import type { Transaction } from '../../../platform/db/database.ts'
import type { PathEntry } from '../store/path-cache.ts'
import type { ChatContext } from './chat-context.ts'

/** What comes to mind for one reply. */
export interface RecalledMemory {
  /** The story so far, as far as it is no longer in the prompt word for word; empty while all of it fits. */
  summary: string
  /** The facts that matter now, best first. */
  facts: readonly { id: string; text: string }[]
  /** Older messages that are called up, in the order in which they were said. */
  passages: readonly RecalledMessage[]
  /** Which version of the summary it is; null where there is none. */
  summaryRev: number | null
  /** Whether messages have left the prompt, or are about to, that have not been read yet. */
  isReadingDue: boolean
}

export interface RecalledMessage {
  seq: number
  role: 'user' | 'character'
  speakerId: string | null
  text: string
}

/** Which reply it is, and what it follows. */
export interface ReplyPlace {
  /** Of a group: the member who speaks; the one who did last unless told. */
  speakerId?: string
  /** As far back as a prompt can reach. */
  path: readonly PathEntry[]
  variantIndex?: number
  isContinuation?: boolean
  isUnasked?: boolean
  /** What is remembered, where that is known already. */
  used?: RecalledMemory
}

/**
 * The port to what is remembered of a chat; `domains/memory` stands behind it. It is told what the speaker has heard
 * and which reply it is for, since that decides what still fits. It is asked before each reply, so it is quick, and it
 * never throws: a reply without memories is better than none.
 */
export type Recall = (turn: ChatContext, heard: readonly PathEntry[], place: ReplyPlace) => Promise<RecalledMemory>

/** What memory has to hear of, and can be asked afterwards. */
export interface Memory {
  /** The story so far on the path to a message, as a reader sees it; empty where there is none. */
  summaryOf(chat: { id: string; leafSeq: number }): Promise<string>
  /** What a stored reply was written from, as far as it is still remembered. */
  recallUsed(turn: ChatContext, seq: number): Promise<RecalledMemory>
  /** Messages are being deleted in `tx`, and what is remembered of them goes with them. */
  forgetMessages(tx: Transaction, chat: { id: string; memoryRev: number }, seqs: readonly number[]): Promise<void>
  /** A path has been copied into a chat of its own in `tx`; what is remembered of it goes along. */
  branch(tx: Transaction, copy: { fromChatId: string; leafSeq: number; toChatId: string }): Promise<void>
  /** A reply has ended and is stored. What follows is done beside it and never throws. */
  replied(reply: { chatId: string; personId: string; seq: number; used: RecalledMemory }): void
}

export const NO_MEMORY: RecalledMemory = { summary: '', facts: [], passages: [], summaryRev: null, isReadingDue: false }

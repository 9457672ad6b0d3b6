import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import type { PathEntry } from '../store/path-cache.ts'
import type { ChatContext, ReplyWriter } from './chat-context.ts'
import type { PlannedPrompt } from './planned-prompt.ts'

/** The memories for one reply. */
export interface RecalledMemory {
  /** Summary of the messages that are no longer in the prompt word for word; empty while all of them fit. */
  summary: string
  /** Stable facts, which only change when memory is written, come first; then those recalled for this reply, best first. */
  facts: readonly { id: string; text: string; isStable: boolean }[]
  /** Recalled older messages, in chronological order. */
  passages: readonly RecalledMessage[]
  /** Revision of the summary; null when there is none. */
  summaryRev: number | null
  /** Whether memory should read the chat now: unread messages have left the prompt or are about to. */
  isIngestDue: boolean
}

/** The result of recalling for a reply. */
export interface RecallResult {
  memory: RecalledMemory
  /** The half of the reply's prompt that had to be built to find what is missing from it; null when none was. */
  planned: PlannedPrompt | null
}

export interface RecalledMessage {
  seq: number
  /** `system` is narration. */
  role: 'user' | 'character' | 'system'
  speakerId: string | null
  text: string
}

/** Which reply it is, and what it follows. */
export interface ReplyPlace {
  /** The speaking member of a group; by default the one who spoke last. */
  speakerId?: string
  /** The path, as far back as a prompt can reach. */
  path: readonly PathEntry[]
  variantIndex?: number
  isContinuation?: boolean
  isProactive?: boolean
  /** The memories of this reply, when they are already known. */
  used?: RecalledMemory
  /** The model and the preset; by default those of the chat. */
  writer?: ReplyWriter
}

/**
 * The port to the memories of a chat, implemented by `modules/memory`. It gets the messages that the speaker has seen
 * and the reply it is for, since both decide what fits. It is called before each reply, so it must be quick. It never
 * throws: a reply without memories is better than no reply.
 */
export type Recall = (context: ChatContext, heard: readonly PathEntry[], place: ReplyPlace) => Promise<RecallResult>

/** The memories of a chat as they are exported; each names the message that it belongs to by its number. */
export interface MemoryCopy {
  summary: { text: string; coversToSeq: number } | null
  facts: readonly { text: string; pinned: boolean; sourceSeq: number | null }[]
}

/** The events that memory needs, and the queries it answers. */
export interface Memory {
  /** The story so far on the path to a message, as the reader sees it; empty when there is none. */
  loadSummary(chat: { id: string; leafSeq: number }): Promise<string>
  /** The memories that a stored reply was written from, as far as they still exist. */
  recallUsed(context: ChatContext, seq: number): Promise<RecalledMemory>
  /** Removes the memories of messages that are being deleted in `tx`. */
  forgetMessages(tx: Transaction, chat: { id: string; memoryRev: number }, seqs: readonly number[]): Promise<void>
  /**
   * Forgets in `tx` what was remembered of a message whose text or place in the story has changed, and lets a job read it
   * again soon; with `keepsOwn` not the facts that the person has pinned or reworded.
   */
  rereadMessage(
    tx: Transaction,
    chat: { id: string; personId: string; memoryRev: number },
    seq: number,
    how?: { keepsOwn?: boolean },
  ): Promise<void>
  /** What is remembered on the path to a message, to be restored elsewhere. */
  copyMemory(db: Queryable, chat: { id: string; leafSeq: number }): Promise<MemoryCopy>
  /** Stores memories in a new chat in `tx`, without what may not be remembered. Returns the number of facts stored. */
  restore(
    tx: Transaction,
    chat: { id: string; personId: string; cardId: string },
    copy: MemoryCopy,
    about: { adultMode: boolean; now: Date },
  ): Promise<number>
  /** Copies the memories of a path that was copied into a new chat in `tx`. */
  copyToBranch(tx: Transaction, copy: { fromChatId: string; leafSeq: number; toChatId: string }): Promise<void>
  /** Called when a reply has ended and is stored. The work runs in the background and never throws. */
  onReplyEnded(reply: { chatId: string; personId: string; seq: number; used: RecalledMemory }): void
}

export const NO_MEMORY: RecalledMemory = { summary: '', facts: [], passages: [], summaryRev: null, isIngestDue: false }
export const NOTHING_RECALLED: RecallResult = { memory: NO_MEMORY, planned: null }

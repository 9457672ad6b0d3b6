import type { ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { Chat, ClientFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import type { OutboxEntry } from './outbox-store.ts'

export type MessagePage = ApiData<'GET /api/chat/getMessages'>

/** A notice from Everkin, rendered after a message (null: at the very end); never a message itself. */
export interface ChatNotice {
  afterId: string | null
  notice: ServerFrameOf<'safety.notice'>
}

/** Whether a notice shows help lines, in place of a reply. */
export const isCrisisNotice = ({ kind }: ChatNotice['notice']): boolean =>
  kind === 'crisis' || kind === 'crisis_imminent'

/** A command that the server refused, to be shown once. */
export interface ChatError {
  code: number
  reason: string
  messageId: string | null
}

/** The state of a conversation without the text of its messages; a new object whenever any of it changes. */
export interface ChatSnapshot {
  chat: Chat
  ids: readonly string[]
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  outgoing: readonly OutboxEntry[]
  notices: readonly ChatNotice[]
  /** Id of the reply that is streaming, or null. */
  streamingId: string | null
  /** A message was stored and its reply has not begun. */
  awaitingReply: boolean
  error: ChatError | null
  /** The path is being reloaded because the changes could not be applied to it. */
  reloading: boolean
  deleted: boolean
}

/** What a conversation needs from the surrounding app. */
export interface ChatPorts {
  send(frame: ClientFrame): boolean
  getMessages(query: ApiQuery<'GET /api/chat/getMessages'>): Promise<MessagePage>
  markRead(chatId: string, seq: number): Promise<unknown>
}

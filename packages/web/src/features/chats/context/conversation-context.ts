import { createContext, type RefObject, use, useSyncExternalStore } from 'react'
import type { ChatSnapshot } from '../realtime/chat-snapshot.ts'
import type { OpenChat } from '../realtime/open-chat.ts'
import type { Participants } from './participants.tsx'
import type { MessageTarget } from './use-jump-to-message.ts'

/** What can stand beside a conversation; on phones it covers it. */
export type Panel =
  /** What the model saw for a character's message; null for what the next reply would see. */
  | { kind: 'prompt'; messageId: string | null }
  /** What was said here, and in other chats. */
  | { kind: 'search' }
  /** Where paths part. */
  | { kind: 'tree' }
  /** The chat as a file. */
  | { kind: 'file' }
  /** The chat's own name. */
  | { kind: 'name' }
  /** Who is in the room, in a group. */
  | { kind: 'cast' }
  /** Pictures and videos of who is in it. */
  | { kind: 'album' }
  /** Who the person is in the chat, and their note to the author. */
  | { kind: 'setup' }
  /** What is remembered of the chat. */
  | { kind: 'memory' }
  /** What shaped a character's message. */
  | { kind: 'receipt'; messageId: string }

/** Addresses that a conversation links to; made by the page, since a feature knows no routes. */
export interface ChatLinks {
  /** A conversation, or one of its messages by its number. */
  chat: (chatId: string, seq?: number) => string
  history: string
  explore: string
  safety: string
  /** Where messages and membership are bought. */
  price: string
  card: (type: 'single' | 'multiple', cardId: string) => string
}

/** What the parts of one conversation share. */
export interface Conversation {
  chat: OpenChat
  /** The character, or the group. */
  name: string
  /** Who speaks in a group; null in a conversation with one character. */
  group: Participants | null
  links: ChatLinks
  /** Opens the report dialog for a message, or for an item of an album. */
  report: (id: string, kind?: 'message' | 'image') => void
  /** Whether messages cost this reader anything here; otherwise no count is shown, and not that something was free. */
  isCounted: boolean
  /** Opens the daily check-in, while today's is there to take: it adds messages. */
  openCheckin: (() => void) | null
  /** Opens a panel beside the conversation. */
  showPanel: (panel: Panel) => void
  /** Brings a message into sight; gives whether it is. What is on another branch is offered, or gone to if `mayLeave`. */
  goTo: (wanted: MessageTarget, canSwitchBranch: boolean) => Promise<boolean>
  /** The message that was brought into sight last. */
  target: MessageTarget | null
  /** Which of a message's version buttons had the focus when another version was asked for, by the message's parent. */
  keptFocus: RefObject<{ parentId: string | null; step: -1 | 1 } | null>
  /** Runs a command of the live socket, or says that it needs a connection. */
  warnIfUnsent: (sent: boolean) => void
}

export const ConversationContext = createContext<Conversation | null>(null)

/** The conversation around a part of it. */
export function useConversation(): Conversation {
  const conversation = use(ConversationContext)
  if (!conversation) throw new Error('There is no conversation here: render inside ConversationContext')
  return conversation
}

/** Everything of a conversation but its messages' words; draws again only when that changes. */
export function useChatSnapshot(chat: OpenChat): ChatSnapshot {
  return useSyncExternalStore(chat.subscribe, chat.snapshot, chat.snapshot)
}

import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { createContext, type RefObject, use, useSyncExternalStore } from 'react'
import type { ChatSnapshot } from '../realtime/chat-snapshot.ts'
import type { OpenChat } from '../realtime/open-chat.ts'
import type { Participants } from './participants.tsx'
import type { MessageTarget } from './use-jump-to-message.ts'

/** Panels beside a conversation; on phones they cover it. */
export type Panel =
  /** The prompt of a character's message; null for the prompt of the next reply. */
  | { kind: 'prompt'; messageId: string | null }
  /** Search in this chat and in others. */
  | { kind: 'search' }
  | { kind: 'branches' }
  | { kind: 'export' }
  | { kind: 'rename' }
  /** The members of a group. */
  | { kind: 'participants' }
  /** Pictures and videos of the chat's characters. */
  | { kind: 'album' }
  /** The person's persona in the chat, lorebooks, and the author's note. */
  | { kind: 'settings' }
  /** How the conversation looks on this device. */
  | { kind: 'reading' }
  /** The model and the preset. */
  | { kind: 'model' }
  /** What memory stores about the chat; with a new fact in its form, if there is one. */
  | { kind: 'memory'; newFact?: NewFact }
  /** What a character's message was written from. */
  | { kind: 'receipt'; messageId: string }

/** A message as the fact that someone may want to be remembered, before they have saved it. */
export interface NewFact {
  messageId: string
  text: string
}

/** Addresses that a conversation links to; passed in by the page, since a feature knows no routes. */
export interface ChatLinks {
  /** Where a stopped text is appealed; null for a guest. */
  decisions: string | null
  /** A conversation, or one of its messages by sequence number. */
  chat: (chatId: string, seq?: number) => string
  history: string
  explore: string
  safety: string
  /** Where messages and membership are sold; null while nothing is offered to the reader. */
  price: string | null
  /** Where models are connected; null for people who do not run the server. */
  models: string | null
  /** The person's presets. */
  presets: string
  /** What the person has blocked. */
  blocks: string
  /** Where pictures are painted. */
  paint: string
  card: (type: 'single' | 'multiple', cardId: string) => string
}

export type ChatSettings = ApiData<'GET /api/chat/info'>['settings']
export type ChatSettingsChange = Omit<ApiBody<'POST /api/chat/settings'>, 'chat_id'>

export interface SharedChatSettings {
  /** As on the server when they were last read. */
  settings: ChatSettings
  /** Changes them on the server. @throws ApiError, and then nothing has changed. */
  changeSettings: (change: ChatSettingsChange) => Promise<ChatSettings>
}

/** State and actions shared by the parts of one conversation. */
export interface Conversation extends SharedChatSettings {
  chat: OpenChat
  /** The character, or the group. */
  name: string
  /** The speakers of a group; null in a conversation with one character. */
  group: Participants | null
  links: ChatLinks
  /** The reader is a guest, who may only write and read. */
  isGuest: boolean
  /** Opens the report dialog for a message, or for an item of an album. */
  report: (id: string, kind?: 'message' | 'image') => void
  /** Blocks a character, or a group. */
  block: (cardId: string) => void
  /** Whether the model of this chat takes messages of this reader; if not, neither a count nor "free" is shown. */
  isCounted: boolean
  /** The server's speech to text, and whether recordings stay on its machine; null: the browser's own is used. */
  transcription: { on_this_machine: boolean } | null
  /** Opens the daily check-in, which adds messages; null if it is not available today. */
  openCheckin: (() => void) | null
  showPanel: (panel: Panel) => void
  /** Scrolls to a message; returns whether it is shown. Another branch is offered, or opened if `canSwitchBranch`. */
  goTo: (wanted: MessageTarget, canSwitchBranch: boolean) => Promise<boolean>
  /** The message that was last scrolled to. */
  target: MessageTarget | null
  /**
   * The last step to another variant of a message, by the message's parent. The variant comes in from that side, and the
   * button that took the step keeps the focus.
   */
  variantStep: RefObject<{ parentId: string | null; step: -1 | 1 } | null>
  /** Says that a command needs a connection if it was not sent. */
  warnIfUnsent: (sent: boolean) => void
}

export const ConversationContext = createContext<Conversation | null>(null)

/** @throws Error outside of a conversation. */
export function useConversation(): Conversation {
  const conversation = use(ConversationContext)
  if (!conversation) throw new Error('useConversation must be used inside a ConversationContext provider')
  return conversation
}

/** The state of a conversation without the text of its messages, so streaming alone causes no render. */
export function useChatSnapshot(chat: OpenChat): ChatSnapshot {
  return useSyncExternalStore(chat.subscribe, chat.snapshot, chat.snapshot)
}

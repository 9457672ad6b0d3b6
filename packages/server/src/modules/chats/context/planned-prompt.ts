import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../../accounts/module.ts'
import type { PromptPlan } from '../prompt/build-prompt.ts'
import type { AttachedLore } from '../prompt/lore-book.ts'
import type { PromptImages } from '../prompt/prompt-input.ts'
import type { AuthorsNote } from '../store/chat-store.ts'
import type { PathEntry } from '../store/path-cache.ts'
import type { LoadedCard } from './card-cache.ts'
import type { ReplyWriter } from './chat-context.ts'

/** What a reply's prompt is built from, apart from its memories. */
export interface PromptBasis {
  chatId: string
  person: Person
  /** The person's name and description in this chat, as characters see them. */
  persona: { name: string; text: string }
  /** The language of the chat. */
  locale: Locale
  /** The card of the chat, in its language. */
  loadedCard: LoadedCard
  /** The speaker: the same card, or a member of the group. */
  speaker: LoadedCard
  path: readonly PathEntry[]
  /** The messages of the path that the speaker was present for. */
  heard: readonly PathEntry[]
  /** The person's own lorebooks in this chat. */
  lore: AttachedLore
  /** The newest pictures, for a model that sees. */
  images: PromptImages
  note: AuthorsNote | null
  /** 0 for the first reply to its parent, 1 for the second … */
  variantIndex: number
  isContinuation: boolean
  /** True for a proactive message, which nobody asked for. */
  isProactive: boolean
  /** The last change of the chat before this turn; null for a chat that is not stored. */
  lastActiveAt: Date | null
  writer: ReplyWriter
}

/** The half of a prompt that needs no memories, and what it was built from. Only one prompt may be built from it. */
export interface PlannedPrompt {
  basis: PromptBasis
  plan: PromptPlan
}

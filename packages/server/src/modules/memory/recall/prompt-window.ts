import {
  buildReplyPrompt,
  type ChatContext,
  historyTokensFor,
  isSpoken,
  isTrimmed,
  largestMemory,
  loadReplyContext,
  MEMORY_TITLE_TOKENS,
  maxCardTokens,
  memoryBudget,
  NO_MEMORY,
  type PathEntry,
  type ReplyPlace,
  TOKENS_AROUND_MESSAGE,
} from '../../chats/module.ts'
import { NEWEST_EXCLUDED, READ_AHEAD_MESSAGES } from '../rules.ts'
import type { MemoryServices } from '../services.ts'

/** What of a conversation stays in the prompt word for word. */
export interface PromptWindow {
  /** What memory may take of the prompt, in tokens. */
  memoryTokens: number
  /** From this message on all is in the prompt, whatever memory takes; what is before it may be recalled. */
  fromSeq: number
  /** Read, and no longer sure to be in the prompt: the newest of what has fallen out. */
  outside: readonly PathEntry[]
  /** The messages that fall out next, without the newest of all. */
  next: readonly PathEntry[]
  /** Whether all that was said is in the prompt. */
  isWhole: boolean
}

type Services = Pick<MemoryServices, 'model' | 'clock' | 'database'>

/**
 * Finds what of `heard` still fits, by building this reply's prompt with the largest memory that it can have: a real
 * memory takes no more, so no message is missing from a prompt that memory does not know of. Builds nothing while a
 * conversation is short.
 */
export async function findPromptWindow(
  services: Services,
  context: ChatContext,
  received: readonly PathEntry[],
  place: ReplyPlace,
): Promise<PromptWindow> {
  const room = historyTokensFor(services.model)
  const said = received.filter(isSpoken)
  const whole = {
    memoryTokens: memoryBudget(room),
    fromSeq: said[0]?.seq ?? 0,
    outside: [],
    next: [],
    isWhole: true,
  }
  if (certainlyFits(context, said, room)) return whole
  const { database } = services
  const reply = await loadReplyContext({ database, recall: async () => NO_MEMORY }, context, {
    ...place,
    used: undefined,
  })
  const memory = { ...NO_MEMORY, summary: largestMemory(room) }
  const { dropped } = buildReplyPrompt(services, { ...reply, memory })
  const memoryTokens = Math.max(0, memoryBudget(room) - dropped.memoryTokens)
  // In a group, what a member has not heard leaves room: there may be more to hear than was read.
  const isAllRead = received.length === place.path.length || !isTrimmed(place.path, room)
  if (dropped.history === 0 && isAllRead) return { ...whole, memoryTokens }
  const retained = said.slice(dropped.history)
  return {
    memoryTokens,
    fromSeq: retained[0]?.seq ?? 0,
    outside: said.slice(0, dropped.history),
    next: retained.slice(0, -NEWEST_EXCLUDED).slice(0, READ_AHEAD_MESSAGES),
    isWhole: false,
  }
}

/** House rules, headings, the author's note, and what closes a prompt. */
const MAX_FIXED_TOKENS = 1_300
/** A persona's 2,000 characters, in the costliest script. */
const MAX_PERSONA_TOKENS = 3_000
/** What is left when lore has taken its quarter. */
const WITHOUT_LORE = 0.75

/** Whether a conversation fits beside its card, persona, lore and memory at their largest, without building a prompt. */
function certainlyFits({ ready, chat }: ChatContext, said: readonly PathEntry[], room: number): boolean {
  if (ready.card.type !== 'single') return false
  const tokens = said.reduce((sum, entry) => sum + entry.tokens + TOKENS_AROUND_MESSAGE, 0)
  const fixed = MAX_FIXED_TOKENS + (chat.personaId === null ? 0 : MAX_PERSONA_TOKENS) + maxCardTokens(ready.prepared)
  return tokens <= (room - fixed) * WITHOUT_LORE - memoryBudget(room) - MEMORY_TITLE_TOKENS
}

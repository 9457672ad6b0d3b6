import { yieldIfDue } from '../../../platform/event-loop.ts'
import {
  buildReplyPrompt,
  type ChatContext,
  findWriter,
  historyTokensFor,
  isSpoken,
  isTrimmed,
  largestMemory,
  limitsOf,
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

/** The part of a conversation that stays in the prompt word for word. */
export interface PromptWindow {
  /** The token budget of memory in the prompt. */
  memoryTokens: number
  /** All messages from this one on are in the prompt, however large memory is. Earlier ones may be recalled. */
  fromSeq: number
  /** Loaded, but no longer certain to be in the prompt: the newest messages outside. */
  outside: readonly PathEntry[]
  /** The messages that leave the prompt next, without the newest of all. */
  next: readonly PathEntry[]
  /** Whether the whole conversation is in the prompt. */
  isWhole: boolean
}

type Services = Pick<MemoryServices, 'models' | 'settings' | 'clock' | 'database'>

/**
 * Finds the part of `received` that still fits, by building this reply's prompt with the largest possible memory. Real
 * memory is never larger, so every message missing from a prompt is known here. Builds nothing for a short
 * conversation.
 */
export async function findPromptWindow(
  services: Services,
  context: ChatContext,
  received: readonly PathEntry[],
  place: ReplyPlace,
): Promise<PromptWindow> {
  const writer = place.writer ?? (await findWriter(services, context))
  const room = historyTokensFor(limitsOf(writer))
  const said = received.filter(isSpoken)
  const whole = {
    memoryTokens: memoryBudget(room),
    fromSeq: said[0]?.seq ?? 0,
    outside: [],
    next: [],
    isWhole: true,
  }
  if (certainlyFits(context, said, room)) return whole
  const reply = await loadReplyContext({ ...services, recall: async () => NO_MEMORY }, context, {
    ...place,
    writer,
    used: undefined,
  })
  const memory = { ...NO_MEMORY, summary: largestMemory(room) }
  const { dropped } = buildReplyPrompt(services, { ...reply, memory })
  // A large lorebook takes a while to search, and the reply searches it again.
  await yieldIfDue()
  const memoryTokens = Math.max(0, memoryBudget(room) - dropped.memoryTokens)
  // In a group, messages that a member has not seen take no room: there may be more to load than was read.
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

/** Built-in rules, headings, the author's note, and the end of a prompt. */
const MAX_FIXED_TOKENS = 1_300
/** A persona's 2,000 characters, in the script that costs the most tokens. */
const MAX_PERSONA_TOKENS = 3_000
/** The share that remains when lore has used its quarter. */
const WITHOUT_LORE = 0.75

/**
 * Whether a conversation certainly fits beside its card, persona, lore and memory at their largest. Builds no prompt.
 */
function certainlyFits({ ready, chat }: ChatContext, said: readonly PathEntry[], room: number): boolean {
  if (ready.card.type !== 'single') return false
  const tokens = said.reduce((sum, entry) => sum + entry.tokens + TOKENS_AROUND_MESSAGE, 0)
  const fixed = MAX_FIXED_TOKENS + (chat.personaId === null ? 0 : MAX_PERSONA_TOKENS) + maxCardTokens(ready.prepared)
  return tokens <= (room - fixed) * WITHOUT_LORE - memoryBudget(room) - MEMORY_TITLE_TOKENS
}

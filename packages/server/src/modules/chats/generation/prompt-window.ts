import { yieldIfDue } from '../../../platform/event-loop.ts'
import { TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { NOTHING_RECALLED, type ReplyPlace } from '../context/memory-port.ts'
import type { PlannedPrompt } from '../context/planned-prompt.ts'
import { findWriter, limitsOf, maxPromptTokens } from '../context/reply-writer.ts'
import { minBudgets } from '../prompt/build-prompt.ts'
import { maxCardTokens } from '../prompt/card-size.ts'
import { READ_AHEAD_SHARE } from '../prompt/history-window.ts'
import type { MemoryBudget } from '../prompt/prompt-input.ts'
import type { ChatServices } from '../services.ts'
import { isSpoken, isTrimmed, type PathEntry } from '../store/path-cache.ts'
import { findReplyWindow } from './open-reply.ts'
import { loadReplyContext } from './reply-context.ts'

/** The part of a conversation that is in the prompt word for word. */
export interface PromptWindow {
  /** The token budgets of memory in the prompt. */
  budget: MemoryBudget
  /** All messages from this one on are in the prompt. Earlier ones may be recalled. */
  fromSeq: number
  /** Loaded, but not in the prompt: the newest messages outside. */
  outside: readonly PathEntry[]
  /** The messages that leave the prompt with the next step. */
  next: readonly PathEntry[]
  /** Whether the whole conversation is in the prompt. */
  isWhole: boolean
  /** What was built of the prompt; null for a short conversation. */
  planned: PlannedPrompt | null
}

/**
 * Finds the part of `received` that is in the prompt, by building this reply's prompt as far as it needs no memories:
 * which messages it includes does not depend on them. Builds nothing for a short conversation.
 */
export async function findPromptWindow(
  services: Pick<ChatServices, 'models' | 'settings' | 'clock' | 'database'>,
  context: ChatContext,
  received: readonly PathEntry[],
  place: ReplyPlace,
): Promise<PromptWindow> {
  const writer = place.writer ?? (await findWriter(services, context))
  const promptTokens = maxPromptTokens(limitsOf(writer))
  const said = received.filter(isSpoken)
  const whole = { fromSeq: said[0]?.seq ?? 0, outside: [], next: [], isWhole: true, planned: null }
  const least = minBudgets(promptTokens, maxFixedTokens(context))
  if (certainlyFits(context, said, least.history)) return { ...whole, budget: least.memory }
  const reply = await loadReplyContext({ ...services, recall: async () => NOTHING_RECALLED }, context, {
    ...place,
    writer,
    used: undefined,
  })
  const { window, planned } = findReplyWindow(services, reply)
  const { memory: budget, from, nextFrom } = window
  // A large lorebook takes a while to search.
  await yieldIfDue()
  const next = said.slice(from, nextFrom)
  // In a group, messages that a member has not seen take no space: there may be more to load than was read.
  const isAllRead = received.length === place.path.length || !isTrimmed(place.path, promptTokens)
  if (from === 0 && isAllRead) return { ...whole, budget, next, planned }
  return { budget, fromSeq: said[from]?.seq ?? 0, outside: said.slice(0, from), next, isWhole: false, planned }
}

/** Built-in rules, headings, the author's note, and the end of a prompt. */
const MAX_FIXED_TOKENS = 1_300
/** A persona's 2,000 characters, in the script that costs the most tokens. */
const MAX_PERSONA_TOKENS = 3_000

function maxFixedTokens({ loadedCard, chat }: ChatContext): number {
  if (loadedCard.card.type !== 'single') return Number.POSITIVE_INFINITY
  return MAX_FIXED_TOKENS + (chat.personaId === null ? 0 : MAX_PERSONA_TOKENS) + maxCardTokens(loadedCard.promptCard)
}

/** Whether a conversation certainly fits, and will for some time. Builds no prompt. */
function certainlyFits({ loadedCard }: ChatContext, said: readonly PathEntry[], least: number): boolean {
  // Macros in a person's messages may become longer texts.
  if (loadedCard.card.type !== 'single' || said.some(({ text }) => text.includes('{{'))) return false
  const tokens = said.reduce((sum, entry) => sum + entry.tokens + TOKENS_AROUND_MESSAGE, 0)
  return tokens <= least * (1 - READ_AHEAD_SHARE)
}

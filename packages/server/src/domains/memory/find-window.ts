import { promptOf, replyRoom } from '../chats/open-reply.ts'
import type { PathEntry } from '../chats/path-cache.ts'
import { NO_MEMORIES } from '../chats/recollection.ts'
import { replySetting } from '../chats/reply-setting.ts'
import { PROMPT_PATH_MESSAGES } from '../chats/rules.ts'
import type { Turn } from '../chats/turn.ts'
import type { MemoryServices } from './services.ts'

/** What of a conversation stays in the prompt word for word. */
export interface Window {
  /** What memory may take of the prompt, in tokens. */
  memoryTokens: number
  /** From this message on all is in the prompt, whatever memory takes; what is before it may be recalled. */
  fromSeq: number
  /** Read, and no longer in the prompt: the newest of what has fallen out. */
  outside: readonly PathEntry[]
  /** Whether anything at all has fallen out. */
  isWhole: boolean
}

const MEMORY_SHARE = 0.2
const MOST_MEMORY_TOKENS = 2_000
/** A conversation that takes less than this of the context fits beside every card. */
const SURELY_FITS = 0.15
const AROUND_TOKENS = 8

/** Finds what still fits, by building the prompt once without memories; not at all while a conversation is short. */
export async function findWindow(
  services: Pick<MemoryServices, 'model' | 'clock' | 'database'>,
  turn: Turn,
  path: readonly PathEntry[],
): Promise<Window> {
  const { database, model } = services
  const { contextTokens } = model
  const room = contextTokens - replyRoom(model)
  const memoryTokens = Math.floor(Math.min(MOST_MEMORY_TOKENS, room * MEMORY_SHARE))
  const said = path.filter((entry) => entry.role !== 'system' && entry.text !== '')
  const isAllRead = path.length < PROMPT_PATH_MESSAGES
  const whole: Window = { memoryTokens, fromSeq: said[0]?.seq ?? 0, outside: [], isWhole: true }
  const tokens = said.reduce((sum, entry) => sum + entry.tokens + AROUND_TOKENS, 0)
  if (isAllRead && tokens < room * SURELY_FITS) return whole
  const { dropped } = promptOf(
    services,
    await replySetting({ database, recall: async () => NO_MEMORIES }, turn, { path }),
  )
  if (isAllRead && dropped.history === 0) return whole
  const kept = said.slice(dropped.history)
  let left = kept.reduce((sum, entry) => sum + entry.tokens + AROUND_TOKENS, 0) - memoryTokens
  let from = kept.length
  while (from > 0 && left > 0) {
    from -= 1
    left -= (kept[from]?.tokens ?? 0) + AROUND_TOKENS
  }
  const fromSeq = kept[Math.min(from, kept.length - 1)]?.seq ?? 0
  return { memoryTokens, fromSeq, outside: said.slice(0, dropped.history), isWhole: false }
}

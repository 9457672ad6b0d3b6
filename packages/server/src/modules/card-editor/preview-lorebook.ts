import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { yieldToEventLoop } from '../../platform/event-loop.ts'
import { type LoreEntry, matchLore, prepareLorePaced, toObject } from '../chats/module.ts'

type PreviewResult = ApiData<'POST /api/editor/testLorebook'>
type FireReason = PreviewResult['entries'][number]['why']

/** What the prompt of a typical model has room for. */
const TOKEN_BUDGET = 1_500
/** SillyTavern's position of entries that a prompt asks for by a name; none of ours does. */
const OUTLET = 7

/**
 * Which entries of a lorebook a text would trigger as the newest message of a chat, by the same rules as replies, and
 * by which of their keys.
 * @throws AppError InvalidInput for a value that is not a lorebook, TooLarge for one of more than a MiB.
 */
export async function previewLorebook(
  book: unknown,
  { text, name = '' }: { text: string; name?: string | undefined },
  now: Date,
): Promise<PreviewResult> {
  const written: unknown = toObject(book).entries
  if (!Array.isArray(written)) throw invalidInput('character_book', 'invalid')
  if (Buffer.byteLength(JSON.stringify(book)) > LIMITS.cardBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  const prepared = await prepareLorePaced(book)
  // Searching a large book takes a moment; this lets other requests run before.
  await yieldToEventLoop()
  const { fired, droppedSources, keysSeen } = matchLore({
    books: [prepared],
    messages: [{ text, speaker: '', isReply: false }],
    greetingIndex: 0,
    tokenBudget: TOKEN_BUDGET,
    context: { characterName: name, personName: '', chatSeed: '', turnSeed: '', now, locale: 'en' },
  })
  const active = new Map(prepared.entries.map((entry) => [entry.source, entry]))
  const bySource = new Map(fired.map((entry) => [entry.source, entry]))
  const overBudget = new Set(droppedSources)
  const entries = written.slice(0, LIMITS.loreEntries).map((raw: unknown, index) => {
    const entry = active.get(index)
    const keys = entry ? keysSeen(entry) : []
    return { index, fires: bySource.has(index), keys, why: entry ? why(entry, keys) : whyUnread(raw) }
  })
  return { entries, tokens: fired.reduce((sum, entry) => sum + entry.tokens, 0) }

  function why(entry: LoreEntry, keys: readonly string[]): FireReason {
    if (overBudget.has(entry.source)) return 'over_budget'
    const found = bySource.get(entry.source)
    if (found?.isRecursed) return 'recursion'
    if (found) return keys.length > 0 ? 'key' : 'constant'
    const isInvalid = entry.keys.length > 0 && entry.keys.every(({ id, regex }) => id === null && regex === null)
    if (isInvalid) return 'invalid_key'
    return keys.length > 0 || entry.isConstant ? whyNotYet(entry) : 'none'
  }
}

/** Why an entry whose keys were found does not begin. */
function whyNotYet({ delay, recursionLevel, characters, groups }: LoreEntry): FireReason {
  if (delay > 1) return 'delay'
  if (recursionLevel > 0) return 'recursion_only'
  if (characters) return 'filter'
  return groups.length > 0 ? 'group' : 'none'
}

/** Why the engine has not even read an entry. */
function whyUnread(raw: unknown): FireReason {
  const { enabled, extensions } = toObject(raw)
  return enabled !== false && toObject(extensions).position === OUTLET ? 'outlet' : 'disabled'
}

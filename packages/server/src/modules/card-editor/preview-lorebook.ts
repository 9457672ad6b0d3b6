import { setImmediate } from 'node:timers/promises'
import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { fieldsOf, type LoreEntry, matchLore, prepareLore } from '../chats/module.ts'

type PreviewResult = ApiData<'POST /api/making/testLorebook'>
type FireReason = PreviewResult['entries'][number]['why']

/** What the prompt of a typical model has room for. */
const TOKEN_BUDGET = 1_500

/**
 * Which entries of a lorebook a text would trigger as the newest message of a chat, by the same rules as replies, and
 * by which of their keys.
 * @throws AppError InvalidInput for a value that is not a lorebook, TooLarge for one of more than a MiB.
 */
export async function previewLorebook(book: unknown, text: string, now: Date): Promise<PreviewResult> {
  const written: unknown = fieldsOf(book).entries
  if (!Array.isArray(written)) throw invalidInput('character_book', 'invalid')
  if (Buffer.byteLength(JSON.stringify(book)) > LIMITS.cardBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  const prepared = prepareLore(book)
  // Reading and searching a large book each take a moment; this lets other requests run in between.
  await setImmediate()
  const { fired, droppedSources, keysSeen } = matchLore({
    book: prepared,
    texts: [text],
    replyCount: 1,
    greetingIndex: 0,
    tokenBudget: TOKEN_BUDGET,
    context: { characterName: '', personName: '', chatSeed: '', turnSeed: '', now, locale: 'en' },
  })
  const active = new Map(prepared.entries.map((entry) => [entry.source, entry]))
  const bySource = new Map(fired.map((entry) => [entry.source, entry]))
  const overBudget = new Set(droppedSources)
  const entries = written.slice(0, LIMITS.loreEntries).map((_, index) => {
    const entry = active.get(index)
    const keys = entry ? keysSeen(entry) : []
    return { index, fires: bySource.has(index), keys, why: why(entry, keys) }
  })
  return { entries, tokens: fired.reduce((sum, entry) => sum + entry.tokens, 0) }

  function why(entry: LoreEntry | undefined, keys: readonly string[]): FireReason {
    if (!entry) return 'disabled'
    if (overBudget.has(entry.source)) return 'over_budget'
    const found = bySource.get(entry.source)
    if (found?.isRecursed) return 'recursion'
    if (found) return keys.length > 0 ? 'key' : 'constant'
    return entry.words.length > 0 && entry.usesRegex && entry.regexes.length === 0 ? 'invalid_key' : 'none'
  }
}

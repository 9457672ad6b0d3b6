import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { fieldsOf, type LooseFields, textOf } from '../chats/prompt/loose-fields.ts'
import { findKeys, foldForKeys, indexKeys } from '../chats/prompt/lore-keys.ts'
import { matchLore } from '../chats/prompt/match-lore.ts'
import { compileKey, prepareLore } from '../chats/prompt/prepare-lore.ts'

type Tested = ApiData<'POST /api/making/testLorebook'>
type Why = Tested['entries'][number]['why']

/** What a prompt of a usual model would have to spare. */
const TOKEN_BUDGET = 1_500

/**
 * Which entries of a lorebook a text would call up as the newest message of a chat, by the very rules that replies
 * follow, and by which of their keys.
 * @throws AppError InvalidInput for what is no book, TooLarge for one of more than a MiB.
 */
export function testLorebook(book: unknown, text: string, now: Date): Tested {
  const written: unknown = fieldsOf(book).entries
  if (!Array.isArray(written)) throw invalidInput('character_book', 'invalid')
  if (Buffer.byteLength(JSON.stringify(book)) > LIMITS.cardBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardBytes })
  const prepared = prepareLore(book)
  const { fired, droppedSources } = matchLore({
    ...{ book: prepared, texts: [text], replyCount: 1, greetingIndex: 0, tokenBudget: TOKEN_BUDGET },
    context: { characterName: '', personName: '', chatSeed: '', turnSeed: '', now, locale: 'en' },
  })
  const active = new Set(prepared.entries.map((entry) => entry.source))
  const bySource = new Map(fired.map((entry) => [entry.source, entry]))
  const overBudget = new Set(droppedSources)
  const entries = written.slice(0, LIMITS.loreEntries).map((raw: unknown, index) => {
    const entry = fieldsOf(raw)
    const keys = keysFound(entry, text)
    const found = bySource.get(index)
    return { index, fires: found !== undefined, keys: keys.found, why: why() }

    function why(): Why {
      if (!active.has(index)) return 'disabled'
      if (overBudget.has(index)) return 'over_budget'
      if (found?.isRecursed) return 'recursion'
      if (found) return keys.found.length > 0 ? 'key' : 'constant'
      return keys.isInvalid ? 'invalid_key' : 'none'
    }
  })
  return { entries, tokens: fired.reduce((sum, entry) => sum + entry.tokens, 0) }
}

/** The entry's own keys that the text holds; invalid where none of its patterns can be read. */
function keysFound(entry: LooseFields, text: string): { found: string[]; isInvalid: boolean } {
  const written: unknown[] = Array.isArray(entry.keys) ? entry.keys : []
  const keys = written.map(textOf).filter((key) => key.trim() !== '')
  const isCaseSensitive = (entry.case_sensitive ?? fieldsOf(entry.extensions).case_sensitive) === true
  if (entry.use_regex === true) {
    const patterns = keys.map((key) => ({ key, pattern: compileKey(key, isCaseSensitive) }))
    const found = patterns.filter(({ pattern }) => pattern?.test(text)).map(({ key }) => key)
    return { found, isInvalid: patterns.length > 0 && patterns.every(({ pattern }) => pattern === null) }
  }
  const seen = new Set<number>()
  const index = indexKeys(
    keys.map((key, id) => ({ id, text: key })),
    isCaseSensitive,
  )
  findKeys(index, foldForKeys(text, isCaseSensitive), (id) => seen.add(id))
  return { found: keys.filter((_, id) => seen.has(id)), isInvalid: false }
}

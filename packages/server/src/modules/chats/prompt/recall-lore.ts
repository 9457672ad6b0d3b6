import { LRUCache } from 'lru-cache'
import { claimsCharacterUnder18 } from '../../safety/module.ts'
import { type LoreBook, NO_LORE } from './lore-book.ts'
import { type MatchedLore, matchLore } from './match-lore.ts'
import type { BuildPromptInput } from './prompt-input.ts'
import type { MacroContexts } from './prompt-macros.ts'

/** For all books of a prompt together; a book that exceeds it is left out. */
const MAX_ENTRIES = 20_000
const MAX_KEYS = 40_000

/** Matches all books of a turn: those of the chat, of the persona, of the character, and of all chats, in this order. */
export function recallLore(
  input: BuildPromptInput,
  { stable, turn: context }: Pick<MacroContexts, 'stable' | 'turn'>,
  tokenBudget: number,
): MatchedLore & { ownTexts: string[] } {
  const { path, card, greetingIndex, note, lore = NO_LORE } = input
  const books = withinLimits([...lore.nearer, card.lore, ...lore.farther])
  const matched = matchLore({
    books,
    messages: path.map(({ text, speaker, role, seq }) => ({ text, speaker, isReply: role === 'character', seq })),
    greetingIndex: greetingIndex ?? 0,
    context,
    stable,
    characterNames: [context.characterName, input.characterName],
    tokenBudget,
    ...(note && { noteDepth: note.depth }),
  })
  const names = [context.characterName, input.characterName, context.personName]
  const fired = matched.fired.filter(({ book, text }) => books[book] === card.lore || isAllowed(text, names))
  const own = fired.filter(({ book }) => books[book] !== card.lore)
  return { ...matched, fired, ownTexts: own.map(({ text }) => text) }
}

/** Screening a text takes a millisecond for each thousand characters, and the same entries come again every turn. */
const screened = new LRUCache<string, boolean>({ max: 10_000, maxSize: 8_000_000 })

/** A book is screened before it is stored, but not against the names of the chats that it is used in (B1, B5). */
function isAllowed(text: string, names: readonly string[]): boolean {
  const key = `${names.join('\n')}\n${text}`
  const known = screened.get(key)
  if (known !== undefined) return known
  const allowed = !names.some((name) => claimsCharacterUnder18(text, name))
  screened.set(key, allowed, { size: key.length })
  return allowed
}

function withinLimits(books: readonly LoreBook[]): LoreBook[] {
  let entries = MAX_ENTRIES
  let keys = MAX_KEYS
  return books.filter((book) => {
    if (book.entries.length > entries || book.keyCount > keys) return false
    entries -= book.entries.length
    keys -= book.keyCount
    return true
  })
}

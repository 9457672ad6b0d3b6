import type { MacroContext } from './macros.ts'
import { type MatchedLore, matchLore } from './match-lore.ts'
import type { LoreBook } from './prepare-lore.ts'
import type { BuildPromptInput } from './prompt-input.ts'

/** The books that a person has attached, prepared for matching. */
export interface AttachedLore {
  /** To the chat, and to the person's persona in it: they come before the character's own book. */
  nearer: readonly LoreBook[]
  /** To all chats: they come after it. */
  farther: readonly LoreBook[]
}

export const NO_LORE: AttachedLore = { nearer: [], farther: [] }

/** For all books of a prompt together; a book that exceeds it is left out. */
const MAX_ENTRIES = 20_000
const MAX_KEYS = 40_000

/** Matches all books of a turn: those of the chat, of the persona, of the character, and of all chats, in this order. */
export function recallLore(input: BuildPromptInput, context: MacroContext, tokenBudget: number): MatchedLore {
  const { path, card, greetingIndex, note, lore = NO_LORE } = input
  return matchLore({
    books: withinLimits([...lore.nearer, card.lore, ...lore.farther]),
    messages: path.map(({ text, speaker, role, seq }) => ({ text, speaker, isReply: role === 'character', seq })),
    greetingIndex: greetingIndex ?? 0,
    context,
    characterNames: [context.characterName, input.characterName],
    tokenBudget,
    ...(note && { noteDepth: note.depth }),
  })
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

import { hashText } from '../../../platform/seeded-random.ts'
import { isTimed, type LoreBook, type LoreEntry, type LoreKey } from './lore-book.ts'
import { type GroupCandidate, resolveGroups } from './lore-groups.ts'
import { findKeys, MAX_KEY_LOOKUPS } from './lore-keys.ts'
import { createRegexBudget } from './lore-regex.ts'
import type { MacroContext } from './macros.ts'
import { createForms, type LoreMessage, MAX_SCANNED_CHARACTERS, openIndexes } from './search-lore.ts'

/** What earlier turns mean for an entry now: it stays active, or it may not begin yet. */
export type TimedState = 'active' | 'paused'

/** The path is followed from a message whose number is a multiple of this, so that the start moves rarely. */
const BLOCK = 64
/** At least so many messages are followed, and at most this and a block: two hundred messages of a path are known. */
const MIN_FOLLOWED = 130
const MAX_REGEX_MS = 10

/**
 * Follows the timed entries of a book along the active path, instead of storing their state: at each reply an entry is
 * triggered by the messages before it, as it was then, so that branches and deleted messages need no bookkeeping.
 * Recursion and the token budget are left out; an entry that only another one triggered has no timed effect.
 */
export function followTimedEntries(
  book: LoreBook,
  messages: readonly LoreMessage[],
  context: MacroContext,
): ReadonlyMap<LoreEntry, TimedState> {
  const states = new Map<LoreEntry, TimedState>()
  if (!book.timed) return states
  const runs = new Map(book.timed.entries.map((entry) => [entry, { stickyUntil: 0, pausedUntil: 0 }]))
  const sightings = createSightings(book, context)
  const start = startOf(messages, book)
  for (let at = start; at < messages.length; at++) {
    const message = messages[at]
    if (!message) break
    if (message.isReply && at > 0) trigger(at, `${context.chatSeed}/${seqBefore(messages, at)}`)
    sightings.add(message, at)
  }
  for (const [entry, { stickyUntil, pausedUntil }] of runs) {
    if (messages.length < stickyUntil) states.set(entry, 'active')
    else if (messages.length < pausedUntil) states.set(entry, 'paused')
  }
  return states

  /** One turn, with `count` messages before its reply. */
  function trigger(count: number, seed: string): void {
    const candidates: GroupCandidate[] = []
    for (const [entry, run] of runs) {
      const isSticky = count < run.stickyUntil
      if (!isSticky && (count < run.pausedUntil || count < entry.delay)) continue
      const isSeen = (key: LoreKey) => sightings.isSeen(key, count - entry.scanDepth)
      if (isSticky || entry.isConstant || areKeysSeen(entry, isSeen))
        candidates.push({ entry, isSticky, countKeys: () => entry.keys.filter(isSeen).length })
    }
    for (const { entry, isSticky } of resolveGroups(candidates, new Set(), seed)) {
      const run = runs.get(entry)
      if (!run || isSticky || !isTimed(entry) || !passesTimedProbability(entry, seed)) continue
      run.stickyUntil = entry.sticky > 0 ? count + entry.sticky : 0
      run.pausedUntil = entry.cooldown > 0 ? count + entry.sticky + entry.cooldown : 0
    }
  }
}

/** Whether the keys of an entry trigger it, its secondary ones included. */
export function areKeysSeen(entry: LoreEntry, isSeen: (key: LoreKey) => boolean): boolean {
  if (!entry.keys.some(isSeen)) return false
  if (entry.secondaryKeys.length === 0) return true
  switch (entry.secondaryLogic) {
    case 'any':
      return entry.secondaryKeys.some(isSeen)
    case 'all':
      return entry.secondaryKeys.every(isSeen)
    case 'not_any':
      return !entry.secondaryKeys.some(isSeen)
    case 'not_all':
      return !entry.secondaryKeys.every(isSeen)
  }
}

/** Gives one result per place in a path, whichever version of the reply is written. */
export function passesTimedProbability(entry: LoreEntry, seed: string): boolean {
  return entry.probability >= 1 || hashText(`${seed}/lore/${entry.source}`) / 2 ** 32 < entry.probability
}

/** The number of the message before position `at`, which with the chat's seed names a turn. */
export function seqBefore(messages: readonly LoreMessage[], at: number): number {
  return messages[at - 1]?.seq ?? at
}

function startOf(messages: readonly LoreMessage[], { timed }: LoreBook): number {
  const last = messages.length
  const seqOf = (at: number) => messages[at]?.seq ?? at + 1
  let start = Math.max(0, last - MIN_FOLLOWED)
  while (
    start > 0 &&
    last - start < MIN_FOLLOWED + BLOCK &&
    Math.floor(seqOf(start) / BLOCK) === Math.floor(seqOf(start - 1) / BLOCK)
  )
    start--
  const indexCount = Math.max(1, timed?.indexes.length ?? 1)
  let characters = 0
  for (let at = last - 1; at >= start; at--) {
    characters += (messages[at]?.text.length ?? 0) * indexCount
    if (characters > MAX_SCANNED_CHARACTERS) return at + 1
  }
  return start
}

/** Where each key of the timed entries was found last. */
function createSightings(book: LoreBook, context: MacroContext) {
  const lastSeen = new Int32Array(book.keyCount).fill(-1)
  const indexes = [...(book.timed?.indexes ?? []), ...openIndexes(book, context)]
  const lookups = { left: MAX_KEY_LOOKUPS }
  const regexes = createRegexBudget(MAX_REGEX_MS)
  const patterns = new Map<LoreKey, number>()
  for (const entry of book.timed?.entries ?? []) {
    for (const key of [...entry.keys, ...entry.secondaryKeys]) if (key.regex) patterns.set(key, -1)
  }
  return {
    add(message: LoreMessage, at: number): void {
      const forms = createForms(message.text, message.speaker)
      const see = (id: number) => {
        lastSeen[id] = at
      }
      for (const index of indexes) findKeys(index, forms(index.isCaseSensitive, book.includesNames), see, lookups)
      for (const [key] of patterns) if (key.regex && regexes.test(key.regex, message.text)) patterns.set(key, at)
    },
    /** Whether it was found in the messages from position `from` on. */
    isSeen(key: LoreKey, from: number): boolean {
      let at: number | undefined
      if (key.regex) at = patterns.get(key)
      else if (key.id !== null) at = lastSeen[key.id]
      return at !== undefined && at >= 0 && at >= from
    },
  }
}

import { hashText } from '../../../platform/seeded-random.ts'
import { countTokens, TOKENS_AROUND_MESSAGE } from '../../models/module.ts'
import { isTimed, type LoreBook, type LoreEntry, type LoreKey, type LorePlace } from './lore-book.ts'
import { type GroupCandidate, resolveGroups } from './lore-groups.ts'
import { areKeysSeen, followTimedEntries, passesTimedProbability, seqBefore, type TimedState } from './lore-timing.ts'
import { hiddenKeys, type MacroContext, renderTemplate } from './macros.ts'
import { type LoreEvidence, type LoreMessage, searchMessages } from './search-lore.ts'

export interface LoreScan {
  /** By rank: over budget, entries of the last book are dropped first. */
  books: readonly LoreBook[]
  /** The active path as far as it is known, newest last. */
  messages: readonly LoreMessage[]
  /** The greeting that the chat began with: 0 the first, 1 the first alternate. */
  greetingIndex: number
  context: MacroContext
  /** For the text of constant entries, if it is to be the same in every prompt; by default `context`. */
  stable?: MacroContext
  /** The names that an entry's character filter may mean; by default the one of the context. */
  characterNames?: readonly string[]
  /** Tokens that the prompt can spare for lore. */
  tokenBudget: number
  /** Position of the author's note, for entries around it. */
  noteDepth?: number
}

export interface ActiveLore {
  text: string
  tokens: number
  place: LorePlace
  /** The book it is from, by its position among the books. */
  book: number
  /** Its position in the book as written. */
  source: number
  /** Triggered by another entry, not by a message. */
  isRecursed: boolean
  /** In every prompt of the chat, whatever is said. */
  isConstant: boolean
  /** Triggered in an earlier turn and still active. */
  isSticky: boolean
}

export interface MatchedLore {
  fired: ActiveLore[]
  dropped: number
  /** Source indexes of the dropped entries of the first book. */
  droppedSources: number[]
  /** An entry of the first book: its own keys that occur in the messages, as written. */
  keysSeen(entry: LoreEntry): string[]
}

/** An entry costs this in addition to its text: the line between entries. */
const JOINT_TOKENS = 1
const MAX_ROUNDS = 5
const MAX_DELAYED_ROUNDS = 5
const MAX_ACTIVE = 1000
/** Maximum number of macros in all matched entries; further entries are left out. */
const MAX_MACROS = 10_000
/** SillyTavern's default depth of the author's note. */
const NOTE_DEPTH = 4

/**
 * The lore entries that this turn triggers, in the order of the prompt. Keys are searched in the newest messages, then,
 * in recursive books, in the matched entries, for at most five rounds. All books share one budget. Over it the book of
 * the lowest rank loses first, then the lowest priority, then the lowest insertion order. An entry too large for what
 * is left does not keep smaller ones out. Sticky, cooldown and delay are derived from the path.
 */
export function matchLore(scan: LoreScan): MatchedLore {
  const books = scan.books.filter((book) => book.entries.length > 0)
  if (books.length === 0) return { fired: [], dropped: 0, droppedSources: [], keysSeen: () => [] }
  const evidence = searchMessages(scan.books, scan.messages, scan.context)
  const kept = withinBudget(
    findTriggered(scan, evidence).filter(({ text }) => text !== ''),
    scan,
  )
  return {
    ...kept,
    keysSeen: (entry) => entry.keys.filter((key) => evidence.isSeen(key, entry, 0, false)).map(({ word }) => word),
  }
}

/** An entry that may still be triggered. */
interface Candidate extends GroupCandidate {
  book: number
  index: number
  state: TimedState | undefined
}

/** A triggered entry, and its text. */
interface Trigger {
  candidate: Candidate
  text: string
  isRecursed: boolean
}

function findTriggered(scan: LoreScan, evidence: LoreEvidence): Trigger[] {
  const { context } = scan
  const seed = `${context.chatSeed}/${seqBefore(scan.messages, scan.messages.length)}`
  const waiting = new Set(listCandidates(scan, evidence))
  const levels = [...new Set([...waiting].map(({ entry }) => entry.recursionLevel))].sort((a, b) => a - b)
  const laterLevels = levels.filter((level) => level > 0)
  let level = laterLevels.shift() ?? 0
  const fired: Trigger[] = []
  const taken = new Set<string>()
  let macrosLeft = MAX_MACROS
  let delayedRounds = MAX_DELAYED_ROUNDS
  for (let round = 0, last = MAX_ROUNDS; round < last && fired.length < MAX_ACTIVE; round++) {
    const triggered = [...waiting].filter((candidate) =>
      isTriggered(candidate, scan, evidence, round > 0 ? level : null),
    )
    const chosen = resolveGroups(triggered, taken, seed)
    // The others of a group are out, in later rounds too.
    for (const candidate of triggered) waiting.delete(candidate)
    const before = fired.length
    for (const candidate of chosen) {
      if (fired.length === MAX_ACTIVE) break
      const { entry } = candidate
      if (!candidate.isSticky && !passesProbability(candidate, context, seed)) continue
      macrosLeft -= entry.content.length
      if (macrosLeft < 0) continue
      for (const group of entry.groups) taken.add(group)
      fired.push({
        candidate,
        text: renderTemplate(entry.content, entry.isConstant ? (scan.stable ?? context) : context).trim(),
        isRecursed: round > 0,
      })
    }
    const spreading = fired
      .slice(before)
      .filter(({ candidate: { entry, book } }) => !entry.stopsRecursion && scan.books[book]?.isRecursive)
    for (const { candidate, text } of spreading)
      evidence.recurse(`${text} ${hiddenKeys(candidate.entry.content, context)}`)
    if (spreading.length > 0) continue
    const next = laterLevels.shift()
    if (next === undefined || delayedRounds-- <= 0) break
    level = next
    last = round + 2
  }
  return fired
}

/** Every entry that may be triggered in this turn, whatever is said. */
function listCandidates(scan: LoreScan, evidence: LoreEvidence): Candidate[] {
  const replyCount = scan.messages.reduce((count, { isReply }) => count + (isReply ? 1 : 0), 0)
  const names = (scan.characterNames ?? [scan.context.characterName]).map((name) => name.trim().toLowerCase())
  return scan.books.flatMap((book, at) => {
    const states = followTimedEntries(book, scan.messages, scan.context)
    return book.entries.flatMap((entry, index): Candidate[] => {
      const state = states.get(entry)
      if (state === 'paused' || (state !== 'active' && scan.messages.length < entry.delay)) return []
      if (!matchesCharacter(entry, names) || !isAllowedNow(entry, replyCount, scan.greetingIndex)) return []
      const isSeen = (key: LoreKey) => evidence.isSeen(key, entry, at, false)
      const countKeys = () => [...entry.keys, ...entry.secondaryKeys].filter(isSeen).length
      return [{ entry, book: at, index, state, isSticky: state === 'active', countKeys }]
    })
  })
}

function matchesCharacter({ characters }: LoreEntry, names: readonly string[]): boolean {
  return !characters || characters.names.some((name) => names.includes(name)) !== characters.isExcluding
}

function isAllowedNow({ decorators }: LoreEntry, replyCount: number, greetingIndex: number): boolean {
  if (decorators.activateOnlyAfter !== undefined && replyCount < decorators.activateOnlyAfter) return false
  if (decorators.activateOnlyEvery !== undefined && replyCount % decorators.activateOnlyEvery !== 0) return false
  return decorators.isGreeting === undefined || decorators.isGreeting === greetingIndex
}

/** @param level of the recursion; null while messages are searched. */
function isTriggered(candidate: Candidate, scan: LoreScan, evidence: LoreEvidence, level: number | null): boolean {
  const { entry, book, isSticky } = candidate
  if (entry.recursionLevel > (level ?? 0) && !isSticky) return false
  if (level !== null && !scan.books[book]?.isRecursive && entry.recursionLevel === 0) return false
  const isSeen = (key: LoreKey) => evidence.isSeen(key, entry, book, level !== null)
  if (entry.excludedKeys.some(isSeen)) return false
  return isSticky || entry.isConstant || areKeysSeen(entry, isSeen)
}

/** A timed entry has the same luck in every version of a reply; otherwise the past would change with them. */
function passesProbability({ entry, book }: Candidate, context: MacroContext, seed: string): boolean {
  if (entry.probability >= 1) return true
  if (isTimed(entry)) return passesTimedProbability(entry, seed)
  const name = book === 0 ? `${entry.source}` : `${book}/${entry.source}`
  return hashText(`${context.turnSeed}/lore/${name}`) / 2 ** 32 < entry.probability
}

function withinBudget(triggered: Trigger[], scan: LoreScan): Pick<MatchedLore, 'fired' | 'dropped' | 'droppedSources'> {
  let left = scan.tokenBudget
  const leftOf = scan.books.map((book) => book.tokenBudget ?? scan.tokenBudget)
  const byPriority = triggered.toSorted(
    ({ candidate: a }, { candidate: b }) =>
      Number(b.entry.isConstant) - Number(a.entry.isConstant) ||
      a.book - b.book ||
      b.entry.priority - a.entry.priority ||
      b.entry.order - a.entry.order ||
      a.index - b.index,
  )
  const kept: { candidate: Candidate; fired: ActiveLore }[] = []
  const droppedSources: number[] = []
  let dropped = 0
  for (const { candidate, text, isRecursed } of byPriority) {
    const { entry, book, isSticky } = candidate
    const place = placeIn(entry, scan.noteDepth ?? NOTE_DEPTH)
    const allowed = Math.min(left, leftOf[book] ?? 0)
    // A character costs at least a quarter of a token, so the longest texts are too long without counting.
    const tokens =
      text.length / 4 > allowed ? Number.POSITIVE_INFINITY : countTokens(text) + JOINT_TOKENS + framingTokens(place)
    if (tokens > allowed) {
      dropped++
      if (book === 0) droppedSources.push(entry.source)
      continue
    }
    left -= tokens
    leftOf[book] = (leftOf[book] ?? 0) - tokens
    const { source, isConstant } = entry
    kept.push({ candidate, fired: { text, tokens, place, book, source, isRecursed, isConstant, isSticky } })
  }
  kept.sort(
    ({ candidate: a }, { candidate: b }) => a.entry.order - b.entry.order || a.book - b.book || a.index - b.index,
  )
  return { fired: kept.map(({ fired }) => fired), dropped, droppedSources }
}

function placeIn({ place }: LoreEntry, noteDepth: number): LorePlace {
  if (place.kind !== 'before_note' && place.kind !== 'after_note') return place
  const atNote = { kind: 'at_depth', depth: noteDepth, role: place.role } as const
  return place.kind === 'before_note' ? { ...atNote, before_note: true } : atNote
}

/** An entry inside the conversation is a message of its own. */
function framingTokens(place: LorePlace): number {
  return place.kind === 'at_depth' ? TOKENS_AROUND_MESSAGE : 0
}

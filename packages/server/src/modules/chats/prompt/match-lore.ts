import { hashText } from '../speakers/seeded-random.ts'
import { countTokens, TOKENS_AROUND_MESSAGE } from './count-tokens.ts'
import { findKeys, foldForKeys, MAX_KEY_LOOKUPS, type SearchBudget } from './lore-keys.ts'
import { hiddenKeys, type MacroContext, renderTemplate } from './macros.ts'
import type { LoreBook, LoreEntry, LorePlace, LoreRegex } from './prepare-lore.ts'

/** Runs user-written patterns within the time that one prompt may spend on them. */
export interface RegexBudget {
  /** Whether the pattern matches the text, or as much of its end as a program of this size may read. */
  test(regex: LoreRegex, text: string): boolean
}

/** Program size times characters of one search. The slowest programs need some 100 ns for each. */
const MAX_SEARCH_COST = 200_000
/**
 * Time limit for all searches of a prompt. Ordinary books need a tenth of it. The automaton's states are created while
 * it reads, so it is not known in advance which patterns are slow.
 */
const MAX_TIME_MS = 30

export function createRegexBudget(): RegexBudget {
  let spentMs = 0
  return {
    test({ compiled, size }, text) {
      if (spentMs > MAX_TIME_MS) return false
      const seen = text.slice(-Math.max(1, Math.floor(MAX_SEARCH_COST / size)))
      const from = threadMs()
      const isFound = compiled.test(seen)
      spentMs += threadMs() - from
      return isFound
    },
  }
}

/** CPU time of this thread, so that a busy machine changes no prompt. Node 22 only reports it for the process. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

export interface LoreScan {
  book: LoreBook
  /** Texts of the active path, newest last. */
  texts: readonly string[]
  /** Number of the character's replies so far, for `@@activate_only_after` and `@@activate_only_every`. */
  replyCount: number
  /** The greeting that the chat began with: 0 the first, 1 the first alternate. */
  greetingIndex: number
  context: MacroContext
  /** Tokens that the prompt can spare for lore. */
  tokenBudget: number
}

export interface ActiveLore {
  text: string
  tokens: number
  place: LorePlace
  /** Its position in the book as written. */
  source: number
  /** Triggered by another entry, not by a message. */
  isRecursed: boolean
  /** In every prompt of the chat, whatever is said. */
  isConstant: boolean
}

/** An entry costs this in addition to its text: the line between entries. */
const JOINT_TOKENS = 1
const MAX_ROUNDS = 5
const MAX_ACTIVE = 1000
const MAX_RECURSED_CHARACTERS = 65_536
const MAX_MESSAGE_CHARACTERS = 16_384
/** For all searched messages together, newest first: each is scanned for keys from end to end, once for each index. */
const MAX_SCANNED_CHARACTERS = 131_072
/** Maximum number of macros in all matched entries; further entries are left out. */
const MAX_MACROS = 10_000
const MAX_REGEX_CHARACTERS = 4096
const NEVER = 255

/**
 * The lore entries that this turn triggers, in the order of the prompt. Keys are searched in the newest messages, then,
 * in a recursive book, in the matched entries, for at most five rounds. Over budget the lowest priority is dropped
 * first, then the lowest insertion order. An entry too large for what is left does not keep smaller ones out.
 */
export function matchLore(scan: LoreScan): MatchedLore {
  const { book } = scan
  if (book.entries.length === 0) return { fired: [], dropped: 0, droppedSources: [], keysSeen: () => [] }
  const evidence = gather(scan)
  const fired: Trigger[] = []
  const waiting = new Set(book.entries.keys())
  let macrosLeft = MAX_MACROS
  for (let round = 0; round < MAX_ROUNDS && fired.length < MAX_ACTIVE; round++) {
    const before = fired.length
    for (const index of waiting) {
      const entry = book.entries[index]
      if (!entry || !isTriggered(entry, evidence, scan, round > 0)) continue
      waiting.delete(index)
      if (!passesProbability(entry, index, scan.context)) continue
      macrosLeft -= entry.content.length
      if (macrosLeft < 0) continue
      fired.push({ entry, index, text: renderTemplate(entry.content, scan.context).trim(), isRecursed: round > 0 })
      if (fired.length === MAX_ACTIVE) break
    }
    if (!book.isRecursive || fired.length === before) break
    for (const { entry, text } of fired.slice(before)) {
      if (!entry.stopsRecursion) recurse(evidence, book, `${text} ${hiddenKeys(entry.content, scan.context)}`)
    }
  }
  const kept = withinBudget(
    fired.filter(({ text }) => text !== ''),
    scan,
  )
  return { ...kept, keysSeen: (entry) => keysSeen(entry, evidence, entry.scanDepth ?? book.scanDepth) }
}

export interface MatchedLore {
  fired: ActiveLore[]
  dropped: number
  droppedSources: number[]
  /** The entry's own keys that occur in the messages, as written. */
  keysSeen(entry: LoreEntry): string[]
}

/** A triggered entry, and its text. */
interface Trigger {
  entry: LoreEntry
  index: number
  text: string
  isRecursed: boolean
}

/** Where each key was found: how many messages back at the nearest, and whether in matched lore. */
interface Evidence {
  nearest: Uint8Array
  recursed: Uint8Array
  recursedText: string
  /** Newest first; for regular expressions, which read less. */
  recent: string[]
  lookups: SearchBudget
  regexes: RegexBudget
}

function gather({ book, texts }: LoreScan): Evidence {
  const nearest = new Uint8Array(book.keyCount).fill(NEVER)
  const recent: string[] = []
  const lookups = { left: MAX_KEY_LOOKUPS }
  const depth = Math.min(book.deepestScan, texts.length)
  let charactersLeft = Math.floor(MAX_SCANNED_CHARACTERS / Math.max(1, book.indexes.length))
  for (let back = 0; back < depth && charactersLeft > 0; back++) {
    const text = (texts[texts.length - 1 - back] ?? '').slice(-Math.min(MAX_MESSAGE_CHARACTERS, charactersLeft))
    charactersLeft -= text.length
    recent.push(text)
    for (const index of book.indexes) {
      const see = (id: number) => {
        if (back < (nearest[id] ?? 0)) nearest[id] = back
      }
      findKeys(index, foldForKeys(text, index.isCaseSensitive), see, lookups)
    }
  }
  const recursed = new Uint8Array(book.keyCount)
  return {
    nearest,
    recursed,
    recursedText: '',
    recent,
    lookups: { left: MAX_KEY_LOOKUPS },
    regexes: createRegexBudget(),
  }
}

function recurse(evidence: Evidence, book: LoreBook, text: string): void {
  const room = MAX_RECURSED_CHARACTERS - evidence.recursedText.length
  if (room <= 0) return
  const seen = text.slice(0, room)
  evidence.recursedText += `\n${seen}`
  for (const index of book.indexes) {
    const see = (id: number) => {
      evidence.recursed[id] = 1
    }
    findKeys(index, foldForKeys(seen, index.isCaseSensitive), see, evidence.lookups)
  }
}

function isTriggered(entry: LoreEntry, evidence: Evidence, scan: LoreScan, isRecursion: boolean): boolean {
  if (!isAllowedNow(entry, scan)) return false
  const depth = entry.scanDepth ?? scan.book.scanDepth
  const isSeen = (id: number) =>
    (evidence.nearest[id] ?? NEVER) < depth || (isRecursion && !entry.ignoresRecursion && evidence.recursed[id] === 1)
  if (entry.excludedKeys.some(isSeen)) return false
  if (entry.isConstant) return true
  if (entry.usesRegex) return matchesRegex(entry, evidence, depth, isRecursion)
  return entry.keys.some(isSeen) && agreesWithSecondary(entry, isSeen)
}

function isAllowedNow({ decorators }: LoreEntry, { replyCount, greetingIndex }: LoreScan): boolean {
  if (decorators.activateOnlyAfter !== undefined && replyCount < decorators.activateOnlyAfter) return false
  if (decorators.activateOnlyEvery !== undefined && replyCount % decorators.activateOnlyEvery !== 0) return false
  return decorators.isGreeting === undefined || decorators.isGreeting === greetingIndex
}

function agreesWithSecondary(entry: LoreEntry, isSeen: (id: number) => boolean): boolean {
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

function matchesRegex(entry: LoreEntry, evidence: Evidence, depth: number, isRecursion: boolean): boolean {
  if (entry.regexes.length === 0) return false
  const seen = textForRegexes(evidence, depth, isRecursion && !entry.ignoresRecursion)
  return entry.regexes.some((regex) => evidence.regexes.test(regex, seen))
}

/** The end of the messages and of the matched entries. */
function textForRegexes(evidence: Evidence, depth: number, withRecursed: boolean): string {
  let text = withRecursed ? `\n${evidence.recursedText.slice(-MAX_REGEX_CHARACTERS)}` : ''
  for (let back = 0; back < Math.min(depth, evidence.recent.length); back++) {
    if (text.length >= MAX_REGEX_CHARACTERS) break
    text = back === 0 ? `${evidence.recent[back]}${text}` : `${evidence.recent[back]}\n${text}`
  }
  return text.slice(-MAX_REGEX_CHARACTERS)
}

function keysSeen(entry: LoreEntry, evidence: Evidence, depth: number): string[] {
  if (!entry.usesRegex) return entry.words.filter((_, at) => (evidence.nearest[entry.keys[at] ?? -1] ?? NEVER) < depth)
  const seen = textForRegexes(evidence, depth, false)
  return entry.regexes.filter((regex) => evidence.regexes.test(regex, seen)).map(({ source }) => source)
}

function passesProbability(entry: LoreEntry, index: number, context: MacroContext): boolean {
  return entry.probability >= 1 || hashText(`${context.turnSeed}/lore/${index}`) / 2 ** 32 < entry.probability
}

function withinBudget(fired: Trigger[], scan: LoreScan) {
  let left = Math.min(scan.tokenBudget, scan.book.tokenBudget ?? scan.tokenBudget)
  const byPriority = fired.toSorted(
    (a, b) => b.entry.priority - a.entry.priority || b.entry.order - a.entry.order || a.index - b.index,
  )
  const kept: { entry: LoreEntry; index: number; fired: ActiveLore }[] = []
  const droppedSources: number[] = []
  for (const { entry, index, text, isRecursed } of byPriority) {
    // A character costs at least a quarter of a token, so the longest texts are too long without counting.
    const tokens =
      text.length / 4 > left ? Number.POSITIVE_INFINITY : countTokens(text) + JOINT_TOKENS + aroundTokens(entry.place)
    if (tokens > left) {
      droppedSources.push(entry.source)
      continue
    }
    left -= tokens
    const { place, source, isConstant } = entry
    kept.push({ entry, index, fired: { text, tokens, place, source, isRecursed, isConstant } })
  }
  kept.sort((a, b) => a.entry.order - b.entry.order || a.index - b.index)
  return { fired: kept.map((item) => item.fired), dropped: droppedSources.length, droppedSources }
}

/** An entry inside the conversation is a message of its own. */
function aroundTokens(place: LorePlace): number {
  return place.kind === 'at_depth' ? TOKENS_AROUND_MESSAGE : 0
}

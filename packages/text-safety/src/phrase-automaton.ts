import { type FoldedText, isWordCode } from './fold-text.ts'

/** A phrase to find in folded text. `group` is a bit of a mask; `startsWord`/`endsWord` require a word border there. */
export type Phrase = { text: string; group: number; startsWord: boolean; endsWord: boolean }
/** A phrase found: its index in the list compiled, and folded offsets. */
type PhraseHit = { phrase: number; start: number; end: number }
/** A prefix that may become a phrase when the text continues: its start, and the groups it may end in. */
export type OpenPrefix = { start: number; groups: number }
type ScanSettings = {
  /** The text may continue: a phrase that requires a word border at the very end is left out. */
  growing: boolean
  /** Letters that are spaced in the original (c h i l d) have a border between them, though they were joined. */
  gapsAreBorders: boolean
}
/** Phrases of one lexicon, compiled once; see `compilePhrases`. */
export type PhraseAutomaton = {
  /** All phrases in the folded text, in order of their end. Time is linear in the text. */
  scan(text: FoldedText, as: ScanSettings): { hits: PhraseHit[]; open: OpenPrefix[] }
}

const ALPHABET_BITS = 12
const NONE = -1
/** Nodes for which there is room at first. */
const FIRST_CAPACITY = 1 << 12

const ARABIC_FROM = 0x621
const ARABIC_TO = 0x64a
const ALEF = 0x627
const LAM = 0x644
/** Arabic attaches “and, the, with, for, so, like” to the word. */
const PARTICLES = new Set(['و', 'ال', 'وال', 'ب', 'بال', 'ل', 'لل', 'ف', 'ك', 'فال', 'كال'])
const PARTICLES_BEFORE_ARTICLE = new Set(['و', 'ب', 'ف', 'ك'])
const MAX_PARTICLE_LENGTH = 3

/**
 * An Aho–Corasick automaton over UTF-16 codes: every phrase at once, one step per character, no backtracking. The same
 * phrase twice in one group counts once. `spell` respells each letter of the phrases, not of the texts.
 */
export function compilePhrases(
  phrases: readonly Phrase[],
  spell: (code: number) => number = (code) => code,
): PhraseAutomaton {
  const trie = new Trie(phrases, spell)
  trie.linkFailures()
  trie.trim()
  return { scan: (text, as) => scanText(trie, text, as) }
}

/**
 * The phrases as one trie in flat arrays, because tens of thousands of them are built while the server starts. Its
 * edges are in one open-addressed table: a lookup costs a few nanoseconds and no allocation.
 */
class Trie {
  readonly phrases: readonly Phrase[]
  /** Set by `linkFailures`. */
  fail = new Int32Array(0)
  /** The longest phrase's end that is a proper suffix of this node; 0 for none. Set by `linkFailures`. */
  shorter = new Int32Array(0)
  depth = new Uint16Array(FIRST_CAPACITY)
  /**
   * Groups of the phrases that pass through a node: those that require a word border at their start, and the others.
   */
  bound = new Int32Array(FIRST_CAPACITY)
  free = new Int32Array(FIRST_CAPACITY)
  /** The phrases that end in a node, as a list: the first, then from each the next. */
  firstPhrase = new Int32Array(FIRST_CAPACITY).fill(NONE)
  readonly nextPhrase: Int32Array
  private size = 1
  private firstChild = new Int32Array(FIRST_CAPACITY)
  private nextSibling = new Int32Array(FIRST_CAPACITY)
  private letterOf = new Uint16Array(FIRST_CAPACITY)
  private readonly letters = new Uint16Array(0x10000)
  private letterCount = 0
  /** The node of each letter that begins a phrase, because most steps of a text start at the root. */
  private readonly firstNode = new Int32Array(1 << ALPHABET_BITS)
  /** Key and target of an edge beside each other, so that a step touches one cache line. */
  private edges = new Int32Array(1 << 15).fill(NONE)

  constructor(phrases: readonly Phrase[], spell: (code: number) => number) {
    this.phrases = phrases
    this.nextPhrase = new Int32Array(phrases.length).fill(NONE)
    for (let index = 0; index < phrases.length; index += 1) this.add(index, spell)
    if (this.letterCount >= 1 << ALPHABET_BITS || this.size >= 1 << (31 - ALPHABET_BITS)) {
      throw new Error('the phrase lexicon outgrew its table')
    }
  }

  private add(index: number, spell: (code: number) => number): void {
    const { text, startsWord, group } = this.phrases[index]!
    const groups = startsWord ? this.bound : this.free
    let at = 0
    for (let position = 0; position < text.length; position += 1) {
      const code = spell(text.charCodeAt(position))
      if (this.letters[code] === 0) this.letters[code] = ++this.letterCount
      at = this.child(at, this.letters[code]!) || this.grow(at, this.letters[code]!)
      groups[at]! |= group
    }
    this.endWith(at, index)
  }

  private grow(parent: number, letter: number): number {
    if (this.size === this.depth.length) this.reserve(2 * this.size)
    const child = this.size++
    this.depth[child] = this.depth[parent]! + 1
    this.letterOf[child] = letter
    this.nextSibling[child] = this.firstChild[parent]!
    this.firstChild[parent] = child
    if (parent === 0) {
      this.firstNode[letter] = child
      return child
    }
    if (this.size * 4 > this.edges.length) this.resize(this.edges.length * 2)
    this.insert((parent << ALPHABET_BITS) | letter, child)
    return child
  }

  /** Makes room for this number of nodes. */
  private reserve(capacity: number): void {
    const moved = <Values extends Int32Array | Uint16Array>(from: Values, to: Values): Values => {
      to.set(from)
      return to
    }
    this.depth = moved(this.depth, new Uint16Array(capacity))
    this.bound = moved(this.bound, new Int32Array(capacity))
    this.free = moved(this.free, new Int32Array(capacity))
    this.firstPhrase = moved(this.firstPhrase, new Int32Array(capacity).fill(NONE))
    this.firstChild = moved(this.firstChild, new Int32Array(capacity))
    this.nextSibling = moved(this.nextSibling, new Int32Array(capacity))
    this.letterOf = moved(this.letterOf, new Uint16Array(capacity))
  }

  private endWith(node: number, index: number): void {
    const { group, endsWord, text } = this.phrases[index]!
    let last = NONE
    for (let other = this.firstPhrase[node]!; other !== NONE; other = this.nextPhrase[other]!) {
      const known = this.phrases[other]!
      if (known.group === group && known.endsWord === endsWord && known.text === text) return
      last = other
    }
    if (last === NONE) this.firstPhrase[node] = index
    else this.nextPhrase[last] = index
  }

  private insert(key: number, target: number): void {
    const mask = this.edges.length - 2
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask
    while (this.edges[slot] !== NONE) slot = (slot + 2) & mask
    this.edges[slot] = key
    this.edges[slot + 1] = target
  }

  private resize(length: number): void {
    const { edges } = this
    this.edges = new Int32Array(length).fill(NONE)
    for (let slot = 0; slot < edges.length; slot += 2) {
      if (edges[slot] !== NONE) this.insert(edges[slot]!, edges[slot + 1]!)
    }
  }

  /** The number of a letter in the phrases; 0 when no phrase has it. */
  letterOfCode(code: number): number {
    return this.letters[code]!
  }

  /** The node after `at` by this letter, or 0. */
  child(at: number, letter: number): number {
    if (at === 0) return this.firstNode[letter]!
    const { edges } = this
    const mask = edges.length - 2
    const key = (at << ALPHABET_BITS) | letter
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask
    while (edges[slot] !== NONE) {
      if (edges[slot] === key) return edges[slot + 1]!
      slot = (slot + 2) & mask
    }
    return 0
  }

  /** Sets the failure link of each node, level by level. */
  linkFailures(): void {
    this.fail = new Int32Array(this.size)
    this.shorter = new Int32Array(this.size)
    const queue = new Int32Array(this.size)
    let end = 1
    for (let position = 0; position < end; position += 1) {
      const at = queue[position]!
      for (let child = this.firstChild[at]!; child !== 0; child = this.nextSibling[child]!) {
        queue[end++] = child
        if (at !== 0) this.fail[child] = this.failureOf(at, this.letterOf[child]!)
      }
      const fail = this.fail[at]!
      this.shorter[at] = this.firstPhrase[fail] !== NONE ? fail : this.shorter[fail]!
    }
  }

  /** Gives back what was reserved beyond the last node, and what only building needs. */
  trim(): void {
    this.depth = this.depth.slice(0, this.size)
    this.bound = this.bound.slice(0, this.size)
    this.free = this.free.slice(0, this.size)
    this.firstPhrase = this.firstPhrase.slice(0, this.size)
    this.firstChild = new Int32Array(0)
    this.nextSibling = new Int32Array(0)
    this.letterOf = new Uint16Array(0)
  }

  private failureOf(parent: number, letter: number): number {
    let fail = this.fail[parent]!
    let next = this.child(fail, letter)
    while (next === 0 && fail !== 0) {
      fail = this.fail[fail]!
      next = this.child(fail, letter)
    }
    return next
  }
}

function scanText(trie: Trie, text: FoldedText, as: ScanSettings): { hits: PhraseHit[]; open: OpenPrefix[] } {
  const { phrases, fail, shorter, depth, firstPhrase, nextPhrase } = trie
  const { codes, length } = text
  const hits: PhraseHit[] = []
  let at = 0
  for (let index = 0; index < length; index += 1) {
    const letter = trie.letterOfCode(codes[index]!)
    if (letter === 0) {
      at = 0
      continue
    }
    let next = trie.child(at, letter)
    while (next === 0 && at !== 0) {
      at = fail[at]!
      next = trie.child(at, letter)
    }
    at = next
    for (let node = firstPhrase[at] !== NONE ? at : shorter[at]!; node !== 0; node = shorter[node]!) {
      const start = index + 1 - depth[node]!
      for (let phrase = firstPhrase[node]!; phrase !== NONE; phrase = nextPhrase[phrase]!) {
        const { startsWord, endsWord } = phrases[phrase]!
        const begin = startsWord ? wordStart(text, start, as) : start
        if (begin === NONE) continue
        if (!endsWord || hasBorder(text, index + 1, as)) hits.push({ phrase, start: begin, end: index + 1 })
      }
    }
  }
  return { hits, open: as.growing ? openPrefixes(trie, at, text, as) : [] }
}

/**
 * Where the word that has its stem at `index` begins: there, or before the particles that Arabic attaches to a word.
 * `NONE` when no word has its stem there.
 */
function wordStart(text: FoldedText, index: number, as: ScanSettings): number {
  if (hasBorder(text, index, as)) return index
  const code = text.codes[index]!
  if (index === text.length || code < ARABIC_FROM || code > ARABIC_TO) return NONE
  const hasArticle = code === ALEF && index + 1 < text.length && text.codes[index + 1] === LAM
  const particles = hasArticle ? PARTICLES_BEFORE_ARTICLE : PARTICLES
  let particle = ''
  for (let begin = index - 1; begin >= 0 && index - begin <= MAX_PARTICLE_LENGTH; begin -= 1) {
    particle = String.fromCharCode(text.codes[begin]!) + particle
    if (particles.has(particle) && hasBorder(text, begin, as)) return begin
  }
  return NONE
}

/** Whether a word may end before `index` and another begin there. */
function hasBorder({ codes, starts, ends, length }: FoldedText, index: number, as: ScanSettings): boolean {
  if (index === 0) return true
  if (index === length) return !as.growing
  if (!isWordCode(codes[index - 1]!) || !isWordCode(codes[index]!)) return true
  return as.gapsAreBorders && starts[index]! > ends[index - 1]!
}

function openPrefixes(trie: Trie, last: number, text: FoldedText, as: ScanSettings): OpenPrefix[] {
  const open: OpenPrefix[] = []
  for (let node = last; node !== 0; node = trie.fail[node]!) {
    const start = text.length - trie.depth[node]!
    const begin = wordStart(text, start, as)
    const groups = trie.free[node]! | (begin === NONE ? 0 : trie.bound[node]!)
    if (groups !== 0) open.push({ start: begin === NONE ? start : begin, groups })
  }
  return open
}

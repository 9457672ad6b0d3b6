import { type FoldedText, isWordCode } from './fold-text.ts'

/** A phrase to find in folded text. `group` is a bit of a mask; `startsWord`/`endsWord` ask for a word border there. */
export type Phrase = { text: string; group: number; startsWord: boolean; endsWord: boolean }
/** A phrase found: its index in the list compiled, and folded offsets. */
export type PhraseHit = { phrase: number; start: number; end: number }
/** What may still become a phrase when the text goes on: where it begins, and the groups it may end in. */
export type OpenPrefix = { start: number; groups: number }
export type ScanSettings = {
  /** The text may go on: a phrase that wants a word border at the very end is left out. */
  growing: boolean
  /** Letters that stand apart in the original (c h i l d) have a border between them, though they were joined. */
  gapsAreBorders: boolean
}
/** Phrases of one lexicon, compiled once; see `compilePhrases`. */
export type PhraseAutomaton = {
  /** All phrases in the folded text, in order of their end. Time is linear in the text. */
  scan(text: FoldedText, as: ScanSettings): { hits: PhraseHit[]; open: OpenPrefix[] }
}

const ALPHABET_BITS = 12

type Node = {
  next: Map<number, number>
  fail: number
  shorter: number
  phrases: number[]
  bound: number
  free: number
  depth: number
}

const newNode = (depth: number): Node => ({
  next: new Map(),
  fail: 0,
  shorter: 0,
  phrases: [],
  bound: 0,
  free: 0,
  depth,
})

/** Aho and Corasick's automaton over UTF-16 codes: every phrase at once, one step per character, no backtracking. */
export function compilePhrases(phrases: readonly Phrase[]): PhraseAutomaton {
  const nodes = buildTrie(phrases)
  const order = linkFailures(nodes)
  const table = new TransitionTable(nodes, order)
  return { scan: (text, as) => scanText({ phrases, nodes, table }, text, as) }
}

function buildTrie(phrases: readonly Phrase[]): Node[] {
  const nodes = [newNode(0)]
  phrases.forEach((phrase, index) => {
    let at = 0
    for (let position = 0; position < phrase.text.length; position += 1) {
      const code = phrase.text.charCodeAt(position)
      let next = nodes[at]!.next.get(code)
      if (next === undefined) {
        next = nodes.push(newNode(position + 1)) - 1
        nodes[at]!.next.set(code, next)
      }
      at = next
      if (phrase.startsWord) nodes[at]!.bound |= phrase.group
      else nodes[at]!.free |= phrase.group
    }
    nodes[at]!.phrases.push(index)
  })
  return nodes
}

function linkFailures(nodes: Node[]): number[] {
  const order = [0]
  for (let position = 0; position < order.length; position += 1) {
    const at = order[position]!
    for (const [code, child] of nodes[at]!.next) {
      order.push(child)
      if (at === 0) continue
      let fail = nodes[at]!.fail
      while (fail !== 0 && !nodes[fail]!.next.has(code)) fail = nodes[fail]!.fail
      nodes[child]!.fail = nodes[fail]!.next.get(code) ?? 0
    }
    const { fail } = nodes[at]!
    nodes[at]!.shorter = nodes[fail]!.phrases.length > 0 ? fail : nodes[fail]!.shorter
  }
  return order
}

/** All edges of the trie in one open-addressed table: a lookup costs a few nanoseconds and no allocation. */
class TransitionTable {
  private readonly letters = new Uint16Array(0x10000)
  private readonly keys: Int32Array
  private readonly targets: Int32Array
  private readonly mask: number

  constructor(nodes: readonly Node[], order: readonly number[]) {
    let size = 1024
    while (size < nodes.length * 3) size *= 2
    this.keys = new Int32Array(size).fill(-1)
    this.targets = new Int32Array(size)
    this.mask = size - 1
    let letters = 0
    for (const at of order) {
      for (const [code, child] of nodes[at]!.next) {
        if (this.letters[code] === 0) this.letters[code] = ++letters
        this.insert((at << ALPHABET_BITS) | this.letters[code]!, child)
      }
    }
    if (letters >= 1 << ALPHABET_BITS || nodes.length >= 1 << (31 - ALPHABET_BITS)) {
      throw new Error('the phrase lexicon outgrew its table')
    }
  }

  private insert(key: number, target: number): void {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 0) & this.mask
    while (this.keys[slot] !== -1) slot = (slot + 1) & this.mask
    this.keys[slot] = key
    this.targets[slot] = target
  }

  /** The node after `at` by this letter, or 0. */
  follow(at: number, code: number): number {
    const letter = this.letters[code]!
    if (letter === 0) return 0
    const key = (at << ALPHABET_BITS) | letter
    let slot = (Math.imul(key, 0x9e3779b1) >>> 0) & this.mask
    while (this.keys[slot] !== -1) {
      if (this.keys[slot] === key) return this.targets[slot]!
      slot = (slot + 1) & this.mask
    }
    return 0
  }
}

type Compiled = { phrases: readonly Phrase[]; nodes: readonly Node[]; table: TransitionTable }

function scanText(
  { phrases, nodes, table }: Compiled,
  text: FoldedText,
  as: ScanSettings,
): { hits: PhraseHit[]; open: OpenPrefix[] } {
  const { codes, length } = text
  const hits: PhraseHit[] = []
  let at = 0
  for (let index = 0; index < length; index += 1) {
    const code = codes[index]!
    let next = table.follow(at, code)
    while (next === 0 && at !== 0) {
      at = nodes[at]!.fail
      next = table.follow(at, code)
    }
    at = next
    for (let node = nodes[at]!.phrases.length > 0 ? at : nodes[at]!.shorter; node !== 0; node = nodes[node]!.shorter) {
      const start = index + 1 - nodes[node]!.depth
      for (const phrase of nodes[node]!.phrases) {
        const { startsWord, endsWord } = phrases[phrase]!
        if (startsWord && !hasBorder(text, start, as)) continue
        if (!endsWord || hasBorder(text, index + 1, as)) hits.push({ phrase, start, end: index + 1 })
      }
    }
  }
  return { hits, open: as.growing ? openPrefixes(nodes, at, text, as) : [] }
}

/** True when a word may end before `index` and another begin there. */
function hasBorder({ codes, starts, ends, length }: FoldedText, index: number, as: ScanSettings): boolean {
  if (index === 0) return true
  if (index === length) return !as.growing
  if (!isWordCode(codes[index - 1]!) || !isWordCode(codes[index]!)) return true
  return as.gapsAreBorders && starts[index]! > ends[index - 1]!
}

function openPrefixes(nodes: readonly Node[], last: number, text: FoldedText, as: ScanSettings): OpenPrefix[] {
  const open: OpenPrefix[] = []
  for (let node = last; node !== 0; node = nodes[node]!.fail) {
    const start = text.length - nodes[node]!.depth
    const groups = nodes[node]!.free | (hasBorder(text, start, as) ? nodes[node]!.bound : 0)
    if (groups !== 0) open.push({ start, groups })
  }
  return open
}

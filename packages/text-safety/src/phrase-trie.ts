/** A phrase to find in folded text. `group` is a bit of a mask; `endsWord` requires a word border at its end. */
export type Phrase = { text: string; group: number; endsWord: boolean }

/** The root's children are looked up in pages of 256 letters, since the search for every phrase starts there. */
const PAGE_BITS = 8
const PAGE_SIZE = 1 << PAGE_BITS
/** Up to this many children, a linear search is faster than a binary one. */
const LINEAR_SEARCH = 4
const EMPTY_PAGE = new Int32Array(PAGE_SIZE)

/**
 * Phrases as a radix trie: each node adds a label of one or more letters to those of its parent; node 0 is the root. It
 * is made of flat arrays, because tens of thousands of phrases stay in memory for as long as the server runs. Nodes are
 * in breadth-first order, so the children of a node are beside each other, sorted by the first letter of their labels.
 */
export class PhraseTrie {
  /** All labels; that of node `n` is from `labelStart[n]` to before `labelStart[n + 1]`. */
  readonly labels: Uint16Array
  readonly labelStart: Int32Array
  /** For each node, the groups of all phrases at it and below it. */
  readonly groups: Int32Array
  /** The phrases that end at node `n` have the numbers from `firstEnd[n]` to before `firstEnd[n + 1]`. */
  readonly firstEnd: Int32Array
  readonly groupOf: Int32Array
  readonly endsWord: Uint8Array
  /** The children of node `n` are the nodes from `firstChild[n]` to before `firstChild[n + 1]`. */
  private readonly firstChild: Int32Array
  /** The first letter of each node's label. */
  private readonly letterOf: Uint16Array
  private readonly pages: Int32Array[] = new Array(0x10000 >> PAGE_BITS).fill(EMPTY_PAGE)

  /** A phrase that is twice in one group counts once. `spell` respells each letter of the phrases. */
  constructor(phrases: readonly Phrase[], spell?: (code: number) => number) {
    const { ordered, labels, labelStart, firstEnd, firstChild } = splitIntoNodes(sortPhrases(phrases, spell))
    const size = labelStart.length - 1
    this.labels = new Uint16Array(labels)
    this.labelStart = new Int32Array(labelStart)
    this.firstEnd = new Int32Array(firstEnd)
    this.groupOf = new Int32Array(ordered.map(({ group }) => group))
    this.endsWord = new Uint8Array(ordered.map(({ endsWord }) => Number(endsWord)))
    this.firstChild = new Int32Array(firstChild)
    this.letterOf = new Uint16Array(size)
    for (let node = 0; node < size; node += 1) this.letterOf[node] = labels[labelStart[node]!] ?? 0
    for (let child = firstChild[0]!; child < firstChild[1]!; child += 1) {
      const letter = this.letterOf[child]!
      const page = letter >> PAGE_BITS
      if (this.pages[page] === EMPTY_PAGE) this.pages[page] = new Int32Array(PAGE_SIZE)
      this.pages[page]![letter & (PAGE_SIZE - 1)] = child
    }
    this.groups = this.collectGroups(size)
  }

  /** The child of the root whose label begins with this letter, or 0. */
  childOfRoot(letter: number): number {
    return this.pages[letter >> PAGE_BITS]![letter & (PAGE_SIZE - 1)]!
  }

  /** The child of a node whose label begins with this letter, or 0. */
  child(node: number, letter: number): number {
    const { letterOf } = this
    const end = this.firstChild[node + 1]!
    let low = this.firstChild[node]!
    let high = end
    while (high - low > LINEAR_SEARCH) {
      const middle = (low + high) >> 1
      if (letterOf[middle]! <= letter) low = middle
      else high = middle
    }
    while (low < high && letterOf[low] !== letter) low += 1
    return low < high ? low : 0
  }

  /** Goes from the last node to the first, since children come after their parents. */
  private collectGroups(size: number): Int32Array {
    const groups = new Int32Array(size)
    for (let node = size - 1; node >= 0; node -= 1) {
      for (let phrase = this.firstEnd[node]!; phrase < this.firstEnd[node + 1]!; phrase += 1)
        groups[node]! |= this.groupOf[phrase]!
      for (let child = this.firstChild[node]!; child < this.firstChild[node + 1]!; child += 1)
        groups[node]! |= groups[child]!
    }
    return groups
  }
}

/** By their letters, each once; the same letters in different groups in the order given. */
function sortPhrases(phrases: readonly Phrase[], spell?: (code: number) => number): Phrase[] {
  const sorted = spell ? phrases.map((phrase) => ({ ...phrase, text: respell(phrase.text, spell) })) : [...phrases]
  sorted.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
  let runStart = 0
  return sorted.filter(({ text, group, endsWord }, index) => {
    if (sorted[runStart]!.text !== text) runStart = index
    for (let earlier = runStart; earlier < index; earlier += 1)
      if (sorted[earlier]!.group === group && sorted[earlier]!.endsWord === endsWord) return false
    return true
  })
}

function respell(text: string, spell: (code: number) => number): string {
  let respelled = ''
  for (let index = 0; index < text.length; index += 1) respelled += String.fromCharCode(spell(text.charCodeAt(index)))
  return respelled
}

/** The arrays of `PhraseTrie` with these names, and the phrases in the order of their nodes. */
type Nodes = {
  ordered: Phrase[]
  labels: number[]
  labelStart: number[]
  firstEnd: number[]
  firstChild: number[]
}

/** Splits sorted phrases into runs that begin alike: each run is a node, which is appended after its parent. */
function splitIntoNodes(sorted: readonly Phrase[]): Nodes {
  const nodes: Nodes = { ordered: [], labels: [], labelStart: [0, 0], firstEnd: [], firstChild: [] }
  const { ordered, labels, labelStart, firstEnd, firstChild } = nodes
  const runs = [{ from: 0, to: sorted.length, depth: 0 }]
  for (const { from, to, depth } of runs) {
    firstEnd.push(ordered.length)
    firstChild.push(runs.length)
    let next = from
    while (next < to && sorted[next]!.text.length === depth) ordered.push(sorted[next++]!)
    while (next < to) {
      const begin = next
      const { text } = sorted[begin]!
      next = endOfRun(sorted, begin, to, depth)
      // What the first and the last of a sorted run have in common, all have.
      const end = commonLength(text, sorted[next - 1]!.text, depth + 1)
      for (let index = depth; index < end; index += 1) labels.push(text.charCodeAt(index))
      labelStart.push(labels.length)
      runs.push({ from: begin, to: next, depth: end })
    }
  }
  firstEnd.push(ordered.length)
  firstChild.push(runs.length)
  return nodes
}

/** The end of the run of phrases that have the same letter at `depth` as the one at `begin`. */
function endOfRun(sorted: readonly Phrase[], begin: number, to: number, depth: number): number {
  const letter = sorted[begin]!.text.charCodeAt(depth)
  let low = begin + 1
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.text.charCodeAt(depth) === letter) low = middle + 1
    else high = middle
  }
  return low
}

/** The length of the common prefix of two texts that are known to share the first `known` letters. */
function commonLength(one: string, other: string, known: number): number {
  const shorter = Math.min(one.length, other.length)
  let length = known
  while (length < shorter && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}

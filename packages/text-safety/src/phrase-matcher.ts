import { type FoldedText, isWordCode } from './fold-text.ts'
import { type Phrase, PhraseTrie } from './phrase-trie.ts'

/** A phrase found: its group, and folded offsets. */
type PhraseHit = { group: number; start: number; end: number }
/** A prefix that may become a phrase when the text continues: its start, and the groups it may end in. */
export type OpenPrefix = { start: number; groups: number }
type ScanSettings = {
  /** The text may continue: a phrase that requires a word border at the very end is left out. */
  growing: boolean
  /** Letters that are spaced in the original (c h i l d) have a border between them, though they were joined. */
  gapsAreBorders: boolean
}
/** Phrases of one lexicon, compiled once; see `compilePhrases`. */
export type PhraseMatcher = {
  /**
   * All phrases in the folded text, in order of their end, the longest first. Takes time in proportion to the text,
   * times the length of the longest phrase for a text that consists of beginnings of phrases.
   */
  scan(text: FoldedText, as: ScanSettings): ScanResult
}
type ScanResult = { hits: PhraseHit[]; open: OpenPrefix[] }

const NONE = -1

const ARABIC_FROM = 0x621
const ARABIC_TO = 0x64a
const ALEF = 0x627
const LAM = 0x644
/** Words of up to three letters as numbers, last letter first, so that a lookup allocates nothing. */
const numbersOf = (words: readonly string[]): ReadonlySet<number> =>
  new Set(words.map((word) => [...word].reduceRight((number, letter) => number * 0x10000 + letter.charCodeAt(0), 0)))
/** Arabic attaches “and, the, with, for, so, like” to the word. */
const PARTICLES = numbersOf(['و', 'ال', 'وال', 'ب', 'بال', 'ل', 'لل', 'ف', 'ك', 'فال', 'كال'])
const PARTICLES_BEFORE_ARTICLE = numbersOf(['و', 'ب', 'ف', 'ك'])
const MAX_PARTICLE_LENGTH = 3

/**
 * A matcher for folded texts. The same phrase twice in one group counts once. `spell` respells each letter of the
 * phrases, not of the texts.
 */
export function compilePhrases(phrases: readonly Phrase[], spell?: (code: number) => number): PhraseMatcher {
  const trie = new PhraseTrie(phrases, spell)
  return { scan: (text, as) => scanText(trie, text, as) }
}

/** A phrase starts where a word may. Most words begin no phrase, and most others differ from all after a few letters. */
function scanText(trie: PhraseTrie, text: FoldedText, as: ScanSettings): ScanResult {
  const found: ScanResult = { hits: [], open: [] }
  const { codes, length } = text
  for (let start = 0; start < length; start += 1) {
    const node = trie.childOfRoot(codes[start]!)
    if (node === 0) continue
    const wordStart = hasBorder(text, start, as) ? start : beforeParticles(text, start, as)
    if (wordStart !== NONE) followPhrases(trie, text, as, node, start, wordStart, found)
  }
  const { hits } = found
  if (hits.length > 1) hits.sort((one, other) => one.end - other.end)
  return found
}

/**
 * Adds the phrases from `start` on, of which `firstNode` is the root's child. With particles their word starts at
 * `wordStart`.
 */
function followPhrases(
  trie: PhraseTrie,
  text: FoldedText,
  as: ScanSettings,
  firstNode: number,
  start: number,
  wordStart: number,
  { hits, open }: ScanResult,
): void {
  const { labels, labelStart, firstEnd } = trie
  const { codes, length } = text
  let at = start
  for (let node = firstNode; node !== 0; node = trie.child(node, codes[at]!)) {
    const labelEnd = labelStart[node + 1]!
    let label = labelStart[node]!
    for (; label < labelEnd && at < length; label += 1, at += 1) if (labels[label] !== codes[at]) return
    if (label === labelEnd && firstEnd[node] !== firstEnd[node + 1]) {
      const isWordEnd = hasBorder(text, at, as)
      for (let phrase = firstEnd[node]!; phrase < firstEnd[node + 1]!; phrase += 1)
        if (isWordEnd || trie.endsWord[phrase] === 0)
          hits.push({ group: trie.groupOf[phrase]!, start: wordStart, end: at })
    }
    if (at < length) continue
    if (as.growing) open.push({ start: wordStart, groups: trie.groups[node]! })
    return
  }
}

/**
 * The start of an Arabic word whose stem is at `index`, with the particles that are attached before it. `NONE` when the
 * letters before the stem are not such particles, or the script is another one.
 */
function beforeParticles(text: FoldedText, index: number, as: ScanSettings): number {
  const { codes } = text
  const code = codes[index]!
  if (code < ARABIC_FROM || code > ARABIC_TO) return NONE
  const hasArticle = code === ALEF && index + 1 < text.length && codes[index + 1] === LAM
  const particles = hasArticle ? PARTICLES_BEFORE_ARTICLE : PARTICLES
  let particle = 0
  for (let begin = index - 1; begin >= 0 && index - begin <= MAX_PARTICLE_LENGTH; begin -= 1) {
    particle = particle * 0x10000 + codes[begin]!
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

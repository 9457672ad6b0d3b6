import { deobfuscate } from './deobfuscate.ts'
import { characterKind, type FoldedText, FoldedTextWriter, foldText } from './fold-text.ts'
import type { Lexicon } from './lexicon.ts'
import type { OpenPrefix } from './phrase-matcher.ts'
import { rememberTexts } from './remember-texts.ts'

/** A phrase of the lexicon found in a text. */
export type Cue = {
  group: number
  /** UTF-16 offsets in the text. */
  start: number
  end: number
  /** Folded offsets, used for distances, so that invisible padding does not widen them. */
  position: number
  positionEnd: number
}

/** What was found in a text that may continue. */
export type FoundCues = {
  /** In order of their end. */
  cues: Cue[]
  /** Prefixes that may become phrases when the text continues, with UTF-16 offsets. */
  open: OpenPrefix[]
  /** The start of the last word, which further characters may reveal as a disguise. */
  lastWordStart: number
  /** Valid until the next text is read that is not read as `whole`. */
  plain: FoldedText
}

/**
 * How a text is read. `whole`: for several lexicons, one after another. `once`: whole too, but no other lexicon reads it,
 * such as a sentence of a stream. `growing`: it may continue.
 */
export type TextReading = 'whole' | 'once' | 'growing'

/** Used for every read of a stream, so their arrays are kept. */
const growingText = FoldedTextWriter.empty(true)
const sentenceText = FoldedTextWriter.empty(false)

const MAX_WORD_PIECES = 64

/** The two spellings in which a text is searched; the second is null when nothing is disguised. */
type Spellings = { plain: FoldedText; deobfuscated: FoldedText | null }

/** A message or reply is searched with several lexicons one after another, and spelled for all of them once. */
const REMEMBERED_CHARACTERS = 64_000
const spellingsOf = rememberTexts(REMEMBERED_CHARACTERS, (text): Spellings => {
  const plain = foldText(text)
  return { plain, deobfuscated: deobfuscate(text, plain) }
})

/** Valid until it is called again. */
function passingSpellingsOf(text: string, growing: boolean): Spellings {
  const plain = foldText(text, growing, (growing ? growingText : sentenceText).clear())
  return { plain, deobfuscated: deobfuscate(text, plain, growing, true) }
}

/** All phrases of the lexicon in a text, including disguised ones. Linear time. */
export function findCues(text: string, lexicon: Lexicon, reading: TextReading = 'whole'): FoundCues {
  const growing = reading === 'growing'
  const { plain, deobfuscated } = reading === 'whole' ? spellingsOf(text) : passingSpellingsOf(text, growing)
  const found = lexicon.plain.scan(plain, { growing, gapsAreBorders: false })
  const cues = found.hits.map((hit) => cueAt(hit.group, plain, plain, hit.start, hit.end))
  const open = growing ? originalPrefixes(found.open, plain) : []
  if (deobfuscated !== null) {
    const second = lexicon.deobfuscated.scan(deobfuscated, { growing, gapsAreBorders: true })
    if (second.hits.length > 0) {
      const known = new Set(cues.map((cue) => `${cue.group} ${cue.start} ${cue.end}`))
      for (const hit of second.hits) {
        const cue = cueAt(hit.group, deobfuscated, plain, hit.start, hit.end)
        if (!known.has(`${cue.group} ${cue.start} ${cue.end}`)) cues.push(cue)
      }
    }
    if (cues.length > 1)
      cues.sort((one, other) => one.end - other.end || one.start - other.start || one.group - other.group)
    if (growing) open.push(...originalPrefixes(second.open, deobfuscated))
  }
  return { cues, open, lastWordStart: growing ? lastWordStart(text, plain) : text.length, plain }
}

function cueAt(group: number, read: FoldedText, plain: FoldedText, first: number, afterLast: number): Cue {
  const start = read.starts[first]!
  const end = read.ends[afterLast - 1]!
  if (read === plain) return { group, start, end, position: first, positionEnd: afterLast }
  return { group, start, end, position: foldedIndexAt(plain, start), positionEnd: foldedIndexAt(plain, end) }
}

const originalPrefixes = (open: readonly OpenPrefix[], read: FoldedText): OpenPrefix[] =>
  open.map(({ start, groups }) => ({ start: read.starts[start]!, groups }))

/** The first folded character that begins at or after a UTF-16 offset. */
export function foldedIndexAt(folded: FoldedText, offset: number): number {
  let low = 0
  let high = folded.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (folded.starts[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The last word, with the short pieces and signs attached before it: it may be one disguised word (s e x, ch!ld). */
function lastWordStart(text: string, folded: FoldedText): number {
  const { codes, starts, ends } = folded
  let index = folded.length
  while (index > 0 && characterKind(codes[index - 1]!) === 0) index -= 1
  if (index === 0) return 0
  for (let pieces = 0; pieces < MAX_WORD_PIECES; pieces += 1) {
    const begin = wordBegin(folded, index)
    const isShort = index - begin <= 2
    index = begin
    if (index < 2 || characterKind(codes[index - 1]!) !== 0 || characterKind(codes[index - 2]!) === 0) break
    const separator = text.slice(starts[index - 1]!, ends[index - 1]!)
    const isTied = separator.length === 1 && separator.trim() !== ''
    if (!isShort && !isTied) break
    index -= 1
  }
  // A sign before the word may be its first letter ($ign).
  const before = starts[index]!
  return before > 0 && index > 0 && characterKind(codes[index - 1]!) === 0 ? starts[index - 1]! : before
}

function wordBegin(folded: FoldedText, end: number): number {
  let begin = end - 1
  if (characterKind(folded.codes[begin]!) !== 1) return begin
  while (begin > 0 && characterKind(folded.codes[begin - 1]!) === 1) begin -= 1
  return begin
}

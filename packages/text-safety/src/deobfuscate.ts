import { characterKind, type FoldedText, FoldedTextWriter, isWordCode } from './fold-text.ts'

const LETTER_I = 0x69
const LETTER_L = 0x6c
const MIN_SPELLED_LETTERS = 3
const MIN_REPEATED_LETTERS = 3

/** Digits and signs that stand for letters in leet spelling; i and l are one letter there, since 1 and ! mean both. */
const LEET = new Map<number, number>(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', '|': 'i' }).map(
    ([sign, letter]) => [sign.charCodeAt(0), letter.charCodeAt(0)],
  ),
)
const isSign = (code: number) => LEET.has(code) && !isWordCode(code)
const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const isBracket = (code: number) => code === 0x5b || code === 0x5d

/** The letter in deobfuscated spelling; phrases of the lexicon are converted too. */
export const deobfuscateLetter = (code: number): number => (code === LETTER_L ? LETTER_I : code)

/** Used for every reading, so their arrays are kept. */
const keptReading = FoldedTextWriter.empty(true)
const passingResult = FoldedTextWriter.empty(true)

/**
 * A second reading of a text with disguised words: leet (ch1ld), spaced letters (c h i l d), repeated letters. Null
 * when nothing is disguised. With `growing`, the last word counts as disguised already, because the next characters of
 * a stream may make it so. Linear time.
 * @param isPassing the result is valid until the next such call.
 */
export function deobfuscate(text: string, folded: FoldedText, growing = false, isPassing = growing): FoldedText | null {
  if (!growing && !isObfuscated(text, folded)) return null
  const reading = keptReading.clear()
  readWords(text, folded, growing, reading)
  const result = isPassing ? passingResult.clear() : new FoldedTextWriter(reading.length, reading.afterText)
  joinSpelledLetters(reading, growing, result)
  return result
}

/** Most texts are not obfuscated; one pass without a copy finds out. */
function isObfuscated(text: string, { codes, starts, ends, length }: FoldedText): boolean {
  let letters = 0
  let digits = 0
  let repeated = 0
  let spelled = 0
  for (let index = 0; index <= length; index += 1) {
    const code = index < length ? codes[index]! : 0
    if (characterKind(code) !== 0) {
      if (isDigit(code)) digits += 1
      else letters += 1
      repeated = index > 0 && codes[index - 1] === code ? repeated + 1 : 1
      if (repeated >= MIN_REPEATED_LETTERS && !isDigit(code)) return true
      if (letters > 0 && digits > 0) return true
      continue
    }
    if (index < length && ends[index] === starts[index]! + 1 && isSign(text.charCodeAt(starts[index]!))) return true
    spelled = letters + digits === 1 ? spelled + 1 : letters + digits === 0 ? spelled : 0
    if (spelled >= MIN_SPELLED_LETTERS) return true
    letters = 0
    digits = 0
  }
  return false
}

/** The original sign behind a folded separator, when it may stand for a letter of the adjacent word. */
function leetSignAt(text: string, folded: FoldedText, index: number, growing: boolean): number {
  const start = folded.starts[index]!
  if (characterKind(folded.codes[index]!) !== 0 || folded.ends[index] !== start + 1) return 0
  const code = text.charCodeAt(start)
  if (!isSign(code)) return 0
  const before = index > 0 && isWordCode(folded.codes[index - 1]!)
  const atEnd = index + 1 === folded.length
  const after = atEnd ? growing : isWordCode(folded.codes[index + 1]!)
  const mayOpen = code !== 0x21 && code !== 0x7c
  return after && (before || mayOpen) ? LEET.get(code)! : 0
}

function readWords(text: string, folded: FoldedText, growing: boolean, reading: FoldedTextWriter): void {
  let begin = 0
  while (begin < folded.length) {
    let end = begin
    let letters = 0
    let digits = 0
    let signs = 0
    for (; end < folded.length; end += 1) {
      const code = folded.codes[end]!
      if (!isWordCode(code)) {
        if (leetSignAt(text, folded, end, growing) === 0) break
        signs += 1
      } else if (isDigit(code)) digits += 1
      else letters += 1
    }
    const isLast = end === folded.length
    const leet = (letters > 0 && digits + signs > 0) || (growing && isLast)
    copyWord(text, folded, begin, end, { leet, growing: growing && isLast }, reading)
    if (end < folded.length) reading.put(folded.codes[end]!, folded.starts[end]!, folded.ends[end]!)
    begin = end + 1
  }
}

function copyWord(
  text: string,
  folded: FoldedText,
  begin: number,
  end: number,
  as: { leet: boolean; growing: boolean },
  reading: FoldedTextWriter,
): void {
  let index = begin
  while (index < end) {
    const code = letterAt(text, folded, index, as.leet)
    let next = index + 1
    while (next < end && letterAt(text, folded, next, as.leet) === code) next += 1
    const needed = as.growing && next === end ? MIN_REPEATED_LETTERS - 1 : MIN_REPEATED_LETTERS
    const collapses = next - index >= needed && !isDigit(code)
    if (collapses) {
      reading.put(deobfuscateLetter(code), folded.starts[index]!, folded.ends[next - 1]!)
    } else {
      for (; index < next; index += 1) reading.put(deobfuscateLetter(code), folded.starts[index]!, folded.ends[index]!)
    }
    index = next
  }
}

function letterAt(text: string, folded: FoldedText, index: number, leet: boolean): number {
  const code = folded.codes[index]!
  if (!leet) return code
  if (isWordCode(code)) return LEET.get(code) ?? code
  return LEET.get(text.charCodeAt(folded.starts[index]!)) ?? code
}

function joinSpelledLetters(reading: FoldedText, growing: boolean, joined: FoldedTextWriter): void {
  let index = 0
  while (index < reading.length) {
    const end = endOfSpelledRun(reading, index)
    const letters = Math.ceil((end - index) / 2)
    const needed = growing && end === reading.length ? 1 : MIN_SPELLED_LETTERS
    const joins = end > index && letters >= needed
    const stop = end > index ? end : index + 1
    for (; index < stop; index += 1) {
      if (joins && characterKind(reading.codes[index]!) === 0) continue
      joined.put(reading.codes[index]!, reading.starts[index]!, reading.ends[index]!)
    }
  }
}

/** The end of a run of single characters with one separator between each; `index` itself when there is none. */
function endOfSpelledRun({ codes, length }: FoldedText, index: number): number {
  if (index > 0 && characterKind(codes[index - 1]!) === 1) return index
  if (index > 0 && characterKind(codes[index - 1]!) === 2 && characterKind(codes[index]!) === 2) return index
  let end = index
  while (end < length && characterKind(codes[end]!) !== 0 && !isDigit(codes[end]!)) {
    const next = end + 1
    if (next === length) return next
    if (characterKind(codes[next]!) !== 0) return end === index ? index : end - 1
    if (next + 1 < length && isBracket(codes[next]!) && isBracket(codes[next + 1]!)) return next
    end += 2
  }
  if (end > length) return length
  return end === index ? index : end - 1
}

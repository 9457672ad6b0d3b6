import { LRUCache } from 'lru-cache'

/** Letters of a run that begin to look like a copy: it is held back from here on. */
const BLOCK_LENGTH = 15
/** A run of this weight is a copy. A letter weighs 1, one of an unspaced script 2: some twelve words, or a sentence. */
const MIN_COPY_WEIGHT = 60
/** How far back a newly found run is compared: enough to tell a copy. */
const MAX_LOOK_BACK = 2 * MIN_COPY_WEIGHT
/** Beyond these, further places of the same text are not followed. */
const MAX_PLACES_PER_BLOCK = 8
const MAX_CANDIDATES = 24
/** Characters of a protected text that are read, so that the work for one reply is bounded. */
const MAX_TEXT_LENGTH = 400_000
/** Stands for what is left out. */
export const REDACTION_MARK = '[…]'

const NOT_COMPARED = /[^\p{L}\p{N}]|\u0640/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** What counts when texts are compared: letters and digits, without case, accents, width and joining strokes. */
function normalizeLetters(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(NOT_COMPARED, '').replaceAll('ς', 'σ')
}

/** A text as it is searched for copies. It does not change, and is the same for every reply with the same text. */
interface CopyIndex {
  text: string
  /** Where the text's blocks begin. A copy of two blocks' length contains a whole one, wherever it begins. */
  blocks: ReadonlyMap<string, readonly number[]>
}

function indexText(whole: string): CopyIndex {
  const text = normalizeLetters(whole.slice(0, MAX_TEXT_LENGTH))
  const blocks = new Map<string, number[]>()
  for (let at = 0; at + BLOCK_LENGTH <= text.length; at += BLOCK_LENGTH) {
    const block = text.slice(at, at + BLOCK_LENGTH)
    const places = blocks.get(block)
    if (!places) blocks.set(block, [at])
    else if (places.length < MAX_PLACES_PER_BLOCK) places.push(at)
  }
  return { text, blocks }
}

/**
 * The indexes of hidden texts: a prompt mostly has the same ones as the prompt before it, and indexing a long
 * definition takes some 80 ms.
 */
const indexes = new LRUCache<string, CopyIndex>({
  maxSize: 4_000_000,
  sizeCalculation: ({ text }) => text.length + 1,
})

function secretIndex(text: string): CopyIndex {
  const cached = indexes.get(text)
  if (cached) return cached
  const created = indexText(text)
  indexes.set(text, created)
  return created
}

/** Follows where the end of a growing text occurs in another one. Each letter costs a bounded number of comparisons. */
class CopyFinder {
  private readonly index: CopyIndex
  /** Place after the last equal letter → length of the run that ends there. */
  private candidates = new Map<number, number>()

  constructor(index: CopyIndex) {
    this.index = index
  }

  /** The length of the longest run that ends with the last letter of `written`, of which all before is known; or 0. */
  next(written: string): number {
    const letter = written.charAt(written.length - 1)
    const grown = new Map<number, number>()
    for (const [place, length] of this.candidates)
      if (this.index.text[place] === letter) grown.set(place + 1, Math.max(length + 1, grown.get(place + 1) ?? 0))
    if (written.length >= BLOCK_LENGTH)
      for (const at of this.index.blocks.get(written.slice(-BLOCK_LENGTH)) ?? []) {
        const end = at + BLOCK_LENGTH
        if (!grown.has(end) && grown.size < MAX_CANDIDATES) grown.set(end, this.lengthBefore(end, written))
      }
    this.candidates = grown
    return Math.max(0, ...grown.values())
  }

  private lengthBefore(end: number, written: string): number {
    let length = 0
    const most = Math.min(written.length, end, MAX_LOOK_BACK)
    while (length < most && this.index.text[end - 1 - length] === written[written.length - 1 - length]) length += 1
    return length
  }
}

/** Passes on a text that arrives in pieces, without the copies it contains. */
export interface Redactor {
  push(text: string): string
  /** The rest that was held back. */
  end(): string
}

/**
 * Leaves out of a growing text what is copied word for word from `secret` texts and not in `known` ones. In a run of
 * `MIN_COPY_WEIGHT` or more, everything after some thirty letters is replaced with `REDACTION_MARK`. A shorter run is
 * only held back until it has ended. The result does not depend on how the text is cut into pieces.
 * @param textBefore what the reader already has, which a copy may go on from.
 */
export function createRedactor(secret: readonly string[], known: readonly string[], textBefore = ''): Redactor {
  const redactor = new VerbatimRedactor(secret, known)
  redactor.push(textBefore)
  redactor.end()
  return redactor
}

class VerbatimRedactor implements Redactor {
  private readonly secret: readonly CopyFinder[]
  /** Searched only once something hidden is found. */
  private readonly knownTexts: readonly string[]
  private known: CopyFinder | null = null
  /** The letters so far, and the weight of all letters up to each. */
  private written = ''
  private readonly weights: number[] = [0]
  /** The number of letters up to the last one that the reader knows anyway. */
  private knownUntil = 0
  /** Text of a run that may become a copy. */
  private held = ''
  /** What followed the run's last letter and may follow the mark: blanks and punctuation. */
  private sinceLetter = ''
  private isCopy = false
  /** The first half of a character whose second half has not come yet. */
  private half = ''

  constructor(secret: readonly string[], known: readonly string[]) {
    let left = MAX_TEXT_LENGTH
    this.secret = secret.flatMap((text) => {
      const read = text.slice(0, left)
      left -= read.length
      return read === '' ? [] : [new CopyFinder(secretIndex(read))]
    })
    this.knownTexts = known
  }

  push(text: string): string {
    const whole = this.half + text
    const last = whole.charCodeAt(whole.length - 1)
    this.half = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : ''
    let passed = ''
    for (const character of this.half === '' ? whole : whole.slice(0, -1)) passed += this.take(character)
    return passed
  }

  end(): string {
    const rest = (this.isCopy ? this.sinceLetter : this.held + this.sinceLetter) + this.half
    this.held = ''
    this.sinceLetter = ''
    this.half = ''
    this.isCopy = false
    return rest
  }

  private take(character: string): string {
    const letters = normalizeLetters(character)
    if (letters === '') return this.takeMark(character)
    let weight = 0
    for (const letter of letters) weight = this.takeLetter(letter)
    if (weight === 0) return this.release() + character
    if (this.isCopy) {
      this.sinceLetter = ''
      return ''
    }
    this.held += this.sinceLetter + character
    this.sinceLetter = ''
    if (weight < MIN_COPY_WEIGHT) return ''
    this.isCopy = true
    this.held = ''
    return REDACTION_MARK
  }

  /** The weight of the secret run that ends with this letter; 0 for a letter that is known anyway. */
  private takeLetter(letter: string): number {
    this.written += letter
    this.weights.push(this.weights.at(-1)! + (UNSPACED.test(letter) ? 2 : 1))
    const secret = Math.max(0, ...this.secret.map((finder) => finder.next(this.written)))
    const known = this.lengthOfKnown(secret > 0)
    const count = this.written.length
    // A known phrase within a longer secret run does not make the run known.
    if (known > 0 && (known >= secret || this.weightFrom(count - known) >= MIN_COPY_WEIGHT)) this.knownUntil = count
    return this.weightFrom(Math.max(count - secret, this.knownUntil))
  }

  /** The known run that ends with the last letter. All that was written before is read when it first matters. */
  private lengthOfKnown(matters: boolean): number {
    if (this.known) return this.known.next(this.written)
    if (!matters) return 0
    this.known = new CopyFinder(indexText(this.knownTexts.join('\n')))
    let known = 0
    for (let length = 1; length <= this.written.length; length++) {
      known = this.known.next(this.written.slice(0, length))
      const isLast = length === this.written.length
      if (!isLast && known > 0) this.knownUntil = Math.max(this.knownUntil, length)
    }
    return known
  }

  private weightFrom(start: number): number {
    return this.weights[this.written.length]! - this.weights[start]!
  }

  private takeMark(character: string): string {
    if (!this.isCopy && this.held === '') return character
    this.sinceLetter += character
    return ''
  }

  /** Ends a run: what was held back of one that is no copy, or what followed a copy. */
  private release(): string {
    const released = (this.isCopy ? '' : this.held) + this.sinceLetter
    this.held = ''
    this.sinceLetter = ''
    this.isCopy = false
    return released
  }
}

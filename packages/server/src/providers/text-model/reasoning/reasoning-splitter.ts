interface ReasoningTag {
  open: string
  closes: readonly string[]
  /** Also recognised in the middle of a reply; others only at its start, where they cannot be part of a story. */
  isAnywhere: boolean
}

const tag = (open: string, close: string, isAnywhere: boolean): ReasoningTag => ({ open, closes: [close], isAnywhere })

/** The channel format of gpt-oss, from servers that do not parse it. */
const CHANNEL_ENDS = ['<|end|>', '<|start|>assistant', '<|channel|>final<|message|>', '<|return|>']

/** All in lower case; text is compared in lower case. */
const TAGS: readonly ReasoningTag[] = [
  tag('<think>', '</think>', true),
  tag('<thinking>', '</thinking>', true),
  tag('[think]', '[/think]', true),
  tag('<seed:think>', '</seed:think>', true),
  tag('<|begin_of_thought|>', '<|end_of_thought|>', true),
  { open: '<|channel|>analysis<|message|>', closes: CHANNEL_ENDS, isAnywhere: true },
  { open: '<|channel|>commentary<|message|>', closes: CHANNEL_ENDS, isAnywhere: true },
  tag('<thought>', '</thought>', false),
  tag('<reasoning>', '</reasoning>', false),
]

/** A closing tag without an opening one, which was part of the prompt's template. */
const UNOPENED = TAGS.slice(0, 5).flatMap(({ closes }) => closes)

/** Tags that are removed and have no meaning. */
const DROPPED = [...CHANNEL_ENDS, '<|begin_of_solution|>', '<|end_of_solution|>']

const LEADING_MARKS = [...TAGS.map(({ open }) => open), ...DROPPED, ...UNOPENED]
const ANYWHERE_MARKS = [...TAGS.filter((each) => each.isAnywhere).map(({ open }) => open), ...DROPPED, ...UNOPENED]

const MAX_MARK_LENGTH = Math.max(...LEADING_MARKS.map((mark) => mark.length))

export interface SplitPiece {
  text: string
  reasoning: string
  /** All text returned before this piece was reasoning. */
  isRetracted: boolean
}

/**
 * Separates the reply from the reasoning, piece by piece, however the text is split. Only a tail that may be the
 * beginning of a tag is buffered. With `holdsUnopened` everything is buffered until the first closing tag or the end:
 * for models known to close reasoning that they never opened. Without it such reasoning is retracted when it closes.
 */
export class ReasoningSplitter {
  #phase: 'start' | 'thinking' | 'holding' | 'open' = 'start'
  #closes: readonly string[] = []
  #held = ''
  /** How much of `#held` was searched while everything is buffered. */
  #searched = 0
  #hasThought = false
  #hasGivenText = false
  #holdsUnopened: boolean
  readonly #keepsBlanks: boolean
  /** A closing tag came without an opening one. */
  hasUnopened = false

  constructor(options: { keepsBlanks: boolean; holdsUnopened: boolean }) {
    this.#keepsBlanks = options.keepsBlanks
    this.#holdsUnopened = options.holdsUnopened
  }

  get hasReasoning(): boolean {
    return this.#hasThought
  }

  /** Whether text is buffered that may turn out to be reasoning. */
  get isBuffering(): boolean {
    return this.#phase === 'holding' || this.#phase === 'thinking'
  }

  /** The server sends reasoning in a field of its own, so nothing needs to be buffered any more. */
  stopBuffering(): void {
    this.#holdsUnopened = false
    if (this.#phase === 'holding') this.#phase = 'open'
  }

  push(text: string): SplitPiece {
    const piece = { text: '', reasoning: '', isRetracted: false }
    this.#held += text
    while (this.#step(piece)) {
      // Each step handles one tag; the loop ends when more text is needed.
    }
    if (piece.text !== '') this.#hasGivenText = true
    return piece
  }

  /** The buffered text, at the end of the reply; `isCut` when the reply ended for lack of room. */
  end(isCut: boolean): SplitPiece {
    // Cut off before any closing tag: for a model that reasons first, this is reasoning.
    const isThought = this.#phase === 'thinking' || (this.#phase === 'holding' && isCut)
    if (this.#phase === 'holding' && !isCut) this.stopBuffering()
    const piece = isThought ? { text: '', reasoning: '', isRetracted: false } : this.push('')
    if (isThought) piece.reasoning += this.#held
    else piece.text += this.#phase === 'start' && !this.#keepsBlanks ? this.#held.trimStart() : this.#held
    this.#held = ''
    return piece
  }

  /** Processes one tag or one release; returns false when it needs more text. */
  #step(piece: SplitPiece): boolean {
    if (this.#held === '') return false
    switch (this.#phase) {
      case 'start':
        return this.#begin()
      case 'thinking':
        return this.#think(piece)
      case 'holding':
        return this.#hold(piece)
      case 'open':
        return this.#show(piece)
    }
  }

  #begin(): boolean {
    const head = this.#held.trimStart()
    const lower = lowerCase(head)
    if (lower === '') return false
    const mark = LEADING_MARKS.find((each) => lower.startsWith(each))
    if (mark === undefined && LEADING_MARKS.some((each) => each.startsWith(lower))) return false
    if (mark !== undefined) {
      this.#held = head.slice(mark.length)
      this.#take(mark)
      return true
    }
    this.#phase = this.#holdsUnopened && !this.#hasThought ? 'holding' : 'open'
    if (!this.#keepsBlanks || this.#hasThought) this.#held = head
    return true
  }

  /** Applies a tag that was just removed from the text. */
  #take(mark: string): void {
    const opened = TAGS.find(({ open }) => open === mark)
    if (opened) {
      this.#phase = 'thinking'
      this.#closes = opened.closes
    }
    this.#hasThought ||= UNOPENED.includes(mark)
  }

  #think(piece: SplitPiece): boolean {
    const found = firstOf(this.#held, this.#closes)
    if (found) {
      piece.reasoning += this.#held.slice(0, found.at)
      this.#held = this.#held.slice(found.at + found.mark.length)
      this.#hasThought = true
      this.#phase = this.#hasGivenText || piece.text !== '' ? 'open' : 'start'
      return true
    }
    const tail = longestTail(this.#held, this.#closes)
    piece.reasoning += this.#held.slice(0, this.#held.length - tail)
    this.#held = this.#held.slice(this.#held.length - tail)
    return false
  }

  #hold(piece: SplitPiece): boolean {
    const from = Math.max(0, this.#searched - MAX_MARK_LENGTH)
    const found = firstOf(this.#held.slice(from), UNOPENED)
    this.#searched = this.#held.length
    if (!found) return false
    piece.reasoning += this.#held.slice(0, from + found.at)
    this.#held = this.#held.slice(from + found.at + found.mark.length)
    this.#hasThought = true
    this.hasUnopened = true
    this.#phase = 'start'
    return true
  }

  #show(piece: SplitPiece): boolean {
    // Ordinary text contains neither sign and is released at once.
    if (!this.#held.includes('<') && !this.#held.includes('[')) {
      piece.text += this.#held
      this.#held = ''
      return false
    }
    const found = firstOf(this.#held, ANYWHERE_MARKS)
    const end = found?.at ?? this.#held.length - longestTail(this.#held, ANYWHERE_MARKS)
    piece.text += this.#held.slice(0, end)
    this.#held = this.#held.slice(end + (found?.mark.length ?? 0))
    if (!found) return false
    if (UNOPENED.includes(found.mark) && !this.#hasThought) this.#retract(piece)
    else this.#take(found.mark)
    return true
  }

  #retract(piece: SplitPiece): void {
    piece.isRetracted ||= this.#hasGivenText
    piece.reasoning += piece.text
    piece.text = ''
    this.#hasGivenText = false
    this.#hasThought = true
    this.hasUnopened = true
    this.#phase = 'start'
  }
}

/** ASCII only: the lower case of some other letters is longer, and offsets would shift. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function firstOf(text: string, marks: readonly string[]): { at: number; mark: string } | null {
  const lower = lowerCase(text)
  let first: { at: number; mark: string } | null = null
  for (const mark of marks) {
    const at = lower.indexOf(mark)
    // No tag is a prefix of another, so there are never two at one position.
    if (at >= 0 && (!first || at < first.at)) first = { at, mark }
  }
  return first
}

/** Length of the longest suffix of `text` that may be the beginning of a tag. */
function longestTail(text: string, marks: readonly string[]): number {
  const lower = lowerCase(text)
  return Math.max(...marks.map((mark) => overlapLength(lower, mark)))
}

/** Length of the longest suffix of `text` that is a proper prefix of `mark`. */
export function overlapLength(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--) {
    if (mark.startsWith(text.slice(text.length - length))) return length
  }
  return 0
}

import type { TextModelPart } from '../../../modules/models/module.ts'
import { overlapLength, ReasoningSplitter, type SplitPiece } from './reasoning-splitter.ts'
import { StorableText } from './storable-text.ts'

export interface VisibleTextOptions {
  stop: readonly string[]
  /** A partial reply is continued: blanks before the first word belong to it. */
  isContinuation: boolean
  /** As in `ReasoningSplitter`. */
  holdsUnopened?: boolean
}

/**
 * Converts a model's output to visible text, piece by piece: reasoning is separated, leading blanks are dropped (unless
 * a partial reply is continued), what cannot be stored is removed, and text ends before the first stop string. Only a tail that may be the beginning of a
 * tag or stop string is buffered, so that all else streams without delay.
 */
export class VisibleText {
  readonly #stop: string[]
  readonly #splitter: ReasoningSplitter
  readonly #storable = new StorableText()
  #held = ''
  #hasShown = false
  /** A stop string was found: nothing more is shown. */
  isStopped = false

  constructor({ stop, isContinuation, holdsUnopened = false }: VisibleTextOptions) {
    this.#stop = stop.filter((text) => text !== '')
    this.#splitter = new ReasoningSplitter({ keepsBlanks: isContinuation, holdsUnopened })
  }

  /** Whether anything but blanks has been shown. */
  get hasText(): boolean {
    return this.#hasShown
  }

  get hasReasoning(): boolean {
    return this.#splitter.hasReasoning
  }

  /** A closing tag came without an opening one. */
  get hasUnopened(): boolean {
    return this.#splitter.hasUnopened
  }

  /** New text is hidden, or buffered until it is known whether it is hidden. */
  get isBuffering(): boolean {
    return this.#splitter.isBuffering
  }

  stopBuffering(): void {
    this.#splitter.stopBuffering()
  }

  push(text: string): SplitPiece {
    return this.#cutAtStop(this.#splitter.push(this.isStopped ? '' : this.#storable.push(text)))
  }

  /** The buffered text, at the end of the reply; `isCut` when it ended for lack of room. */
  end(isCut = false): SplitPiece {
    const piece = this.#cutAtStop(this.#splitter.end(isCut))
    if (this.isStopped) return piece
    const rest = this.#held
    this.#held = ''
    const text = piece.text + rest
    return { ...piece, text: text.trim() === '' && !this.#hasShown ? '' : this.#show(text) }
  }

  #cutAtStop(piece: SplitPiece): SplitPiece {
    if (piece.isRetracted) {
      this.#held = ''
      this.#hasShown = false
    }
    if (this.isStopped) return { ...piece, text: '' }
    if (this.#stop.length === 0) {
      piece.text = this.#show(piece.text)
      return piece
    }
    this.#held += piece.text
    const found = this.#stop.map((stop) => this.#held.indexOf(stop)).filter((at) => at >= 0)
    this.isStopped = found.length > 0
    const tail = this.isStopped ? 0 : Math.max(...this.#stop.map((stop) => overlapLength(this.#held, stop)))
    const length = this.isStopped ? Math.min(...found) : this.#held.length - tail
    piece.text = this.#show(this.#held.slice(0, length))
    this.#held = this.#held.slice(length)
    return piece
  }

  #show(text: string): string {
    if (!this.#hasShown && text.trim() !== '') this.#hasShown = true
    return text
  }
}

/** The parts of a piece, in the order in which a reader must apply them. */
export function toParts({ text, reasoning, isRetracted }: SplitPiece): TextModelPart[] {
  const parts: TextModelPart[] = []
  if (isRetracted) parts.push({ type: 'retract' })
  if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning })
  if (text !== '') parts.push({ type: 'text', text })
  return parts
}

const OPEN = '<think>'
const CLOSE = '</think>'

/**
 * Turns what a model writes into what is shown, piece by piece: a leading `<think>…</think>` block is dropped, blanks
 * before the first word are too (unless a begun reply is continued), and text ends before the first stop string.
 * Only a tail that may be the beginning of a mark is held back, so that all else streams without delay.
 */
export class ShownText {
  readonly #stop: string[]
  readonly #keepsBlanks: boolean
  #phase: 'start' | 'thinking' | 'after_thought' | 'open' = 'start'
  #held = ''
  #hasShown = false
  /** A stop string came: nothing more is shown. */
  isStopped = false

  constructor(stop: string[], isContinuation: boolean) {
    this.#stop = stop.filter((text) => text !== '')
    this.#keepsBlanks = isContinuation
  }

  /** Whether anything but blanks has been shown. */
  get hasShown(): boolean {
    return this.#hasShown
  }

  push(text: string): string {
    if (this.isStopped || text === '') return ''
    this.#held += text
    if (this.#phase !== 'open' && !this.#passHead()) return ''
    return this.#show(this.#cutAtStop())
  }

  /** What was held back, at the end of the reply. */
  end(): string {
    if (this.isStopped || this.#phase === 'thinking') return ''
    const rest = this.#held
    this.#held = ''
    return rest.trim() === '' && !this.#hasShown ? '' : this.#show(rest)
  }

  /** Handles everything before the first shown word; true once that has come. */
  #passHead(): boolean {
    if (this.#phase === 'start') {
      const head = this.#held.trimStart()
      if (head.startsWith(OPEN)) this.#phase = 'thinking'
      else if (head === '' || OPEN.startsWith(head)) return false
      else this.#phase = 'open'
    }
    if (this.#phase === 'thinking') {
      const end = this.#held.indexOf(CLOSE)
      if (end < 0) {
        // Thoughts can be long; only what may be the beginning of the closing mark is needed.
        this.#held = OPEN + this.#held.slice(Math.max(OPEN.length, this.#held.length - CLOSE.length))
        return false
      }
      this.#held = this.#held.slice(end + CLOSE.length).trimStart()
      this.#phase = 'after_thought'
    }
    if (this.#phase === 'after_thought') {
      this.#held = this.#held.trimStart()
      if (this.#held === '') return false
      this.#phase = 'open'
      return true
    }
    if (!this.#keepsBlanks) this.#held = this.#held.trimStart()
    return true
  }

  #cutAtStop(): string {
    if (this.#stop.length === 0) return this.#release(this.#held.length)
    const found = this.#stop.map((stop) => this.#held.indexOf(stop)).filter((at) => at >= 0)
    if (found.length > 0) {
      this.isStopped = true
      return this.#release(Math.min(...found))
    }
    const tail = Math.max(...this.#stop.map((stop) => overlap(this.#held, stop)))
    return this.#release(this.#held.length - tail)
  }

  #release(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return text
  }

  #show(text: string): string {
    if (!this.#hasShown && text.trim() !== '') this.#hasShown = true
    return text
  }
}

/** Length of the longest end of `text` that begins `mark`. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--) {
    if (mark.startsWith(text.slice(text.length - length))) return length
  }
  return 0
}

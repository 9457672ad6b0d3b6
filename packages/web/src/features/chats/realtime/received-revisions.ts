/**
 * Which revisions of a chat a device has received. Every change of a chat takes the next revision, so a number that never
 * comes is a change that was missed, although later ones have been received.
 */
export class ReceivedRevisions {
  #complete: number
  /** Those received after a gap. */
  #later = new Set<number>()

  constructor(complete: number) {
    this.#complete = complete
  }

  /** Everything up to this revision has been received. */
  get complete(): number {
    return this.#complete
  }

  add(rev: number): void {
    if (rev > this.#complete) this.#later.add(rev)
    while (this.#later.delete(this.#complete + 1)) this.#complete += 1
  }

  /** Everything up to `rev` has been received at once. */
  completeTo(rev: number): void {
    if (rev <= this.#complete) return
    this.#complete = rev
    for (const each of this.#later) if (each <= rev) this.#later.delete(each)
    this.add(rev)
  }
}

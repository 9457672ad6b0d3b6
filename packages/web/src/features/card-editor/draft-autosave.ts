import { isApiError } from '../../api/api-error.ts'
import { createStore, type ReadableStore } from '../../lib/store.ts'

export type DraftContent = Record<string, unknown>

/** How a form stands beside what is kept of it. */
export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** Kept on this device until there is a network again. */
  | { kind: 'offline' }
  /** Another tab or device has changed it since. */
  | { kind: 'conflict' }
  | { kind: 'failed'; message: string }

export interface Draft {
  id: string
  rev: number
  updated_at: string
}

/** What the keeper needs of the world. */
export interface DraftPorts {
  /** @throws ApiError */
  save(draft: { id?: string; rev?: number; content: DraftContent }): Promise<Draft>
  /** @throws ApiError */
  load(id: string): Promise<Draft & { content: DraftContent }>
  /** Keeps what is not on the server yet on this device; null lets go of it. */
  keepHere(unsent: Unsent | null): void
  /** Runs the work after a time; gives the way to call it off. */
  after(ms: number, work: () => void): () => void
}

/** A form that has not reached the server, and the draft that it is a change of. */
export interface Unsent {
  content: DraftContent
  id?: string
  rev?: number
}

const PAUSE_MS = 1_500
const RETRY_MS = 10_000

/**
 * Keeps a form on the server while it is being filled in: a moment after the last change, one call at a time, each made
 * on the revision that it knows. What can not be sent lies on the device until it can. Where somebody else was faster
 * it stops and says so; whichever side the person chooses, the other becomes a draft of its own.
 */
export class DraftAutosave {
  #ports: DraftPorts
  #id: string | undefined
  #rev: number | undefined
  readonly #state = createStore<DraftState>({ kind: 'untouched' })
  readonly state: ReadableStore<DraftState> = this.#state
  #pending: DraftContent | null = null
  #running: Promise<void> | null = null
  #cancelTimer = () => {}
  #isOver = false

  constructor(ports: DraftPorts, draft: { id: string; rev: number } | null) {
    this.#ports = ports
    this.#id = draft?.id
    this.#rev = draft?.rev
  }

  /** Of the draft on the server; undefined while there is none. */
  get id(): string | undefined {
    return this.#id
  }

  /** The form has changed. */
  note(content: DraftContent): void {
    if (this.#isOver) return
    this.#pending = content
    this.#ports.keepHere({ content, id: this.#id, rev: this.#rev })
    if (this.#state.get().kind === 'conflict') return
    if (this.#state.get().kind !== 'offline') this.#become({ kind: 'changed' })
    this.#schedule(PAUSE_MS)
  }

  /** Goes on with what an earlier visit could not send. */
  resume({ content, id, rev }: Unsent): void {
    this.#id = id ?? this.#id
    this.#rev = rev ?? this.#rev
    this.note(content)
  }

  /** Saves now what is not saved. Gives whether all of it is on the server. */
  async flush(): Promise<boolean> {
    this.#cancelTimer()
    while (this.#running) await this.#running
    if (this.#pending && !this.#isOver && this.#state.get().kind !== 'conflict') {
      this.#running = this.#send().finally(() => {
        this.#running = null
      })
      await this.#running
    }
    return this.#pending === null
  }

  /** Waits for a save that is under way and begins no other: what is sent next is to name the draft there is. */
  async settle(): Promise<void> {
    this.#cancelTimer()
    while (this.#running) await this.#running
  }

  /** The form as it stands here counts; the other one becomes a draft of its own. @throws ApiError */
  async keepMine(): Promise<void> {
    if (this.#id === undefined) return
    const theirs = await this.#ports.load(this.#id)
    await this.#ports.save({ content: theirs.content })
    this.#rev = theirs.rev
    this.#become({ kind: 'changed' })
    await this.flush()
  }

  /** The other one counts; the form as it stands here becomes a draft of its own. Gives the other. @throws ApiError */
  async takeTheirs(): Promise<DraftContent | null> {
    if (this.#id === undefined) return null
    const theirs = await this.#ports.load(this.#id)
    if (this.#pending) await this.#ports.save({ content: this.#pending })
    this.#pending = null
    this.#ports.keepHere(null)
    this.#rev = theirs.rev
    this.#become({ kind: 'saved', at: theirs.updated_at })
    return theirs.content
  }

  /** The form has become a card: nothing is kept of it any more. */
  end(): void {
    this.#isOver = true
    this.#pending = null
    this.#cancelTimer()
    this.#ports.keepHere(null)
  }

  async #send(): Promise<void> {
    const content = this.#pending
    if (!content) return
    this.#become({ kind: 'saving' })
    try {
      const saved = await this.#ports.save({ id: this.#id, rev: this.#rev, content })
      this.#id = saved.id
      this.#rev = saved.rev
      if (this.#pending === content) {
        this.#pending = null
        this.#ports.keepHere(null)
        this.#become({ kind: 'saved', at: saved.updated_at })
      } else this.#schedule(PAUSE_MS)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (!isApiError(error)) throw error
    // A conflict of revisions names the newer one; the other kind is that there are too many drafts.
    if (error.name === 'Conflict' && error.data?.rev !== undefined) return this.#become({ kind: 'conflict' })
    if (error.name === 'NotFound' && this.#id !== undefined) {
      // Deleted elsewhere: what is written here begins a draft anew.
      this.#id = undefined
      this.#rev = undefined
      return this.#schedule(PAUSE_MS)
    }
    this.#become(error.name === 'Network' ? { kind: 'offline' } : { kind: 'failed', message: error.message })
    if (error.name === 'Network' || error.name === 'TooManyRequests') this.#schedule(RETRY_MS)
  }

  #schedule(ms: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#ports.after(ms, () => void this.flush())
  }

  #become(state: DraftState): void {
    this.#state.set(state)
  }
}

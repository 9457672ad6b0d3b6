import { isApiError } from '../../api/api-error.ts'
import { createStore, type ReadableStore } from '../../lib/store.ts'

export type DraftContent = Record<string, unknown>

/** How a form relates to its stored draft. */
export type DraftState =
  | { kind: 'untouched' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** Stored on this device until the network is back. */
  | { kind: 'offline' }
  /** Changed in another tab or on another device in the meantime. */
  | { kind: 'conflict' }
  | { kind: 'failed'; message: string }

interface Draft {
  id: string
  rev: number
  updated_at: string
}

/** The side effects that the autosave depends on. */
export interface DraftPorts {
  /** @throws ApiError */
  save(draft: { id?: string; rev?: number; content: DraftContent }): Promise<Draft>
  /** @throws ApiError */
  load(id: string): Promise<Draft & { content: DraftContent }>
  /** Stores unsent changes on this device; null deletes them. */
  storeLocally(unsent: UnsentDraft | null): void
  /** Schedules the work; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
}

/** A form that has not reached the server, and the draft and revision that it is based on. */
export interface UnsentDraft {
  content: DraftContent
  id?: string
  rev?: number
}

const PAUSE_MS = 1_500
const RETRY_MS = 10_000

/**
 * Saves a form to the server while it is being filled in: shortly after the last change, one request at a time, each
 * based on the last known revision. What cannot be sent is stored on the device until it can. If another tab or device
 * saved first it stops with a conflict; whichever version the person chooses, the other becomes a separate draft.
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

  /** Id of the draft on the server; undefined if there is none. */
  get id(): string | undefined {
    return this.#id
  }

  /** Records a change and schedules a save. */
  note(content: DraftContent): void {
    if (this.#isOver) return
    this.#pending = content
    this.#ports.storeLocally({ content, id: this.#id, rev: this.#rev })
    if (this.#state.get().kind === 'conflict') return
    if (this.#state.get().kind !== 'offline') this.#become({ kind: 'changed' })
    this.#schedule(PAUSE_MS)
  }

  /** Continues with what an earlier visit could not send. */
  resume({ content, id, rev }: UnsentDraft): void {
    this.#id = id ?? this.#id
    this.#rev = rev ?? this.#rev
    this.note(content)
  }

  /** Saves pending changes now. Returns whether everything is on the server. */
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

  /** Waits for a save under way without starting another one, so that the next request can name the draft's id. */
  async settle(): Promise<void> {
    this.#cancelTimer()
    while (this.#running) await this.#running
  }

  /** Keeps this form; the other version becomes a separate draft. @throws ApiError */
  async keepMine(): Promise<void> {
    if (this.#id === undefined) return
    const theirs = await this.#ports.load(this.#id)
    await this.#ports.save({ content: theirs.content })
    this.#rev = theirs.rev
    this.#become({ kind: 'changed' })
    await this.flush()
  }

  /** Switches to the other version and returns it; this form becomes a separate draft. @throws ApiError */
  async takeTheirs(): Promise<DraftContent | null> {
    if (this.#id === undefined) return null
    const theirs = await this.#ports.load(this.#id)
    if (this.#pending) await this.#ports.save({ content: this.#pending })
    this.#pending = null
    this.#ports.storeLocally(null)
    this.#rev = theirs.rev
    this.#become({ kind: 'saved', at: theirs.updated_at })
    return theirs.content
  }

  /** Stops saving and deletes the copy on this device, once the form has been saved as a card. */
  end(): void {
    this.#isOver = true
    this.#pending = null
    this.#cancelTimer()
    this.#ports.storeLocally(null)
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
        this.#ports.storeLocally(null)
        this.#become({ kind: 'saved', at: saved.updated_at })
      } else this.#schedule(PAUSE_MS)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (!isApiError(error)) throw error
    // A revision conflict names the newer revision; the other kind of conflict means too many drafts.
    if (error.name === 'Conflict' && error.data?.rev !== undefined) return this.#become({ kind: 'conflict' })
    if (error.name === 'NotFound' && this.#id !== undefined) {
      // Deleted elsewhere: the next save creates a new draft.
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

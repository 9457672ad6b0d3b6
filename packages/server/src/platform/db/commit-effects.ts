import type { CommitEvent, Database, Transaction } from './database.ts'

type Listener = (event: CommitEvent) => void | Promise<void>

/** Collects what a transaction does after its commit. One per attempt: a rollback drops it. */
export class CommitEffects {
  readonly #effects: (() => void | Promise<void>)[] = []
  readonly #events = new Map<string, CommitEvent>()

  readonly afterCommit: Transaction['afterCommit'] = (effect) => {
    if (typeof effect === 'function') this.#effects.push(effect)
    else this.#events.set(`${effect.topic} ${effect.id}`, effect)
  }

  /**
   * Runs the effects and the listeners, one after the other. The transaction is committed, so a failure is passed to
   * `onError` and does not fail the caller.
   */
  async run(listeners: readonly Listener[], onError: (error: unknown) => void): Promise<void> {
    const attempt = async (work: () => void | Promise<void>) => {
      try {
        await work()
      } catch (error) {
        onError(error)
      }
    }
    for (const effect of this.#effects) await attempt(effect)
    for (const event of this.#events.values()) for (const listener of listeners) await attempt(() => listener(event))
  }
}

/** The commit listeners of one database. Runs effects for them. */
export class CommitListeners {
  readonly #listeners: Listener[] = []
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  readonly onCommit: Database['onCommit'] = (listener) => {
    this.#listeners.push(listener)
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1)
  }

  /** Runs an effect of work that needed no transaction. */
  readonly afterCommit: Database['afterCommit'] = (effect) => {
    const effects = new CommitEffects()
    effects.afterCommit(effect)
    void this.run(effects)
  }

  /** Runs the effects of a transaction that is committed. Never rejects. */
  run(effects: CommitEffects): Promise<void> {
    return effects.run(this.#listeners, this.#onError)
  }
}

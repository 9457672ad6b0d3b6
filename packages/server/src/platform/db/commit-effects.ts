import type { CommitEvent, Transaction } from './database.ts'

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

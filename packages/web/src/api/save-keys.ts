import { randomUuid } from '../lib/random-uuid.ts'
import { isApiError } from './api-error.ts'

/**
 * Gives saves their idempotency keys. The same body keeps its key while no answer has come, so that saving it again
 * creates nothing twice.
 */
export class SaveKeys {
  #unanswered: { key: string; body: string } | null = null

  /** Saves with a key. @throws what `save` throws. */
  async send<Body extends object, Result>(
    body: Body,
    save: (body: Body & { idempotency_key: string }) => Promise<Result>,
  ): Promise<Result> {
    const written = JSON.stringify(body)
    const key = this.#unanswered?.body === written ? this.#unanswered.key : randomUuid()
    try {
      const result = await save({ ...body, idempotency_key: key })
      this.#unanswered = null
      return result
    } catch (error) {
      this.#unanswered = isApiError(error) && error.name === 'Network' ? { key, body: written } : null
      throw error
    }
  }
}

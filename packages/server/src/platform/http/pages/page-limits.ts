import { escapeMarkup } from '@everkin/contract/escape-markup.ts'
import pLimit from 'p-limit'
import { MINUTE_MS } from '../../durations.ts'
import type { Identity } from '../caller.ts'
import type { RateLimiter } from '../rate-limit.ts'

/** Pages per minute that are rendered for one person, and for all visitors of one network. Cached pages do not count. */
const PERSON_PAGE_LIMIT = { max: 600, windowMs: MINUTE_MS }
const VISITOR_PAGE_LIMIT = { max: 120, windowMs: MINUTE_MS }
const MAX_RENDERINGS = 16
const MAX_WAITING_RENDERINGS = 100

/** More pages are being rendered than the process can bear. */
export class TooManyRenderings extends Error {}

/**
 * Counts a page that is about to be rendered: rendering calls operations in this process, past their own limits.
 * @throws AppError TooManyRequests.
 */
export function consumePageLimit(limiter: RateLimiter, identity: Identity | null, network: string): Promise<void> {
  return identity
    ? limiter.consume(`pages:${identity.personId}`, PERSON_PAGE_LIMIT)
    : limiter.consume(`pages:${network}`, VISITOR_PAGE_LIMIT)
}

/** Runs a few renderings at a time; some more wait. @throws TooManyRenderings when too many wait already. */
export function createRenderQueue(
  concurrency = MAX_RENDERINGS,
  maxWaiting = MAX_WAITING_RENDERINGS,
): <Result>(render: () => Promise<Result>) => Promise<Result> {
  const queue = pLimit(concurrency)
  return async (render) => {
    if (queue.pendingCount >= maxWaiting) throw new TooManyRenderings()
    return queue(render)
  }
}

/** A page without styles or scripts, for a reader whose page is not rendered. */
export function refusalPage(message: string, { lang, dir }: { lang: string; dir: string }): string {
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Everkin</title><p>${escapeMarkup(message)}</p></html>`
}

import { createContext, use } from 'react'
import { useMounted } from '../lib/use-mounted.ts'

/** The reader's time zone as their device last reported it, and when the page was rendered (unix milliseconds). */
export interface RenderClock {
  timeZone: string
  nowMs: number
}

/** The clock that the server rendered this document with, provided by the root; null if the zone was unknown. */
export const RenderClockContext = createContext<RenderClock | null>(null)

export interface ReaderClock {
  /** Zone to format moments in; undefined is the device's own. */
  timeZone: string | undefined
  /** Unix milliseconds. */
  nowMs: number
  /** False while neither the server nor this render knows the reader's zone: moments are in UTC, and `nowMs` is 0. */
  isKnown: boolean
}

/**
 * The reader's clock. Server and first client render agree on the one that the page was rendered with, so that
 * hydration never finds a mismatch; then the device's own replaces it.
 */
export function useReaderClock(): ReaderClock {
  const rendered = use(RenderClockContext)
  if (useMounted()) return { timeZone: undefined, nowMs: Date.now(), isKnown: true }
  return rendered ? { ...rendered, isKnown: true } : { timeZone: 'UTC', nowMs: 0, isKnown: false }
}

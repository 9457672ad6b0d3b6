import type { ApiData } from '@everkin/contract/api-types.ts'
import { useSyncExternalStore } from 'react'

/** What a page was drawn with: whether the check-in is offered, and whether today's is still there to take. */
export type DrawnGift = ApiData<'GET /api/user/checkinDue'>

interface GiftState {
  /** What was learnt since the page was drawn. */
  told?: Pick<DrawnGift, 'offered' | 'due'>
  isOpen?: boolean
}

const UNTOUCHED: GiftState = {}
let state = UNTOUCHED
const listeners = new Set<() => void>()

function enter(next: GiftState): void {
  state = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The check-in as this tab knows it. Browser only: the server draws many people's pages. */
export const gift = {
  /** Forgets what was learnt: a page was drawn anew. */
  begin: () => enter({ isOpen: state.isOpen }),
  open: () => enter({ ...state, isOpen: true }),
  close: () => enter({ told: state.told }),
  /** Learns from a reply that today's is not there to take. */
  tellTaken: () => enter({ ...state, told: { offered: true, due: false } }),
  /** Out of sight for a day (C3); the next page that is drawn knows by itself. */
  rest: () => enter({ told: { offered: false, due: false } }),
}

/** Whether the check-in is offered, due and open; `drawn` is what the page came with. */
export function useGift(drawn: DrawnGift | null | undefined): { offered: boolean; due: boolean; isOpen: boolean } {
  const { told, isOpen } = useSyncExternalStore(
    subscribe,
    () => state,
    () => UNTOUCHED,
  )
  const known = told ?? drawn
  const offered = known?.offered === true
  return { offered, due: offered && known.due, isOpen: offered && isOpen === true }
}

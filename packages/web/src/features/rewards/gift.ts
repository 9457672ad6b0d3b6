import type { ApiData } from '@everkin/contract/api-types.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** What a page was drawn with: whether the check-in is offered, and whether today's is still there to take. */
export type DrawnGift = ApiData<'GET /api/user/checkinDue'>

interface GiftState {
  /** What was learnt since the page was drawn. */
  told?: Pick<DrawnGift, 'offered' | 'due'>
  isOpen?: boolean
}

const state = createStore<GiftState>({})

/** The check-in as this tab knows it. Browser only: the server draws many people's pages. */
export const gift = {
  /** Forgets what was learnt: a page was drawn anew. */
  begin: () => state.set({ isOpen: state.get().isOpen }),
  open: () => state.set({ ...state.get(), isOpen: true }),
  close: () => state.set({ told: state.get().told }),
  /** Learns from a reply that today's is not there to take. */
  tellTaken: () => state.set({ ...state.get(), told: { offered: true, due: false } }),
  /** Out of sight for a day (C3); the next page that is drawn knows by itself. */
  rest: () => state.set({ told: { offered: false, due: false } }),
}

/** Whether the check-in is offered, due and open; `drawn` is what the page came with. */
export function useGift(drawn: DrawnGift | null | undefined): { offered: boolean; due: boolean; isOpen: boolean } {
  const { told, isOpen } = useStore(state)
  const known = told ?? drawn
  const offered = known?.offered === true
  return { offered, due: offered && known.due, isOpen: offered && isOpen === true }
}

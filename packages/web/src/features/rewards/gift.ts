import type { ApiData } from '@everkin/contract/api-types.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** The state in a page's data: whether the check-in is offered, and whether today's reward is unclaimed. */
export type InitialGift = ApiData<'GET /api/user/checkinDue'>

interface GiftState {
  /** What has changed since the page was loaded. */
  changed?: Pick<InitialGift, 'offered' | 'due'>
  isOpen?: boolean
}

const state = createStore<GiftState>({})

/** The state of the check-in in this tab. Browser only: the server serves many people. */
export const gift = {
  /** Discards the changes when a page brings new data. */
  reset: () => state.set({ isOpen: state.get().isOpen }),
  open: () => state.set({ ...state.get(), isOpen: true }),
  close: () => state.set({ changed: state.get().changed }),
  /** Marks today's reward as claimed, after a response that says so. */
  markTaken: () => state.set({ ...state.get(), changed: { offered: true, due: false } }),
  /** Hides the check-in for a day (C3); the data of the next page takes this into account. */
  hideForOneDay: () => state.set({ changed: { offered: false, due: false } }),
}

/** Whether the check-in is offered, due and open; `initial` is the state in the page's data. */
export function useGift(initial: InitialGift | null | undefined): { offered: boolean; due: boolean; isOpen: boolean } {
  const { changed, isOpen } = useStore(state)
  const known = changed ?? initial
  const offered = known?.offered === true
  return { offered, due: offered && known.due, isOpen: offered && isOpen === true }
}

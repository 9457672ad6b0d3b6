import { createStore } from './store.ts'

/** What the safety rules refused: the call that was made, what it sent, and what the person was told. */
export interface StoppedText {
  call: string
  body: unknown
  /** Empty when the person sees it elsewhere. */
  message: string
}

/** The latest refusal of this tab, so that its text can go into an appeal. It is in memory only and never sent unasked. */
export const stoppedText = createStore<StoppedText | null>(null)

/** Where it is appealed on the page of decisions. */
export const STOP_FRAGMENT = '#stop'

import type { StoppedText } from './stopped-text.ts'
import { createStore } from './store.ts'

interface AppealPage {
  /** Text of the button that opens it; empty as long as the page has no texts. */
  label: () => string
  open: () => void
}

/** The page on which the latest refusal is appealed; null for people who cannot appeal. */
export const appealPage = createStore<AppealPage | null>(null)

const shownAtField = new WeakSet<StoppedText>()
const takeBacks = new WeakMap<StoppedText, () => void>()

/** Says that a field shows the message of a refusal with its appeal, so that no toast repeats it. */
export function markShownAtField(stopped: StoppedText): void {
  shownAtField.add(stopped)
  takeBacks.get(stopped)?.()
}

/** Tells of a refusal in another way, unless a field does. `tell` returns what to call when a field shows it later. */
export function tellUnlessAtField(stopped: StoppedText, tell: () => () => void): void {
  if (!shownAtField.has(stopped)) takeBacks.set(stopped, tell())
}

import { bandoneon } from './bandoneon.ts'
import { cup } from './cup.ts'
import { mic } from './mic.ts'

/** What is held in front, where the page puts it whatever the figure does. */
export const PROPS = {
  bandoneon,
  cup,
  mic,
} satisfies Record<string, () => string>

export type PropName = keyof typeof PROPS

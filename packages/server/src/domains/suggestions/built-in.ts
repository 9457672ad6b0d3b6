import type { Translate } from '@everkin/contract/translate.ts'
import { seededChance } from '../chats/prompt/seeded-chance.ts'
import { TONES } from './rules.ts'

/** What the last message does, as far as its form says; that is enough for something that can be said to it. */
export type Opening = 'beginning' | 'question' | 'action' | 'statement'

const VARIANTS = ['a', 'b', 'c'] as const

/** Reads the form of the message that is to be answered; the very first one is a beginning, whatever its form. */
export function openingOf(lastText: string, isBeginning: boolean): Opening {
  if (isBeginning) return 'beginning'
  const spoken = lastText.replace(/\*[^*]*\*/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(spoken)) return 'action'
  const end = spoken.slice(-60)
  return /[?？؟][\s"'”’»」』)）]*$/u.test(end) ||
    /(?:か|かな|の)[。\s」』]*$/u.test(end) ||
    /[吗呢][。\s”』」]*$/u.test(end)
    ? 'question'
    : 'statement'
}

/** Three suggestions of our own, one for each tone; the same for the same seed. */
export function builtInSuggestions(translate: Translate, opening: Opening, seed: string): [string, string, string] {
  const chance = seededChance(seed)
  const pick = (tone: (typeof TONES)[number]) => {
    const variant = VARIANTS[Math.floor(chance() * VARIANTS.length)] ?? VARIANTS[0]
    return translate(`suggestions.builtIn.${opening}.${tone}.${variant}`)
  }
  return [pick(TONES[0]), pick(TONES[1]), pick(TONES[2])]
}

import { readFileSync } from 'node:fs'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { z } from 'zod'

/** The rules are tuned on one half only; the other shows what they do with texts that nobody looked at. */
type Half = 'tuned' | 'held_out'

export interface RedTeamText {
  language: Locale
  /** Of the safety rules for what must be blocked; the theme for what must pass. */
  category: string
  isBlocked: boolean
  half: Half
  text: string
}

const Texts = z.record(z.string(), z.array(z.string().min(1)).min(1))
const File = z.strictObject({ blocked: Texts, innocent: Texts })

/** All texts of the red-team set. Every second text of a category is held out. */
export function loadRedTeam(): RedTeamText[] {
  return LOCALE_CODES.flatMap((language) => {
    const path = new URL(`red-team/${language}.json`, import.meta.url)
    const file = File.parse(JSON.parse(readFileSync(path, 'utf8')))
    return [...textsOf(language, file.blocked, true), ...textsOf(language, file.innocent, false)]
  })
}

function textsOf(language: Locale, groups: z.output<typeof Texts>, isBlocked: boolean): RedTeamText[] {
  return Object.entries(groups).flatMap(([category, texts]) =>
    texts.map((text, place): RedTeamText => {
      const half = place % 2 === 0 ? 'tuned' : 'held_out'
      return { language, category, isBlocked, half, text }
    }),
  )
}

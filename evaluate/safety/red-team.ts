import { readFileSync } from 'node:fs'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { z } from 'zod'

/**
 * The rules are tuned on `tuned` only. `untuned` is the other half of the same set; `held_out` is a set of its own,
 * written before its author had read the rules.
 */
export const TEXT_SETS = ['tuned', 'untuned', 'held_out'] as const
export type TextSet = (typeof TEXT_SETS)[number]

export interface RedTeamText {
  language: Locale
  /** A category of the safety rules for texts that must be blocked; a theme for texts that must pass. */
  category: string
  isBlocked: boolean
  set: TextSet
  /** Earlier turns of the chat, oldest first. */
  previous: readonly string[]
  text: string
}

/** One text, or the turns of a chat, of which the last is judged. */
const Entry = z.union([z.string().min(1), z.array(z.string().min(1)).min(2)])
const Texts = z.record(z.string(), z.array(Entry).min(1))
const File = z.strictObject({ blocked: Texts, innocent: Texts })

/**
 * All texts of the red-team set, of which every second one of a category is not used for tuning, and the held-out set.
 */
export function loadRedTeam(): RedTeamText[] {
  return LOCALE_CODES.flatMap((language) => [
    ...textsOf(language, 'red-team', (place) => (place % 2 === 0 ? 'tuned' : 'untuned')),
    ...textsOf(language, 'held-out', () => 'held_out'),
  ])
}

function textsOf(language: Locale, folder: string, setOf: (place: number) => TextSet): RedTeamText[] {
  const path = new URL(`${folder}/${language}.json`, import.meta.url)
  const { blocked, innocent } = File.parse(JSON.parse(readFileSync(path, 'utf8')))
  const read = (groups: z.output<typeof Texts>, isBlocked: boolean) =>
    Object.entries(groups).flatMap(([category, entries]) =>
      entries.map((entry, place): RedTeamText => {
        const turns = typeof entry === 'string' ? [entry] : entry
        return {
          language,
          category,
          isBlocked,
          set: setOf(place),
          previous: turns.slice(0, -1),
          text: turns.at(-1) ?? '',
        }
      }),
    )
  return [...read(blocked, true), ...read(innocent, false)]
}

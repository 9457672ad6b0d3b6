import { collectTexts } from '@everkin/card-formats'
import type { AgeTextKind } from './card-ages.ts'

/** A text of a card, and the person that it is about. */
export interface CardAgeText {
  text: string
  kind: AgeTextKind
}

/** The texts of a definition in which the age of its character may be stated, with the names that it goes by. */
interface CardAgeTexts {
  names: string[]
  texts: CardAgeText[]
}

const KINDS: Record<string, AgeTextKind> = {
  description: 'about',
  personality: 'about',
  scenario: 'scene',
  first_mes: 'spoken',
  alternate_greetings: 'spoken',
  group_only_greetings: 'spoken',
  mes_example: 'spoken',
  system_prompt: 'instruction',
  post_history_instructions: 'instruction',
  extensions: 'about',
}

/**
 * The texts of a definition, grouped by the person that they are about. It may be of any shape: wrong types count as
 * absent.
 */
export function ageTextsOf(definition: unknown, name: string): CardAgeTexts {
  const fields = fieldsOf(definition)
  const nickname = typeof fields.nickname === 'string' ? fields.nickname.trim() : ''
  const names = [...new Set([name, bareName(name), nickname])].filter((each) => each !== '')
  const texts = Object.entries(fields).flatMap(([field, value]) =>
    field === 'character_book'
      ? textsOfBook(value, names)
      : collectTexts(value).map((text) => ({ text, kind: KINDS[field] ?? ('other' as const) })),
  )
  return { names, texts }
}

/** “Lila” of “Lila (15)” and of “Lila, 15”. */
export function bareName(name: string): string {
  return name.split(/[([（【,，、]/)[0]?.trim() ?? ''
}

/** An entry that the character's own name calls up, or that is always there, is about the character. */
function textsOfBook(book: unknown, names: readonly string[]): CardAgeText[] {
  const { entries, ...rest } = fieldsOf(book)
  const list = Array.isArray(entries) ? entries : Object.values(fieldsOf(entries))
  const ofEntries = list.flatMap((entry: unknown) => {
    const { keys } = fieldsOf(entry)
    const keywords = collectTexts(keys).map((key) => key.trim().toLowerCase())
    const isOwn = keywords.length === 0 || keywords.some((key) => isNamed(key, names))
    return collectTexts(entry).map((text) => ({ text, kind: isOwn ? ('about' as const) : ('other' as const) }))
  })
  return [...ofEntries, ...collectTexts(rest).map((text) => ({ text, kind: 'other' as const }))]
}

function isNamed(key: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const whole = name.toLowerCase()
    return key === whole || key === '{{char}}' || key === whole.split(/\s+/)[0]
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

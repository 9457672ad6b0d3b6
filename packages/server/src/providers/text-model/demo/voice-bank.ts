import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { LIBRARY_FOLDER } from '../../../platform/library-file.ts'
import { ABOUT_KEYS } from './grammar/grammar.ts'

/** What a line of a bank answers, beside questions about the character and its world. */
const REPLY_KEYS = [
  'first',
  'greeting',
  'goodbye',
  'thanks',
  'apology',
  'insult',
  'affection',
  'compliment',
  'sad',
  'tired',
  'glad',
  'bored',
  'joke',
  'yes',
  'no',
  'told',
  'deed',
  'request',
  'reaction',
  'unknown',
  'again',
  'unclear',
  'voice',
] as const
export type ReplyKey = (typeof REPLY_KEYS)[number]

const Line = z.string().trim().min(2).max(240)
const Lines = z.array(Line)
const Fact = z.strictObject({ cues: z.array(z.string().trim().min(1).max(30)).min(1), lines: Lines.min(1) })
const Ask = z.strictObject({
  ask: z.string().trim().min(3).max(140),
  /** Said after the person's answer, whatever it was. */
  // biome-ignore lint/suspicious/noThenProperty: a text, never awaited
  then: Line.optional(),
  yes: Line.optional(),
  no: Line.optional(),
})

/** The lines of a character in one language. */
export const VoiceBank = z.strictObject({
  about: z.partialRecord(z.enum(ABOUT_KEYS), z.union([Line, Lines])).default({}),
  facts: z.array(Fact).default([]),
  replies: z.partialRecord(z.enum(REPLY_KEYS), Lines).default({}),
  asks: z.array(Ask).default([]),
  stories: z.array(z.string().trim().min(40).max(900)).default([]),
  actions: z.array(z.string().trim().min(3).max(90)).default([]),
})
export type VoiceBank = z.output<typeof VoiceBank>

/** The lines that members of a cast have for each other and for their shared scene. */
export const CastBank = z.strictObject({
  members: z.record(z.string(), z.strictObject({ facts: z.array(Fact).default([]), remarks: Lines.default([]) })),
})
export type CastBank = z.output<typeof CastBank>

const EMPTY_BANK: VoiceBank = { about: {}, facts: [], replies: {}, asks: [], stories: [], actions: [] }

/** Files that were read, by path; null for those that do not exist. */
const banks = new Map<string, VoiceBank | null>()
const casts = new Map<string, CastBank | null>()

/**
 * The lines of a character of the library in a language, read when first needed and cached. Empty for other cards.
 * @throws Error when a file is damaged
 */
export function bankOf(cardId: string | undefined, language: string): VoiceBank {
  return (cardId !== undefined && load(banks, VoiceBank, `voices/${language}/${cardId}.json`)) || EMPTY_BANK
}

/** The lines of a member in a cast of the library; null where there are none. */
export function castLinesOf(castId: string | undefined, memberId: string | undefined, language: string) {
  if (castId === undefined || memberId === undefined) return null
  return load(casts, CastBank, `voices/${language}/${castId}.json`)?.members[memberId] ?? null
}

function load<Schema extends z.ZodType>(
  known: Map<string, z.output<Schema> | null>,
  schema: Schema,
  path: string,
): z.output<Schema> | null {
  // Ids of people's own cards are long and random; none of them is looked up on disk.
  if (!/^voices\/[a-z]{2}\/[a-z][a-z-]{1,39}\.json$/.test(path)) return null
  const cached = known.get(path)
  if (cached !== undefined) return cached
  const url = new URL(path, LIBRARY_FOLDER)
  const bank = existsSync(url) ? schema.parse(JSON.parse(readFileSync(url, 'utf8'))) : null
  known.set(path, bank)
  return bank
}

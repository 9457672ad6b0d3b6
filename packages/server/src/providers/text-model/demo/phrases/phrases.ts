import type { FactKind } from '../grammar/grammar.ts'
import type { ReplyKey } from '../voice-bank.ts'

/** Answers that only the general phrases have. */
const GENERAL_KEYS = [
  'name',
  'feeling',
  'self',
  'place',
  'help',
  'remember',
  'more',
  'story',
  'sum',
  'known',
  'knownOf',
  'quoted',
  'listed',
  'nothing',
  'ofCard',
] as const
export type GeneralKey = (typeof GENERAL_KEYS)[number] | Exclude<ReplyKey, 'first'>

/**
 * The phrases of the demo model in one language, for what a bank of lines does not have. Any character may say them
 * to anyone: no gender of either, no claim about the world beyond the card, nothing romantic. Placeholders: `{name}` the
 * person, `{character}`, `{tagline}`, `{sum}` and `{result}`, `{value}`, `{key}` and `{quote}` of something the person
 * told, `{list}` of such things, `{sentence}` of the card; a line whose placeholder is unknown is not used. Only
 * `asks` and `followUps` contain a question.
 */
export interface Phrases {
  /** What a character is, said plainly (H2). May be repeated. */
  ai: string[]
  /** To a crisis message; nothing else is said (C1). Not in character: plain, and each leads to a person or a helpline. */
  crisis: string[]
  replies: Record<GeneralKey, string[]>
  /** Questions that fit any calm moment. */
  asks: string[]
  /** Questions about what the person has just told. */
  followUps: { named: string[]; home: string[]; work: string[]; other: string[] }
  stories: string[]
  /** Stage directions, as noun phrases, so that they fit anyone. */
  actions: string[]
  /** Continue a partial reply. */
  onward: string[]
  /** How memory names what the person told. */
  labels: Record<Exclude<FactKind, 'named' | 'trait'> | 'name', string>
}

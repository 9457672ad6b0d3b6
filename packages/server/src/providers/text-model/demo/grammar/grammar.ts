/** What a person may be doing with a line, told by its cues, in order of precedence. */
export const CUED_INTENTS = [
  'goodbye',
  'story',
  'joke',
  'apology',
  'insult',
  'affection',
  'compliment',
  'thanks',
  'bored',
  'tired',
  'sad',
  'glad',
  'remember',
  'help',
  'more',
  'invite',
  'request',
  'greeting',
  'no',
  'yes',
] as const
export type CuedIntent = (typeof CUED_INTENTS)[number]

/** Questions about the character that everyone asks; also the keys of `about` in a bank of lines. */
export const ABOUT_KEYS = [
  'feeling',
  'doing',
  'work',
  'home',
  'family',
  'past',
  'likes',
  'fear',
  'wish',
  'lonely',
  'age',
  'place',
  'self',
] as const
export type AboutKey = (typeof ABOUT_KEYS)[number]

/** What people tell about themselves. `named` and `trait` are about something of theirs, in `key`. */
export const FACT_KINDS = [
  'named',
  'home',
  'origin',
  'age',
  'study',
  'work',
  'allergy',
  'dislike',
  'like',
  'play',
  'have',
  'trait',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

/**
 * How one language is understood, as it is written down. Cues are plain words as in `match-cues.ts`, with ` | ` between
 * them. Patterns are regular expressions, tried in order, without regard to case: `{value}` stands for the rest of the
 * clause and `{before}` for what is before the next part of the pattern; `{Name}` and `{Noun}` begin with a capital,
 * `{key}` is one to three words and `{key1}` an Arabic word with “my”.
 */
export interface GrammarData {
  /** Words that carry no meaning when lines are compared; also what a question about oneself consists of. */
  stopWords: string
  intents: Record<CuedIntent, string>
  about: Record<AboutKey, string>
  /** Words that begin a question or make one. */
  questions: string
  /** Requests for what is known of a thing, without a question mark: “tell me about”. */
  tellMe: string
  /** A question about the person themselves: patterns over the folded text. */
  asksAboutSelf: string[]
  /** What of themselves is asked for: patterns over the folded text. */
  askedKind: Partial<Record<FactKind | 'name' | 'everything' | 'said', string>>
  told: Partial<Record<FactKind, string[]>>
  /** Values and keys that are none, as a pattern over the whole folded value. */
  notValue: string
  /** Where a clause ends, besides punctuation. */
  clauseEnd: string
  /** Patterns for plus, minus, times and divided by. */
  arithmetic: string[]
}

/** A grammar ready for use. */
export interface Grammar extends Omit<GrammarData, 'stopWords' | 'intents' | 'about' | 'questions' | 'tellMe'> {
  stopWords: ReadonlySet<string>
  intents: Record<CuedIntent, readonly string[]>
  about: Record<AboutKey, readonly string[]>
  questions: readonly string[]
  tellMe: readonly string[]
}

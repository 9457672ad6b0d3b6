/** The intents of a person's line, in order of precedence. */
export const INTENTS = [
  'ai',
  'goodbye',
  'name',
  'recall',
  'remember',
  'help',
  'thanks',
  'sad',
  'glad',
  'who',
  'place',
  'greeting',
] as const

export type CuedIntent = (typeof INTENTS)[number]
export type Intent = CuedIntent | 'short' | 'question' | 'statement'

/**
 * The phrases of the demo model in one language. Any character may say the lines to anyone: no gender of either, no
 * claim about the world beyond the card, nothing romantic, no promise to remember. Placeholders: `{name}` the person,
 * `{character}`, `{tagline}`, `{topic}` a word of the person's, `{quote}` something they said earlier; a line whose
 * placeholder is unknown is not used. Only lines of `asks` and `openAsks` contain a question.
 */
export interface Phrases {
  /** Plain words, lower case; a trailing `*` matches any ending. */
  cues: Record<CuedIntent, string[]>
  replies: Record<Intent, string[]>
  /** Answers to a question for the person's name when it is unknown. */
  nameless: string[]
  /** Recall something said earlier. */
  weave: string[]
  /** At most one ends a reply; these ask about what was just said. */
  asks: string[]
  /** These need no earlier line. */
  openAsks: string[]
  /** Stage directions, as noun phrases, so that they fit anyone. */
  actions: string[]
  /** Continue a partial reply. */
  onward: string[]
}

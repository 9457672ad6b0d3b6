/** What a person's line is about, in the order in which it is looked for. */
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
 * One language of the demo voice. Lines are spoken by any character to anyone: no gender of either, no claim about the
 * world beyond the card, nothing romantic, no promise to remember. Placeholders: `{name}` the person, `{character}`,
 * `{tagline}`, `{topic}` a word of the person's, `{quote}` something they said earlier; a line whose placeholder is
 * unknown is not used. No line but those of `asks` and `openAsks` holds a question.
 */
export interface Phrases {
  /** Plain words, lower case; `*` at the end of one stands for any ending. */
  cues: Record<CuedIntent, string[]>
  replies: Record<Intent, string[]>
  /** When a name is asked for and none was told. */
  nameless: string[]
  /** Bring back something said earlier. */
  weave: string[]
  /** At most one ends a reply; these ask about what was just said. */
  asks: string[]
  /** These need nothing said before. */
  openAsks: string[]
  /** Stage directions, as noun phrases, so that they fit anyone. */
  actions: string[]
  /** Carry a begun reply on. */
  onward: string[]
}

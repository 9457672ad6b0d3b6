/** What the test model server can do instead of a normal reply. */
const MODEL_SERVER_MODES = [
  'normal', // `words` words, `delayMs` apart
  'echo', // the whole prompt is returned (LLM-01)
  'stamped', // every token is `t<milliseconds since 1970> `, for benchmarks
  'numbered', // `words` words that occur in no other reply: `n<reply>.<word> `
  'scripted', // the pieces of `script`, one after another
  'slow_first', // `firstDelayMs`, then normal
  'cut', // the connection is reset after `words` words
  'cut_quietly', // the connection ends after `words` words, without a finish_reason
  'hang', // sends nothing, not even headers
  'rate_limited', // 429, with Retry-After when `retryAfter` is set
  'status', // the HTTP status `status`
  'flaky', // the status `status` for the first `failures` requests, then normal
  'garbage', // two words, then a data line that is not JSON
  'long_line', // two words, then a line of `bytes` bytes
  'split_bytes', // every byte in a separate write
  'html', // a web page with status 200
  'endless', // words without end
  'stalled', // two words, then silence
  'keep_alive_only', // comments without end, no content
  'empty', // a finish without a word
  'whitespace', // white space only
  'filtered', // two words, then finish_reason content_filter
  'thinking', // reasoning in a field of its own, a <think> block, then normal
  'no_done', // normal, without [DONE], and the connection stays open
  'half_farewell', // normal, then half a line, and the connection stays open
  'double_done',
  'crlf', // normal, with CRLF and comment lines
  'cr', // normal, with a CR at the end of each line, and empty events
  'several_lines', // normal, with each document on several data lines
  'late_text', // normal, then words without end after the finish
  'compressed', // normal, with gzip that nobody asked for
  'upgrade', // changes the protocol (101)
  'wrong_index', // a second choice's text among the first one's
  'whole', // ignores `stream` and answers with one JSON document
  'mid_error', // two words, then an error object in the stream
  'strict_template', // 400 unless roles alternate and only the first message is the system's
  'needs_completion_tokens', // 400 unless max_completion_tokens is sent
  'refuses_stop', // 400 when stop strings are sent
  'refuses_fields', // 400 when one of `fields` is sent, naming the first
  'refuses_unnamed', // 422 without a name when any field is sent that not every server knows
  'system_first', // 400 in Mistral's words unless only the first message is the system's
  'no_system_role', // 400 in Gemma's words when there is a system message, or roles do not alternate
  'small_context', // 400 that names the limit when the prompt and max_tokens are above `contextTokens`
  'refuses_text', // the status `status` when the prompt contains `refused`, else normal
  'reasoning', // `thoughts` pieces of reasoning_content, then normal; both count against max_tokens
] as const

export type ModelServerMode = (typeof MODEL_SERVER_MODES)[number]

export interface Behaviour {
  mode: ModelServerMode
  words: number
  delayMs: number
  firstDelayMs: number
  /** Value of Retry-After; none when empty. */
  retryAfter: string
  status: number
  failures: number
  bytes: number
  script: string[]
  /** The message of a rejection; a sentence that quotes the prompt when empty. */
  says: string
  contextTokens: number
  refused: string
  thoughts: number
  /** Words with emoji, combining marks and other scripts. */
  unusual: boolean
  /** Reports the usage at the end: 21 tokens of prompt, `cached` of them from a cache, and `words` of reply. */
  usage: boolean
  cached: number
  /** Names of fields that are rejected. */
  fields: string[]
}

const DEFAULTS: Behaviour = {
  mode: 'normal',
  words: 12,
  delayMs: 0,
  firstDelayMs: 0,
  retryAfter: '',
  status: 500,
  failures: 1,
  bytes: 0,
  script: [],
  says: '',
  contextTokens: 4096,
  refused: '',
  thoughts: 20,
  unusual: false,
  usage: false,
  cached: 0,
  fields: [],
}

/** The behaviour for the model `name`: the settings, overridden by a name such as `cut?words=3&delayMs=5`. */
export function behaviourOf(name: string, standing: Partial<Behaviour>): Behaviour {
  const [mode = '', query = ''] = name.split('?', 2)
  const behaviour: Behaviour = { ...DEFAULTS, ...standing }
  const known = MODEL_SERVER_MODES.find((candidate) => candidate === mode)
  if (!known) return behaviour
  const asked = new URLSearchParams(query)
  const number = (key: string, otherwise: number) => Number(asked.get(key) ?? otherwise)
  return {
    ...behaviour,
    mode: known,
    words: number('words', behaviour.words),
    delayMs: number('delayMs', behaviour.delayMs),
    firstDelayMs: number('firstDelayMs', behaviour.firstDelayMs),
    status: number('status', behaviour.status),
    failures: number('failures', behaviour.failures),
    bytes: number('bytes', behaviour.bytes),
    retryAfter: asked.get('retryAfter') ?? behaviour.retryAfter,
    unusual: asked.has('unusual') || behaviour.unusual,
    usage: asked.has('usage') || behaviour.usage,
  }
}

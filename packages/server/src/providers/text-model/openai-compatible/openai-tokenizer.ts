import { countTokens as estimateTokens } from '../../../modules/chats/module.ts'

type CountTokens = (text: string) => number

/** Names of OpenAI’s models, with or without the prefix of a gateway. */
const ENCODINGS = [
  [/^(?:openai\/)?(?:gpt-4o|gpt-4\.|gpt-[5-9]|gpt-oss|chatgpt|o\d)/, 'o200k_base'],
  [/^(?:openai\/)?(?:gpt-4|gpt-3\.5)/, 'cl100k_base'],
] as const

/**
 * The time of the algorithm grows with the square of the longest piece without a boundary, so 20,000 emoji in a row
 * would take seconds. Cutting a piece costs at most one token too many.
 */
const MAX_SLICE_LENGTH = 128
const MIN_SLICE_LENGTH = 32
/** What comes after is estimated, so that no text takes longer than about 20 ms. */
const MAX_EXACT_LENGTH = 8_000

/**
 * Loads the tokenizer of an OpenAI model; null for a model of any other name. Loading takes a few hundred milliseconds,
 * once per process, and about 60 MB.
 */
export function loadOpenAiTokenizer(modelName: string): Promise<CountTokens> | null {
  const encoding = ENCODINGS.find(([names]) => names.test(modelName))?.[1]
  if (!encoding) return null
  const loading =
    encoding === 'o200k_base'
      ? import('gpt-tokenizer/encoding/o200k_base')
      : import('gpt-tokenizer/encoding/cl100k_base')
  // Marks such as <|endoftext|> are ordinary text in a prompt.
  return loading.then((loaded) => inSlices((text) => loaded.countTokens(text, { disallowedSpecial: new Set() })))
}

/** Counts slice by slice, exactly up to a limit, and estimates the rest by how the beginning compares. */
function inSlices(countSlice: CountTokens): CountTokens {
  return (text) => {
    let tokens = 0
    let from = 0
    while (from < text.length && from < MAX_EXACT_LENGTH) {
      const to = endOfSlice(text, from)
      tokens += countSlice(text.slice(from, to))
      from = to
    }
    if (from >= text.length) return tokens
    const ratio = Math.max(0.5, tokens / Math.max(1, estimateTokens(text.slice(0, from))))
    return tokens + Math.ceil(estimateTokens(text.slice(from)) * Math.min(1.5, ratio * 1.1))
  }
}

/** Before a blank if there is one, since tokens begin with the blank before a word. */
function endOfSlice(text: string, from: number): number {
  const end = from + MAX_SLICE_LENGTH
  if (end >= text.length) return text.length
  for (let at = end; at > from + MIN_SLICE_LENGTH; at--) {
    if (text[at] === ' ' && text[at - 1] !== ' ') return at
  }
  const isPair = text.charCodeAt(end) >= 0xdc00 && text.charCodeAt(end) <= 0xdfff
  return isPair ? end - 1 : end
}

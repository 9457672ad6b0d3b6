import { countInSlices } from '../count-in-slices.ts'

/** Names of OpenAI’s models, with or without the prefix of a gateway. */
const ENCODINGS = [
  [/^(?:openai\/)?(?:gpt-4o|gpt-4\.|gpt-[5-9]|gpt-oss|chatgpt|o\d)/, 'o200k_base'],
  [/^(?:openai\/)?(?:gpt-4|gpt-3\.5)/, 'cl100k_base'],
] as const

/** Uncut, 20,000 emoji in a row would take seconds. */
const SLICES = { sliceLength: 128, exactLength: 8_000 }

/**
 * Loads the tokenizer of an OpenAI model; null for a model of any other name. Loading takes a few hundred milliseconds,
 * once per process, and about 60 MB.
 */
export function loadOpenAiTokenizer(modelName: string): Promise<(text: string) => number> | null {
  const encoding = ENCODINGS.find(([names]) => names.test(modelName))?.[1]
  if (!encoding) return null
  const loading =
    encoding === 'o200k_base'
      ? import('gpt-tokenizer/encoding/o200k_base')
      : import('gpt-tokenizer/encoding/cl100k_base')
  // Marks such as <|endoftext|> are ordinary text in a prompt.
  const options = { disallowedSpecial: new Set<string>() }
  return loading.then(({ countTokens }) => countInSlices((text) => countTokens(text, options), SLICES))
}

import { setImmediate as turn } from 'node:timers/promises'
import { countInSlices } from '../count-in-slices.ts'

/** An encoding of gpt-tokenizer: its vocabulary, and what is built from it. */
interface Encoding {
  /** Names of OpenAI’s models that use it, with or without the prefix of a gateway. */
  names: RegExp
  loadRanks(): Promise<unknown>
  load(): Promise<{ countTokens(text: string, options: { disallowedSpecial: Set<string> }): number }>
}

const ENCODINGS: readonly Encoding[] = [
  {
    names: /^(?:openai\/)?(?:gpt-4o|gpt-4\.|gpt-[5-9]|gpt-oss|chatgpt|o\d)/,
    loadRanks: () => import('gpt-tokenizer/bpeRanks/o200k_base'),
    load: () => import('gpt-tokenizer/encoding/o200k_base'),
  },
  {
    names: /^(?:openai\/)?(?:gpt-4|gpt-3\.5)/,
    loadRanks: () => import('gpt-tokenizer/bpeRanks/cl100k_base'),
    load: () => import('gpt-tokenizer/encoding/cl100k_base'),
  },
]

/** Uncut, 20,000 emoji in a row would take seconds. */
const SLICES = { sliceLength: 128, exactLength: 8_000 }

/**
 * Loads the tokenizer of an OpenAI model; null for a model of any other name. Loading takes a few hundred milliseconds of
 * processor time, once per process, and about 60 MB.
 */
export function loadOpenAiTokenizer(modelName: string): Promise<(text: string) => number> | null {
  const encoding = ENCODINGS.find(({ names }) => names.test(modelName))
  return encoding ? loadEncoding(encoding) : null
}

async function loadEncoding(encoding: Encoding): Promise<(text: string) => number> {
  // In two turns of the event loop, since each of them holds it.
  await encoding.loadRanks()
  await turn()
  const { countTokens } = await encoding.load()
  // Marks such as <|endoftext|> are ordinary text in a prompt.
  const options = { disallowedSpecial: new Set<string>() }
  return countInSlices((text) => countTokens(text, options), SLICES)
}

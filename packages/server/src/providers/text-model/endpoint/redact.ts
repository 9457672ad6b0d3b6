import type { PromptMessage } from '../../../modules/models/module.ts'

/** A run of this many characters that is also in the prompt is assumed to be a quotation from it. */
const QUOTED_LENGTH = 12
/** Shorter messages are not treated as quotations. */
const MIN_MESSAGE_LENGTH = 3
const MIN_KEY_LENGTH = 6
/** Recognised by prefix, by existing masking, or by length. */
const KEY_PATTERN =
  /\b(?:sk|pk|rk|key|gsk|xai)[-_][\w*.-]{6,}|\bbearer [\w*.-]{6,}|\bAIza[\w-]{10,}|[\w-]*\*{3,}[\w-]*|\b(?=[\w-]*\d)[\w-]{32,}/gi

/**
 * A provider's words without the key, without anything that looks like one, and without quotations from the prompt.
 * Only these may be stored, logged or learnt from.
 */
export function redact(words: string, apiKey: string | null, messages: readonly PromptMessage[]): string {
  // Servers without a key get a dummy word, which would be found everywhere.
  const keyless = apiKey && apiKey.length >= MIN_KEY_LENGTH ? words.replaceAll(apiKey, '…') : words
  return withoutQuotes(
    normalize(keyless.replace(KEY_PATTERN, '…')),
    messages.map(({ content }) => normalize(content)),
  )
}

/** Escapes and blanks differ between what was sent and what is quoted. */
function normalize(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+[nrt]|\s+/g, ' ')
    .replace(/\\+(["\\/])/g, '$1')
    .replace(/ +/g, ' ')
}

function withoutQuotes(words: string, contents: readonly string[]): string {
  const isQuoted = new Uint8Array(words.length)
  const places = new Map<string, number[]>()
  for (let at = 0; at + QUOTED_LENGTH <= words.length; at++) {
    const run = words.slice(at, at + QUOTED_LENGTH)
    places.set(run, [...(places.get(run) ?? []), at])
  }
  for (const content of contents) {
    for (let at = 0; at + QUOTED_LENGTH <= content.length; at++)
      for (const place of places.get(content.slice(at, at + QUOTED_LENGTH)) ?? [])
        isQuoted.fill(1, place, place + QUOTED_LENGTH)
    const short = content.trim()
    if (short.length < MIN_MESSAGE_LENGTH || short.length >= QUOTED_LENGTH) continue
    for (let at = words.indexOf(short); at >= 0; at = words.indexOf(short, at + 1))
      isQuoted.fill(1, at, at + short.length)
  }
  let result = ''
  for (let at = 0; at < words.length; at++) {
    if (!isQuoted[at]) result += words[at]
    else if (!result.endsWith('…')) result += '…'
  }
  return result
}

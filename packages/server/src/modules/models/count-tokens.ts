import { LRUCache } from 'lru-cache'

/**
 * Estimates how many tokens a text costs, in one pass, for models whose tokenizer we do not know. It errs upwards, so
 * that a prompt that fits by this count also fits the model:
 *
 *   a run of Latin letters   max(1, 0.27 × letters), an accented letter counting 2.2 letters
 *   digit, punctuation       1 each
 *   one blank                0 (it belongs to the next word); every further one, and a line break, 0.5
 *   other alphabets          0.6 a letter (Arabic, Cyrillic, Greek, Hebrew …)
 *   Han, kana, Hangul        1.2 a character; Thai and the scripts of India 1
 *   everything else          1.5 a UTF-16 unit, so 3 for most emoji
 *
 * Against the vocabularies in use today (32 to 256 thousand pieces) this is between 1 and 1.6 times the true
 * count for prose in our eight languages. Counts are stored with each message; this never runs over a history.
 */
export function countTokens(text: string): number {
  if (text.length < MIN_REMEMBERED_LENGTH || text.length > MAX_REMEMBERED_LENGTH) return count(text)
  const known = counted.get(text)
  if (known !== undefined) return known
  const tokens = count(text)
  counted.set(text, tokens, { size: text.length })
  return tokens
}

/** Below this, looking a count up takes as long as counting. */
const MIN_REMEMBERED_LENGTH = 200
const MAX_REMEMBERED_LENGTH = 64 * 1024
/** The parts of a card are the same in each prompt of its chats. */
const counted = new LRUCache<string, number>({ max: 2_000, maxSize: 2_000_000 })

function count(text: string): number {
  return Math.ceil(measure(text, Number.POSITIVE_INFINITY).tokens)
}

/** Tokens that a chat template adds around a message: marks of begin, role and end. */
export const TOKENS_AROUND_MESSAGE = 6

/**
 * The beginning of `text` that costs at most `tokens`, cut at a word boundary if one is near. Reads no further than
 * necessary, so the time depends on the result and not on the length of the text.
 */
export function clipToTokens(text: string, tokens: number): string {
  if (tokens <= 0) return ''
  const { end } = measure(text, tokens)
  if (end >= text.length) return text
  let cut = isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end
  const wordEnd = Math.max(text.lastIndexOf(' ', cut), text.lastIndexOf('\n', cut))
  if (wordEnd > cut - 40 && wordEnd > 0) cut = wordEnd
  return text.slice(0, cut).trimEnd()
}

/** The end of `text` that costs at most `tokens`: in a message that is too long the last words matter most. */
export function clipStartToTokens(text: string, tokens: number): string {
  let kept = text
  while (kept !== '' && countTokens(kept) > tokens) {
    const surplus = Math.ceil((kept.length * (countTokens(kept) - tokens)) / countTokens(kept))
    const from = Math.max(1, surplus)
    kept = kept.slice(isLowSurrogate(kept.charCodeAt(from)) ? from + 1 : from)
  }
  return kept.trimStart()
}

const LETTER = 0.27
const ACCENTED = 0.6

function measure(text: string, limit: number): { tokens: number; end: number } {
  let tokens = 0
  let word = 0
  let wasBlank = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const latin = latinWeight(code)
    if (latin > 0) {
      word += latin
      wasBlank = false
    } else {
      if (word > 0) tokens += word > 1 ? word : 1
      word = 0
      const isBlank = code === 32 || code === 160
      if (!isBlank) tokens += weight(code)
      else if (wasBlank) tokens += 0.5
      wasBlank = isBlank
    }
    if (tokens + (word > 1 || word === 0 ? word : 1) > limit) return { tokens, end: at }
  }
  return { tokens: tokens + (word > 0 ? Math.max(1, word) : 0), end: text.length }
}

function latinWeight(code: number): number {
  if (code < 128) return (code | 32) >= 97 && (code | 32) <= 122 ? LETTER : 0
  return code >= 0xc0 && code < 0x250 ? ACCENTED : 0
}

function weight(code: number): number {
  if (code === 10) return 0.5
  if (code < 0x250) return 1
  if (code >= 0x370 && code < 0x800) return 0.6
  if (code >= 0x900 && code < 0x10a0) return 1
  if (code >= 0x10a0 && code < 0x2000) return 1
  if (code >= 0x2010 && code <= 0x2026) return 1
  if ((code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xd800)) return 1.2
  return 1.5
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

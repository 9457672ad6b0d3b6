import { exactNumber, type Json } from './json-values.ts'
import { CardFileRefused, FILE_LIMITS } from './rules.ts'

const NUMBER = /-?\d[\d.eE+-]*/y

/**
 * Reads a card's JSON: UTF-8 to the letter, a byte order mark forgiven. Numbers that a double would change keep their
 * writing. Depth and number of values are bounded before anything is built.
 * @throws CardFileRefused broken, too_large
 */
export function parseJson(bytes: Uint8Array): Json {
  if (bytes.length > FILE_LIMITS.json) throw new CardFileRefused('too_large')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes) // leaves the byte order mark out
  } catch {
    throw new CardFileRefused('broken')
  }
  return parseText(text)
}

/** The same of a text. @throws CardFileRefused broken, too_large */
export function parseText(text: string): Json {
  const needsCare = measure(text)
  try {
    return needsCare ? (JSON.parse(text, keepNumber) as Json) : (JSON.parse(text) as Json) // JSON is what it gives
  } catch {
    throw new CardFileRefused('broken')
  }
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && isChanged(source) ? exactNumber(source) : value
}

/** Whether reading and writing this number would write another. */
function isChanged(source: string): boolean {
  return JSON.stringify(Number(source)) !== source
}

/** One pass over the text: bounds what it may become, and says whether a number in it needs care. */
function measure(text: string): boolean {
  let depth = 0
  let values = 0
  let needsCare = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > FILE_LIMITS.depth) throw new CardFileRefused('too_large')
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === 0x2c) {
      if (++values > FILE_LIMITS.values) throw new CardFileRefused('too_large')
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at
      const source = NUMBER.exec(text)?.[0] ?? ''
      needsCare ||= isChanged(source)
      at += Math.max(0, source.length - 1)
    }
  }
  return needsCare
}

/** Where a string ends that begins here; the end of the text for one that does not end. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

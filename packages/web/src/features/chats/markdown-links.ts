import type { Inline } from './markdown-types.ts'

const LONGEST_ADDRESS = 2_000
const TRAILING = new Set(['.', ',', ';', ':', '!', '?', ')', '*', '_', '"', '”', '’', "'"])

/**
 * A link to a web address, or null for everything that is none: `javascript:`, `data:`, relative or broken
 * addresses (XSS-05). The host is the browser's own reading of the address, look-alike letters in punycode.
 */
export function linkTo(address: string, words: string): Extract<Inline, { kind: 'link' }> | null {
  if (address.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(address)) return null
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return { kind: 'link', href: url.href, host: url.host, text: words === '' ? address : words }
}

/** The bare web address that begins at `at`, without the punctuation of the sentence around it; '' for none. It may be too long for a link. */
export function addressAt(text: string, at: number): string {
  if (!text.startsWith('http', at) || !/^https?:\/\//.test(text.slice(at, at + 8))) return ''
  let end = at
  while (end < text.length && !/[\s<>"`]/.test(text[end] ?? '')) end++
  while (end > at && TRAILING.has(text[end - 1] ?? '')) end--
  return text.slice(at, end)
}

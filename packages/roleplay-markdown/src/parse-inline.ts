import type { Inline } from './ast.ts'

const MAX_URL_LENGTH = 2_000
const TRAILING_PUNCTUATION = new Set(['.', ',', ';', ':', '!', '?', ')', '*', '_', '"', '”', '’', "'"])

/**
 * A link to a web address, or null for everything that is none: `javascript:`, `data:`, relative or broken
 * addresses (XSS-05). The host is the browser's own reading of the address, look-alike letters in punycode.
 */
function parseLink(address: string, words: string): Extract<Inline, { kind: 'link' }> | null {
  if (address.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(address)) return null
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return { kind: 'link', href: url.href, host: url.host, text: words === '' ? address : words }
}

/**
 * The bare web address that begins at `at`, without the punctuation of the sentence around it; '' for none. It may be
 * too long for a link.
 */
function bareUrlAt(text: string, at: number): string {
  if (!text.startsWith('http', at) || !/^https?:\/\//.test(text.slice(at, at + 8))) return ''
  let end = at
  while (end < text.length && !/[\s<>"`]/.test(text[end] ?? '')) end++
  while (end > at && TRAILING_PUNCTUATION.has(text[end - 1] ?? '')) end--
  return text.slice(at, end)
}

type Mark = '*' | '_'

/** An emphasis that was opened and is not closed yet. */
interface OpenEmphasis {
  mark: Mark
  kind: 'action' | 'strong'
  children: Inline[]
}

const ESCAPABLE = new Set('\\`*_[]()#>-+.!~'.split(''))
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Answers "where is the next one from here" in linear time over a whole text, also when there are none. */
function indexFinder(text: string, wanted: string): (from: number) => number {
  let found = -2
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(wanted, from)
    return found
  }
}

/**
 * Reads one block's text: *actions*, **strong**, `code`, links, line breaks. What is not closed, or not understood,
 * stays as it was written. One pass; at most one emphasis of each kind is open at a time, so nothing nests deeper
 * than four. In a text that `isGrowing`, what is open at its end is taken to be closed there.
 */
export function parseInline(text: string, isGrowing = false): Inline[] {
  return new InlineParser(text, isGrowing).parse()
}

class InlineParser {
  #text: string
  #isGrowing: boolean
  #at = 0
  #plain = ''
  #out: Inline[] = []
  #open: OpenEmphasis[] = []
  #nextTick: (from: number) => number
  #nextTwoTicks: (from: number) => number
  #nextBracket: (from: number) => number
  #nextParenthesis: (from: number) => number

  constructor(text: string, isGrowing: boolean) {
    this.#text = text
    this.#isGrowing = isGrowing
    this.#nextTick = indexFinder(text, '`')
    this.#nextTwoTicks = indexFinder(text, '``')
    this.#nextBracket = indexFinder(text, '](')
    this.#nextParenthesis = indexFinder(text, ')')
  }

  parse(): Inline[] {
    while (this.#at < this.#text.length) this.#step()
    while (this.#open.length > 0) {
      if (this.#isGrowing) this.#closeInnermost()
      else this.#revertInnermost()
    }
    this.#endPlain()
    return this.#out
  }

  get #target(): Inline[] {
    return this.#open.at(-1)?.children ?? this.#out
  }

  #step(): void {
    const character = this.#text[this.#at] ?? ''
    if (character === '*' || character === '_') this.#emphasis(character)
    else if (character === '`') this.#code()
    else if (character === '[' || (character === '!' && this.#text[this.#at + 1] === '[')) this.#bracket()
    else if (character === 'h') this.#bareUrl()
    else if (character === '\n') this.#add({ kind: 'break' }, 1)
    else if (character === '\\' && ESCAPABLE.has(this.#text[this.#at + 1] ?? '')) {
      this.#plain += this.#text[this.#at + 1]
      this.#at += 2
    } else this.#literal(1)
  }

  #literal(length: number): void {
    this.#plain += this.#text.slice(this.#at, this.#at + length)
    this.#at += length
  }

  #endPlain(): void {
    if (this.#plain !== '') this.#target.push({ kind: 'text', text: this.#plain })
    this.#plain = ''
  }

  #add(part: Inline, length: number): void {
    this.#endPlain()
    this.#target.push(part)
    this.#at += length
  }

  #code(): void {
    const two = this.#text[this.#at + 1] === '`'
    const width = two ? 2 : 1
    const end = (two ? this.#nextTwoTicks : this.#nextTick)(this.#at + width)
    if (end <= this.#at + width || this.#text.slice(this.#at, this.#at + 3) === '```') {
      this.#literal(width)
      return
    }
    this.#add({ kind: 'code', text: this.#text.slice(this.#at + width, end) }, end + width - this.#at)
  }

  /** [words](address) becomes a link; ![words](address) its words and address as text: nothing remote is loaded. */
  #bracket(): void {
    const isImage = this.#text[this.#at] === '!'
    const from = this.#at + (isImage ? 2 : 1)
    const middle = this.#nextBracket(from)
    const end = middle === -1 ? -1 : this.#nextParenthesis(middle + 2)
    if (end === -1 || end - this.#at > 2_500) {
      this.#literal(isImage ? 2 : 1)
      return
    }
    const words = this.#text.slice(from, middle)
    const address = this.#text.slice(middle + 2, end).trim()
    const link = isImage || words.includes('\n') ? null : parseLink(address, words)
    if (link) this.#add(link, end + 1 - this.#at)
    else if (isImage) {
      this.#plain += words === '' ? address : `${words} (${address})`
      this.#at = end + 1
    } else this.#literal(1)
  }

  #bareUrl(): void {
    const address = bareUrlAt(this.#text, this.#at)
    const link = address === '' ? null : parseLink(address, address)
    if (link) this.#add(link, address.length)
    else this.#literal(Math.max(address.length, 1))
  }

  #emphasis(mark: Mark): void {
    const start = this.#at
    while (this.#text[this.#at] === mark) this.#at++
    let left = this.#at - start
    const before = this.#text[start - 1]
    const after = this.#text[this.#at]
    const isInsideWord = mark === '_' && isWord(before) && isWord(after)
    if (left > 3 || isInsideWord) {
      this.#plain += mark.repeat(left)
      return
    }
    if (!isSpace(before)) left = this.#close(mark, left)
    if (!isSpace(after)) left = this.#openEmphasis(mark, left)
    // Marks that have just arrived belong to what follows.
    if (this.#isGrowing && after === undefined) return
    this.#plain += mark.repeat(left)
  }

  /** Closes what the marks can close, innermost first; returns how many marks are left over. */
  #close(mark: Mark, marks: number): number {
    let left = marks
    while (left > 0) {
      const at = this.#findClosable(mark, left)
      if (at === -1) return left
      while (this.#open.length - 1 > at) this.#revertInnermost()
      left -= this.#closeInnermost() === 'strong' ? 2 : 1
    }
    return 0
  }

  /** Two marks close a strong one where there is one; otherwise the innermost that the marks suffice for goes first. */
  #findClosable(mark: Mark, marks: number): number {
    const strong = this.#open.findLastIndex((open) => open.mark === mark && open.kind === 'strong')
    if (marks === 2 && strong !== -1) return strong
    return this.#open.findLastIndex((open) => open.mark === mark && (open.kind === 'action' || marks >= 2))
  }

  #openEmphasis(mark: Mark, marks: number): number {
    let left = marks
    for (const [kind, width] of [
      ['strong', 2],
      ['action', 1],
    ] as const) {
      if (left < width || this.#open.some((open) => open.mark === mark && open.kind === kind)) continue
      this.#endPlain()
      this.#open.push({ mark, kind, children: [] })
      left -= width
    }
    return left
  }

  #closeInnermost(): OpenEmphasis['kind'] {
    this.#endPlain()
    const { kind, children } = this.#open.pop()!
    this.#target.push({ kind, children })
    return kind
  }

  /** Turns the innermost open emphasis back into the marks it was written with. */
  #revertInnermost(): void {
    this.#endPlain()
    const { mark, kind, children } = this.#open.pop()!
    this.#target.push({ kind: 'text', text: kind === 'strong' ? mark + mark : mark }, ...children)
  }
}

import type { Block } from './ast.ts'
import { parseInline } from './parse-inline.ts'

/** Quotes within quotes are read this deep; deeper ones stay as written. */
const MAX_QUOTE_DEPTH = 3

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,4})[.)]) +(\S.*)$/
const HEADING = /^#{1,6} +(\S.*)$/
const QUOTE = /^ {0,3}> ?/

const isBlank = (line: string) => line.trim() === ''

function isThematicBreak(line: string): boolean {
  const marks = line.replaceAll(' ', '')
  return marks.length >= 3 && (marks === '-'.repeat(marks.length) || marks === '*'.repeat(marks.length))
}

/**
 * Reads a message's text as inert blocks (XSS-01 to XSS-05: HTML is text, images are never loaded, only web links
 * are links). Never throws, in time linear in the text. A blank line outside a code fence always ends a block, so
 * that a text can be read in parts, each with the blocks `before` it. A text that `isGrowing` ends in the middle: what
 * is open there is taken as closed.
 */
export function parseBlocks(text: string, isGrowing = false, before: readonly Block[] = []): Block[] {
  return parseNested(text, { isGrowing, depth: 0, nextNumber: nextNumber(before) })
}

function parseNested(text: string, start: ParseState): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  const state = { ...start }
  let at = 0
  while (at < lines.length) {
    const { block, next } = parseBlock(lines, at, state)
    if (block) {
      blocks.push(block)
      state.nextNumber = numberAfter(block) ?? state.nextNumber
    }
    at = next
  }
  return blocks
}

interface ParseState {
  isGrowing: boolean
  depth: number
  /** The number with which the last numbered list goes on, also after other blocks. */
  nextNumber: number
}

function nextNumber(blocks: readonly Block[]): number {
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at]
    const number = block ? numberAfter(block) : null
    if (number !== null) return number
  }
  return 1
}

function numberAfter(block: Block): number | null {
  return block.kind === 'list' && block.start !== null ? block.start + block.items.length : null
}

/**
 * Whether a line begins a list. A sentence may begin with a number (“1987. What a year.”); a numbered list does with 1.
 */
function startsList(line: string, { nextNumber }: Pick<ParseState, 'nextNumber'>): boolean {
  const item = ITEM.exec(line)
  if (!item) return false
  const number = item[1] === undefined ? null : Number(item[1])
  return number === null || number === 1 || number === nextNumber
}

function parseBlock(lines: readonly string[], at: number, reading: ParseState): { block: Block | null; next: number } {
  const line = lines[at] ?? ''
  if (isBlank(line)) return { block: null, next: at + 1 }
  const fence = FENCE.exec(line)
  if (fence) return parseFence(lines, at, fence)
  if (isThematicBreak(line)) return { block: { kind: 'rule' }, next: at + 1 }
  const heading = HEADING.exec(line)
  if (heading) return { block: { kind: 'heading', children: parseInline(heading[1] ?? '') }, next: at + 1 }
  if (QUOTE.test(line) && reading.depth < MAX_QUOTE_DEPTH) return parseQuote(lines, at, reading)
  return startsList(line, reading) ? parseList(lines, at, reading) : parseParagraph(lines, at, reading)
}

function parseFence(lines: readonly string[], at: number, [, fence = '```', info = '']: RegExpExecArray) {
  const inside: string[] = []
  let next = at + 1
  for (; next < lines.length; next++) {
    const line = (lines[next] ?? '').trim()
    if (line.startsWith(fence) && line === fence[0]?.repeat(line.length)) break
    inside.push(lines[next] ?? '')
  }
  const block: Block = { kind: 'code', language: info.trim(), text: inside.join('\n') }
  return { block, next: next + 1 }
}

function parseQuote(lines: readonly string[], at: number, { isGrowing, depth }: ParseState) {
  let next = at
  while (next < lines.length && QUOTE.test(lines[next] ?? '')) next++
  const inside = lines.slice(at, next).map((line) => line.replace(QUOTE, ''))
  const block: Block = {
    kind: 'quote',
    blocks: parseNested(inside.join('\n'), {
      isGrowing: isGrowing && next === lines.length,
      depth: depth + 1,
      nextNumber: 1,
    }),
  }
  return { block, next }
}

function parseList(lines: readonly string[], at: number, { isGrowing }: ParseState) {
  const number = ITEM.exec(lines[at] ?? '')?.[1]
  const start = number === undefined ? null : Number(number)
  const items: string[] = []
  const goesOn = (mark: string | undefined) =>
    start === null ? mark === undefined : Number(mark) <= start + items.length
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ''
    const item = ITEM.exec(line)
    if (item && goesOn(item[1])) items.push(item[2] ?? '')
    else if (!item && /^ {2,}\S/.test(line) && items.length > 0) items.push(`${items.pop()}\n${line.trim()}`)
    else break
  }
  const isOpen = isGrowing && next === lines.length
  const block: Block = {
    kind: 'list',
    start,
    items: items.map((item, index) => parseInline(item, isOpen && index === items.length - 1)),
  }
  return { block, next }
}

function parseParagraph(lines: readonly string[], at: number, state: ParseState) {
  let next = at + 1
  while (next < lines.length && !startsBlock(lines[next] ?? '', state)) next++
  const block: Block = {
    kind: 'paragraph',
    children: parseInline(lines.slice(at, next).join('\n'), state.isGrowing && next === lines.length),
  }
  return { block, next }
}

function startsBlock(line: string, state: ParseState): boolean {
  const isQuote = state.depth < MAX_QUOTE_DEPTH && QUOTE.test(line)
  const isOther = isThematicBreak(line) || FENCE.test(line) || HEADING.test(line)
  return isBlank(line) || isQuote || isOther || startsList(line, state)
}

/**
 * Where the last finished part of a growing text ends: after the last blank line that is not inside a code fence, or
 * 0. Text before it is read the same whatever follows.
 */
function completedLength(text: string): number {
  let finished = 0
  let fence: string | null = null
  let lineStart = 0
  for (let lineEnd = text.indexOf('\n'); lineEnd !== -1; lineEnd = text.indexOf('\n', lineStart)) {
    const line = text.slice(lineStart, lineEnd).replace(/\r$/, '')
    lineStart = lineEnd + 1
    if (fence === null) {
      fence = FENCE.exec(line)?.[1] ?? null
      if (fence === null && isBlank(line)) finished = lineStart
    } else if (line.trim().startsWith(fence) && line.trim() === fence[0]?.repeat(line.trim().length)) fence = null
  }
  return finished
}

/**
 * A growing text: `finished` keeps its very blocks from one reading to the next, `rest` is the open end, still to be
 * read with `finished` before it.
 */
export interface StreamedBlocks {
  finished: readonly Block[]
  rest: string
}

/** How much of the end of the finished part is compared, to notice a text that was replaced and not grown. */
const COMPARED_LENGTH = 64

/**
 * Reads a text while it streams: each finished block once, only the open end again (PERF-U4). A text that did not grow
 * from the last one (the safety rules took a tail away) is read again from its start.
 */
export class MarkdownStreamParser {
  #finished: Block[] = []
  #length = 0
  #lastWords = ''

  read(text: string): StreamedBlocks {
    const isGrown =
      text.length >= this.#length && text.startsWith(this.#lastWords, this.#length - this.#lastWords.length)
    if (!isGrown) this.#restart()
    const rest = text.slice(this.#length)
    const more = completedLength(rest)
    if (more > 0) {
      this.#finished = [...this.#finished, ...parseBlocks(rest.slice(0, more), false, this.#finished)]
      this.#length += more
      this.#lastWords = text.slice(Math.max(0, this.#length - COMPARED_LENGTH), this.#length)
    }
    return { finished: this.#finished, rest: rest.slice(more) }
  }

  #restart(): void {
    this.#finished = []
    this.#length = 0
    this.#lastWords = ''
  }
}

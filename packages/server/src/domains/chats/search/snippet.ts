import type { Mark } from './find-marks.ts'

/** UTF-16 code units around a hit that its line shows. */
const LENGTH = 180
/** Of these, so many before the first mark. */
const BEFORE = 50

/** A text as one line without the stars of its actions: what a list of hits shows. */
export function plainLine(text: string): string {
  return text
    .replace(/(^|[\s\p{P}\p{S}])\*+(?=\S)|\*+(?=$|[\s\p{P}\p{S}])/gmu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The part of a line around its first mark, cut between words where it can be, with the marks that are in it. */
export function snippetOf(line: string, marks: readonly Mark[]): { snippet: string; marks: Mark[] } {
  const first = marks[0]?.[0] ?? 0
  if (line.length <= LENGTH) return { snippet: line, marks: marks.map(([start, end]) => [start, end]) }
  const from = first <= BEFORE ? 0 : wordAfter(line, first - BEFORE, first)
  const to = from + LENGTH >= line.length ? line.length : wholeEnd(line, from + LENGTH)
  const head = from > 0 ? '…' : ''
  const tail = to < line.length ? '…' : ''
  const shift = head.length - from
  return {
    snippet: `${head}${line.slice(from, to)}${tail}`,
    marks: marks
      .filter(([start, end]) => start >= from && start < to && end > from)
      .map(([start, end]) => [start + shift, Math.min(end, to) + shift]),
  }
}

function wordAfter(line: string, from: number, most: number): number {
  const space = line.indexOf(' ', from)
  const at = space >= 0 && space < most ? space + 1 : from
  return isHalf(line, at) ? at - 1 : at
}

function wholeEnd(line: string, to: number): number {
  const space = line.lastIndexOf(' ', to)
  const at = space > to - 30 ? space : to
  return isHalf(line, at) ? at - 1 : at
}

/** Whether a cut here would fall into the middle of a character. */
function isHalf(line: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') && /[\uD800-\uDBFF]/.test(line[at - 1] ?? '')
}

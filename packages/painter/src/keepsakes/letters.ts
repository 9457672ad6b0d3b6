import { round } from '../shapes.ts'
import outlines from './letters.json' with { type: 'json' }

/** The faces of printed matter: two of a book, one of labels. The italic is also everyone's handwriting. */
export type Face = keyof typeof outlines

/** Advance and outline of each letter, in thousandths of its size. */
const FACES = outlines as unknown as Record<Face, Readonly<Record<string, readonly [advance: number, outline: string]>>> // made by a program

interface Setting {
  x: number
  /** of the baseline */
  y: number
  /** of the letters, in units of the page */
  size: number
  colour: string
  face?: Face
  align?: 'start' | 'middle' | 'end'
  /** between letters, in thousandths of the size */
  tracking?: number
  /** shrinks the letters to this width if they are wider */
  within?: number
  /** 0–1 */
  strength?: number
}

/** The letters that can be set, in every face. */
export const canSet = (text: string): boolean =>
  [...text].every((letter) => Object.values(FACES).every((face) => face[letter] !== undefined))

/** The width of a text in units of the page. A letter without an outline takes no room. */
function widthOf(text: string, size: number, face: Face = 'serif', tracking = 0): number {
  const letters = [...text]
  const advance = letters.reduce((sum, letter) => sum + (FACES[face][letter]?.[0] ?? 0), 0)
  return ((advance + tracking * Math.max(0, letters.length - 1)) * size) / 1000
}

/** One line of text as outlines, so that every machine draws the same. */
export function setLine(text: string, setting: Setting): string {
  const { x, y, colour, face = 'serif', align = 'start', tracking = 0, within, strength = 1 } = setting
  const wanted = widthOf(text, setting.size, face, tracking)
  const size = within !== undefined && wanted > within ? (setting.size * within) / wanted : setting.size
  const width = widthOf(text, size, face, tracking)
  const left = align === 'start' ? x : align === 'middle' ? x - width / 2 : x - width
  let at = 0
  let shapes = ''
  for (const letter of text) {
    const [advance, outline] = FACES[face][letter] ?? [0, '']
    if (outline !== '') shapes += `<path transform="translate(${at})" d="${outline}"/>`
    at += advance + tracking
  }
  const scale = Math.round(size * 10) / 10_000
  return `<g transform="translate(${round(left)} ${round(y)}) scale(${scale})" fill="${colour}"${strength < 1 ? ` fill-opacity="${strength}"` : ''}>${shapes}</g>`
}

/** The size at which every one of these lines is at most this wide, so that they look written by one hand. */
export const sizeFor = (lines: readonly string[], width: number, size: number, face: Face = 'italic'): number =>
  Math.min(size, ...lines.map((line) => (size * width) / Math.max(1, widthOf(line, size, face))))

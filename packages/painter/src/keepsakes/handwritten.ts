import { draw, each, fill, line, path } from '../shapes.ts'
import { setLine, sizeFor } from './letters.ts'
import { crease, cupRing, INK, type KeepsakeSpec, PENCIL, sheetOf, stamped, tape, written } from './paper.ts'

/** The songs or turns of an evening on the back of something; a line that begins with "~" is crossed out. */
export function setList(spec: KeepsakeSpec): string {
  const place = { x: 130, y: 90, width: 340, height: 620 }
  const { colour, heading, lines, note } = spec
  const size = sizeFor(
    lines.map((words) => `0. ${words}`),
    290,
    34,
  )
  return draw(
    sheetOf(spec, place),
    tape(300, 92, -3),
    written(heading, 300, 172, 42, { colour, within: 290, align: 'middle', turn: -2 }),
    line('M180 194q120 -12 240 2', colour, 3),
    each(lines, (words, index) => {
      const isOut = words.startsWith('~')
      const y = 256 + index * 58
      const shown = `${index + 1}. ${isOut ? words.slice(1) : words}`
      return draw(
        written(shown, 162, y, size, { turn: index % 2 ? -1.6 : -0.6 }),
        isOut ? line(path`M158 ${y - 12}q140 -10 286 -6M166 ${y - 6}q120 6 270 -6`, colour, 4, 0.9) : '',
      )
    }),
    note ? written(note, 170, 676, 29, { colour: PENCIL, within: 270, turn: -4 }) : '',
  )
}

/**
 * A ruled page of a log or a diary. From 58 % to 80 % of its height it is free: pages put there what the reader has
 * said (`album-quote` of the web).
 */
export function log(spec: KeepsakeSpec): string {
  const place = { x: 90, y: 60, width: 420, height: 680 }
  const { colour, heading, lines, note, mark } = spec
  const size = sizeFor(lines, 326, 29)
  return draw(
    sheetOf(spec, place),
    each(Array.from({ length: 14 }), (_, index) => line(path`M90 ${168 + index * 40}h420`, '#7d93a8', 1.2, 0.5)),
    line('M150 60v680', '#b0605a', 1.6, 0.6),
    setLine(heading, { x: 300, y: 122, size: 31, colour, align: 'middle', within: 350 }),
    each(lines.slice(0, 7), (words, index) => written(words, 164, 202 + index * 40, size, { turn: -0.4 })),
    mark ? stamped(mark, 430, 672, colour, -9, 52) : '',
    note ? written(note, 164, 712, 28, { colour: PENCIL, within: 230, turn: -1 }) : '',
  )
}

/** A letter that was folded once and kept. */
export function letter(spec: KeepsakeSpec): string {
  const place = { x: 100, y: 80, width: 400, height: 640 }
  const { colour, heading, lines, note, mark } = spec
  const size = sizeFor(lines, 324, 30)
  return draw(
    sheetOf(spec, place),
    setLine(heading, { x: 460, y: 136, size: 24, colour, face: 'serif', align: 'end', within: 320 }),
    each(lines, (words, index) => written(words, 140, 212 + index * 50, size, { turn: -0.6 })),
    crease(place, 0.5),
    note ? written(note, 456, 684, 36, { colour, within: mark ? 220 : 300, align: 'end', turn: -4 }) : '',
    mark ? waxSeal(mark, 168, 668, colour) : '',
  )
}

const waxSeal = (text: string, x: number, y: number, colour: string): string =>
  draw(
    fill(path`M${x - 40} ${y}q-4 -34 30 -40q42 -8 52 26q8 34 -22 50q-46 14 -60 -36Z`, colour),
    `<circle cx="${x}" cy="${y}" r="25" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="3"/>`,
    setLine(text, { x, y: y + 11, size: 31, colour: '#fff0dc', align: 'middle', within: 36 }),
  )

/** An index card with a recipe, and what has come onto it over the years. */
export function recipe(spec: KeepsakeSpec): string {
  const place = { x: 80, y: 190, width: 440, height: 420 }
  const { colour, heading, lines, note } = spec
  const size = sizeFor(lines, 380, 29)
  return draw(
    sheetOf(spec, place),
    setLine(heading, { x: 108, y: 248, size: 36, colour, within: 380 }),
    line('M80 272h440', '#b0605a', 2.4, 0.8),
    each(Array.from({ length: 7 }), (_, index) => line(path`M80 ${314 + index * 40}h440`, '#7d93a8', 1.2, 0.5)),
    each(lines.slice(0, 6), (words, index) => written(words, 110, 306 + index * 40, size, { turn: -0.3 })),
    cupRing(438, 532, 56),
    note ? written(note, 112, 586, 30, { colour: PENCIL, within: 270, turn: -3 }) : '',
  )
}

/** A sheet of music in someone's hand: its title, and one phrase of it. */
export function score(spec: KeepsakeSpec): string {
  const { colour, heading, lines, note, mark } = spec
  const staff = (y: number) => each([0, 1, 2, 3, 4], (index) => line(path`M120 ${y + index * 13}h360`, INK, 1.3, 0.8))
  const melody = [...(heading + lines.join())].slice(0, 27).map((character) => (character.codePointAt(0) ?? 0) % 9)
  return draw(
    sheetOf(spec, { x: 90, y: 80, width: 420, height: 640 }),
    setLine(heading, { x: 300, y: 152, size: 42, colour: INK, align: 'middle', within: 360 }),
    setLine(lines[0] ?? '', { x: 480, y: 194, size: 24, colour, face: 'italic', align: 'end', within: 350 }),
    each([0, 1, 2], (row) =>
      draw(
        staff(244 + row * 128),
        each(melody.slice(row * 9, row * 9 + 9), (step, index) =>
          noteHead(150 + index * 38, 296 + row * 128 - step * 6.5),
        ),
      ),
    ),
    each(lines.slice(1, 3), (words, index) => written(words, 126, 336 + index * 128, 27, { within: 350, turn: -0.5 })),
    note ? written(note, 124, 684, 31, { colour: PENCIL, within: 270, turn: -3 }) : '',
    mark ? stamped(mark, 432, 654, colour, -8, 50) : '',
  )
}

const noteHead = (x: number, y: number): string =>
  draw(
    `<ellipse cx="${x}" cy="${y}" rx="9" ry="6.5" transform="rotate(-18 ${x} ${y})" fill="${INK}"/>`,
    line(path`M${x + 8} ${y - 2}v-40`, INK, 2.2),
  )

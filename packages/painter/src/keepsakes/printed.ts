import { draw, each, line, mix, path } from '../shapes.ts'
import { setLine, sizeFor } from './letters.ts'
import { cupRing, INK, type KeepsakeSpec, PENCIL, type Place, punched, sheetOf, stamped, written } from './paper.ts'

/** A ferry or train ticket, torn off a block: the first line is the large one, the others are its small print. */
export function ticket(spec: KeepsakeSpec, ground: string): string {
  const place: Place = { x: 120, y: 130, width: 360, height: 540 }
  const { colour, heading, lines, note, mark } = spec
  const [large = '', ...rest] = lines
  return draw(
    sheetOf(spec, place, 'perforated'),
    `<rect x="150" y="160" width="300" height="480" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
    setLine(heading, { x: 300, y: 212, size: 27, colour, face: 'sans', align: 'middle', tracking: 120, within: 262 }),
    line(path`M150 238h300`, colour, 2),
    setLine(large, { x: 300, y: 352, size: 104, colour: INK, align: 'middle', within: 270 }),
    each(rest, (words, index) =>
      setLine(words, { x: 300, y: 408 + index * 35, size: 24, colour: INK, align: 'middle', within: 268 }),
    ),
    line('M150 560h300', colour, 2),
    setLine(`No. ${serial(spec)}`, { x: 172, y: 604, size: 24, colour, face: 'sans', tracking: 60 }),
    mark ? stamped(mark, 402, 572, '#9c3a34', -16) : '',
    note ? written(note, 172, 546, 29, { colour: PENCIL, within: 176, turn: -4 }) : '',
    punched(300, 186 - 26, ground),
  )
}

/** A number that belongs to this piece of paper alone. */
function serial({ heading, lines }: KeepsakeSpec): string {
  const sum = [...(heading + lines.join())].reduce(
    (total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973,
    7,
  )
  return String(sum).padStart(4, '0')
}

/** A narrow strip with dishes and prices: "dish · price". */
export function menu(spec: KeepsakeSpec): string {
  const place: Place = { x: 160, y: 70, width: 280, height: 660 }
  const { colour, heading, lines, note, mark } = spec
  return draw(
    sheetOf(spec, place),
    `<rect x="160" y="70" width="280" height="96" fill="${colour}"/>`,
    setLine(heading, { x: 300, y: 130, size: 36, colour: '#fff6e6', align: 'middle', within: 240 }),
    each(lines, (words, index) => {
      const [dish = '', price = ''] = words.split(' · ')
      const y = 222 + index * 62
      return draw(
        setLine(dish, { x: 184, y, size: 25, colour: INK, within: price ? 168 : 232 }),
        setLine(price, { x: 416, y, size: 23, colour, face: 'sans', align: 'end' }),
        line(path`M184 ${y + 20}h232`, mix(colour, '#f3e6cc', 0.6), 1.2),
      )
    }),
    note ? written(note, 186, 668, 28, { within: 230, turn: -4 }) : '',
    mark ? seal(mark, 396, 690, colour) : '',
  )
}

/** A square seal. */
const seal = (text: string, x: number, y: number, colour: string): string =>
  `<g transform="translate(${x} ${y}) rotate(-5)"><rect x="-30" y="-30" width="60" height="60" rx="7" fill="${colour}"/>${setLine(text, { x: 0, y: 11, size: 32, colour: '#fff6e6', align: 'middle', within: 48 })}</g>`

/** The cover of a programme, in a frame of two rules. */
export function programme(spec: KeepsakeSpec): string {
  const { colour, heading, lines, note, mark } = spec
  const frame = (inset: number, width: number) =>
    `<rect x="${110 + inset}" y="${90 + inset}" width="${380 - 2 * inset}" height="${620 - 2 * inset}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  const [first = '', ...rest] = lines
  return draw(
    sheetOf(spec, { x: 110, y: 90, width: 380, height: 620 }),
    frame(20, 4),
    frame(30, 1.4),
    setLine(heading, { x: 300, y: 206, size: 27, colour, face: 'sans', align: 'middle', tracking: 180, within: 290 }),
    ornament(300, 250, colour),
    setLine(first, { x: 300, y: 348, size: 62, colour: INK, align: 'middle', within: 296 }),
    each(rest, (words, index) =>
      setLine(words, {
        x: 300,
        y: 420 + index * 46,
        size: 27,
        colour: INK,
        face: index % 2 ? 'serif' : 'italic',
        align: 'middle',
        within: 290,
      }),
    ),
    ornament(300, 630, colour),
    mark ? stamped(mark, 418, 596, '#6b4a8a', 12, 56) : '',
    note ? written(note, 166, 600, 29, { colour: PENCIL, within: 230, turn: -7 }) : '',
  )
}

const ornament = (x: number, y: number, colour: string): string =>
  draw(
    line(path`M${x - 90} ${y}q45 -22 78 0M${x + 90} ${y}q-45 -22 -78 0`, colour, 2.4),
    `<path d="M${x} ${y - 13}l9 13l-9 13l-9 -13Z" fill="${colour}"/>`,
  )

/** Departures, or hours: "what · when" in a table. */
export function timetable(spec: KeepsakeSpec): string {
  const { colour, heading, lines, note, mark } = spec
  return draw(
    sheetOf(spec, { x: 90, y: 140, width: 420, height: 520 }),
    `<rect x="90" y="140" width="420" height="92" fill="${colour}"/>`,
    setLine(heading, { x: 116, y: 199, size: 33, colour: '#fff6e6', face: 'sans', within: 368, tracking: 20 }),
    each(lines, (words, index) => {
      const [what = '', when = ''] = words.split(' · ')
      const y = 288 + index * 58
      return draw(
        setLine(what, { x: 118, y, size: 27, colour: INK, within: 236 }),
        setLine(when, { x: 482, y, size: 27, colour: INK, face: 'sans', align: 'end', within: 118 }),
        line(path`M116 ${y + 19}h368`, colour, 1, 0.5),
      )
    }),
    note ? written(note, 122, 628, 29, { within: 330, turn: -2 }) : '',
    mark ? stamped(mark, 438, 592, '#2f5d8a', -10, 58) : '',
  )
}

/** A label on a string, as on something that was lost and found. */
export function label(spec: KeepsakeSpec, ground: string): string {
  const { colour, heading, lines, note, mark } = spec
  const size = sizeFor(lines, 284, 33)
  const outline = 'M190 150h220l60 78v436h-340v-436Z'
  return draw(
    `<g transform="translate(9 13)"><path d="${outline}" fill="#000" fill-opacity=".3"/></g>`,
    `<clipPath id="tag"><path d="${outline}"/></clipPath><g clip-path="url(#tag)">${sheetOf(spec, { x: 120, y: 140, width: 360, height: 540 })}</g>`,
    line('M300 198C330 120 380 92 470 66', '#e8dcc0', 5),
    punched(300, 204, ground),
    `<circle cx="300" cy="204" r="20" fill="none" stroke="${colour}" stroke-width="5"/>`,
    setLine(heading, { x: 300, y: 286, size: 28, colour, face: 'sans', align: 'middle', tracking: 110, within: 290 }),
    line('M156 312h288', colour, 2.4),
    each(lines, (words, index) => written(words, 160, 372 + index * 58, size, { turn: -0.8 + (index % 2) })),
    each(lines, (_, index) => line(path`M156 ${386 + index * 58}h288`, PENCIL, 1, 0.4)),
    note ? written(note, 160, 644, 29, { colour: PENCIL, within: mark ? 186 : 280, turn: -3 }) : '',
    mark ? stamped(mark, 408, 604, '#9c3a34', -12, 52) : '',
  )
}

/** The card at the back of a borrowed book: "title / what is in its columns", then the entries by rows. */
export function slip(spec: KeepsakeSpec): string {
  const { colour, lines, note, mark } = spec
  const [title = '', columns = ''] = spec.heading.split(' / ')
  return draw(
    sheetOf(spec, { x: 120, y: 90, width: 360, height: 620 }),
    setLine(title, { x: 300, y: 152, size: 33, colour: INK, align: 'middle', within: 316 }),
    line('M144 176h312M144 182h312', colour, 2),
    setLine(columns, { x: 300, y: 216, size: 22, colour, face: 'sans', align: 'middle', tracking: 200 }),
    line('M300 234v400', colour, 1.6),
    each([0, 1, 2, 3, 4, 5, 6, 7], (index) => line(path`M144 ${234 + index * 57}h312`, colour, 1.4)),
    each(lines, (words, index) => {
      const [left, y] = [index % 2 ? 378 : 222, 274 + Math.floor(index / 2) * 57]
      return setLine(words, {
        x: left,
        y,
        size: 25,
        colour: index % 3 ? '#3c4f7a' : '#8c3a48',
        face: 'sans',
        align: 'middle',
        within: 140,
        strength: 0.85,
      })
    }),
    note ? written(note, 146, 684, 29, { within: mark ? 196 : 300, turn: -2 }) : '',
    mark ? stamped(mark, 414, 640, '#8c3a48', 9, 52) : cupRing(400, 640, 48),
  )
}

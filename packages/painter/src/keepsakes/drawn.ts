import { BACKGROUNDS } from '../parts/backgrounds.ts'
import { SCENES, type SceneName } from '../scenes/scenes.ts'
import { chance, dot, draw, each, fill, line, mix, path } from '../shapes.ts'
import { setLine } from './letters.ts'
import { crease, INK, type KeepsakeSpec, PAPERS, PENCIL, sheetOf, stamped, tape, written } from './paper.ts'

/** A chart: a coast with its depths, a course in dots, and the names along it. */
export function map(spec: KeepsakeSpec): string {
  const place = { x: 70, y: 130, width: 460, height: 540 }
  const { colour, heading, lines, note, mark } = spec
  const random = chance(heading)
  const names = lines.slice(0, 4)
  const spots = names.map((_, index) => [150 + index * 88 + random() * 24, 520 - index * 82 - random() * 26] as const)
  const shore = 'M70 250C150 230 170 320 236 312S300 210 376 236 452 330 530 296V130H70Z'
  return draw(
    sheetOf(spec, place),
    `<clipPath id="chart"><rect x="70" y="130" width="460" height="540"/></clipPath><g clip-path="url(#chart)">`,
    fill(shore, mix(PAPERS[spec.paper], colour, 0.28)),
    each(
      [0, 1, 2, 3],
      (index) =>
        `<g transform="translate(0 ${index * 22})">${line(shore, colour, index ? 1.2 : 3, index ? 0.5 : 1)}</g>`,
    ),
    each(Array.from({ length: 26 }), () =>
      setLine(String(2 + Math.floor(random() * 38)), {
        x: 90 + random() * 420,
        y: 410 + random() * 240,
        size: 17,
        colour,
        face: 'sans',
        strength: 0.5,
      }),
    ),
    '</g>',
    `<path d="M${spots.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}" fill="none" stroke="#9c3a34" stroke-width="4" stroke-dasharray="3 13" stroke-linecap="round"/>`,
    each(spots, ([x, y], index) =>
      draw(
        dot(x, y, 7, '#9c3a34'),
        setLine(names[index] ?? '', {
          x: Math.min(x + 15, 370),
          y: y - 9,
          size: 24,
          colour: INK,
          face: 'italic',
          within: 150,
        }),
      ),
    ),
    compass(450, 574, colour),
    setLine(heading, { x: 300, y: 184, size: 34, colour: INK, align: 'middle', within: 400 }),
    crease(place, 0.5),
    line('M300 130v540', '#4a3420', 1.2, 0.25),
    note ? written(note, mark ? 186 : 100, 646, 29, { colour: PENCIL, within: 210, turn: -3 }) : '',
    mark ? stamped(mark, 128, 590, '#9c3a34', -10, 46) : '',
  )
}

function compass(x: number, y: number, colour: string): string {
  const point = (turn: number, long: number) =>
    `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 ${-long}L9 0H-9Z" fill="${colour}"/>`
  return draw(
    `<circle cx="${x}" cy="${y}" r="44" fill="none" stroke="${colour}" stroke-width="1.6"/>`,
    each([45, 135, 225, 315], (turn) => point(turn, 30)),
    each([0, 90, 180, 270], (turn) => point(turn, 52)),
    setLine('N', { x, y: y - 58, size: 22, colour: INK, align: 'middle' }),
  )
}

/** A leaf or a flower that was pressed, with its label. */
export function leaf(spec: KeepsakeSpec): string {
  const { colour, heading, lines, note, mark } = spec
  const random = chance(heading)
  const pairs = Array.from({ length: 7 }, (_, index) => ({
    y: 500 - index * 48,
    long: 118 - index * 11 + random() * 12,
  }))
  const half = (side: 1 | -1, { y, long }: { y: number; long: number }) =>
    fill(
      path`M300 ${y}C${300 + side * long * 0.35} ${y - 46} ${300 + side * long * 0.85} ${y - 66} ${300 + side * long} ${y - 78}C${300 + side * long * 0.92} ${y - 20} ${300 + side * long * 0.5} ${y + 8} 300 ${y}Z`,
      mix(colour, '#6a5a34', random() * 0.35),
      0.9,
    )
  return draw(
    sheetOf(spec, { x: 100, y: 70, width: 400, height: 660 }),
    each(pairs, (pair) => draw(half(-1, pair), half(1, pair))),
    each(pairs, ({ y, long }) =>
      line(
        path`M300 ${y}L${300 + long * 0.8} ${y - 62}M300 ${y}L${300 - long * 0.8} ${y - 62}`,
        mix(colour, '#2a2a1a', 0.5),
        1.4,
        0.6,
      ),
    ),
    line('M300 566C304 460 298 300 300 150', mix(colour, '#3a2a1a', 0.6), 5),
    tape(300, 556, 3),
    `<rect x="250" y="600" width="226" height="108" fill="#fdf8ec" stroke="${INK}" stroke-opacity=".4"/>`,
    setLine(heading, { x: 363, y: 634, size: 24, colour: INK, face: 'italic', align: 'middle', within: 204 }),
    each(lines.slice(0, 2), (words, index) =>
      setLine(words, { x: 363, y: 663 + index * 27, size: 20, colour: INK, align: 'middle', within: 204 }),
    ),
    note ? written(note, 120, 650, 26, { colour: PENCIL, within: 124, turn: -5 }) : '',
    mark ? stamped(mark, 430, 150, colour, -12, 44) : '',
  )
}

/** The place of a scene without anybody in it, in a rectangle. */
function view(
  scene: SceneName,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  id: string,
): string {
  const scale = Math.max(width / 600, height / 800)
  return draw(
    `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
    `<linearGradient id="${id}g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${BACKGROUNDS[scene][0]}"/><stop offset="1" stop-color="${BACKGROUNDS[scene][1]}"/></linearGradient>`,
    `<g clip-path="url(#${id})"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${id}g)"/><g transform="translate(${x + width / 2 - 300 * scale} ${y + height / 2 - 400 * scale}) scale(${scale})">${SCENES[scene]()}</g></g>`,
  )
}

/** Three pictures of places from a machine or an old film; the lines are written beside them. */
export function photoStrip(spec: KeepsakeSpec, _ground: string, scene: SceneName): string {
  const scenes: SceneName[] = [scene, scene === 'rainyStreet' ? 'sea' : 'rainyStreet', scene === 'inn' ? 'dome' : 'inn']
  const { colour, heading, lines, note } = spec
  return draw(
    sheetOf(spec, { x: 110, y: 60, width: 240, height: 680 }),
    each(scenes, (name, index) => view(name, { x: 128, y: 80 + index * 206, width: 204, height: 190 }, `shot${index}`)),
    setLine(heading, { x: 230, y: 722, size: 24, colour, face: 'italic', align: 'middle', within: 204 }),
    each(lines.slice(0, 3), (words, index) =>
      written(words, 372, 180 + index * 206, 28, { colour: '#f6ead2', within: 196, turn: -5 }),
    ),
    note ? written(note, 372, 700, 28, { colour: '#f6ead2', within: 190, turn: -3 }) : '',
  )
}

/** A postage stamp on the corner of what it carried. */
export function stamp(spec: KeepsakeSpec, _ground: string, scene: SceneName): string {
  const { colour, heading, lines, mark, note } = spec
  return draw(
    sheetOf(spec, { x: 130, y: 110, width: 340, height: 460 }, 'perforated'),
    view(scene, { x: 162, y: 142, width: 276, height: 330 }, 'stamp'),
    `<rect x="162" y="142" width="276" height="330" fill="none" stroke="${colour}" stroke-width="4"/>`,
    setLine(heading, { x: 168, y: 520, size: 28, colour, face: 'sans', tracking: 60, within: 190 }),
    setLine(lines[0] ?? '', { x: 434, y: 524, size: 42, colour: INK, align: 'end', within: 80 }),
    setLine(lines[1] ?? '', { x: 168, y: 550, size: 20, colour: INK, within: 190 }),
    mark ? stamped(mark, 452, 176, '#2a2a30', -18, 70) : '',
    each([0, 1, 2], (index) => line(path`M250 ${92 + index * 20}q34 -14 68 0t68 0`, '#2a2a30', 3, 0.6)),
    note ? written(note, 150, 660, 34, { colour: '#f6ead2', within: 330, turn: -3 }) : '',
  )
}

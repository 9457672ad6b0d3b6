import type { SceneName } from './scenes/scenes.ts'
import { chance, dot, draw, line, path, round } from './shapes.ts'
import type { Stage } from './stage.ts'

/** What moves in the air of a place: behind the people in it, or before them. */
type Motion = 'snow' | 'rain' | 'stars' | 'bubbles' | 'embers' | 'glints' | 'motes'

const MOTIONS: Partial<Record<SceneName, Motion>> = {
  snowStation: 'snow',
  iceChess: 'snow',
  rainyStreet: 'rain',
  glasshouse: 'rain',
  porthole: 'stars',
  dome: 'stars',
  planets: 'stars',
  lighthouse: 'stars',
  ferry: 'glints',
  sea: 'glints',
  deep: 'bubbles',
  bakery: 'embers',
  noodleBar: 'embers',
  kitchen: 'embers',
  tavern: 'embers',
  castle: 'stars',
  neonStreet: 'rain',
  shipDeck: 'glints',
  mountains: 'snow',
}
const TURN = 2 * Math.PI

/** The moving things of a place at `moment`, 0 to 1; at 1 all is again as at 0. */
export function drawMotion(stage: Stage, moment: number): { behind: string; before: string } {
  const kind = MOTIONS[stage.sceneName] ?? 'motes'
  const drawn = DRAWN[kind](stage, moment)
  return kind === 'stars' || kind === 'glints' ? { behind: drawn, before: '' } : { behind: '', before: drawn }
}

const DRAWN: Record<Motion, (stage: Stage, moment: number) => string> = {
  snow: (stage, moment) =>
    each(stage, 34, ({ x, y, size, phase, turns }) =>
      dot(x + 14 * Math.sin(TURN * (moment + phase)), wrapped(y + moment * turns), 2.2 + size * 4, '#ffffff', 0.85),
    ),
  rain: (stage, moment) =>
    each(stage, 30, ({ x, y, phase, turns }) => {
      const top = wrapped(y + moment * (turns + 2))
      return line(path`M${x} ${top}l-8 ${26 + phase * 16}`, '#cfe0ee', 2.4, 0.4)
    }),
  bubbles: (stage, moment) =>
    each(stage, 22, ({ x, y, size, phase, turns }) => {
      const top = wrapped(y - moment * turns)
      const radius = round(2.5 + size * 6)
      return `<circle cx="${round(x + 9 * Math.sin(TURN * (moment * 2 + phase)))}" cy="${round(top)}" r="${radius}" fill="none" stroke="#c8fff2" stroke-width="2" stroke-opacity=".55"/>`
    }),
  embers: (stage, moment) =>
    each(stage, 20, ({ x, y, size, phase, turns }) => {
      const glow = 0.25 + 0.5 * (0.5 + 0.5 * Math.sin(TURN * (moment * 3 + phase)))
      return dot(
        x + 16 * Math.sin(TURN * (moment + phase)),
        wrapped(y - moment * turns),
        1.6 + size * 2.4,
        '#ffd38a',
        glow,
      )
    }),
  motes: (stage, moment) =>
    each(stage, 20, ({ x, y, size, phase }) => {
      const glow = 0.12 + 0.34 * (0.5 + 0.5 * Math.sin(TURN * (moment + phase)))
      const angle = TURN * (moment + phase)
      return dot(x + 20 * Math.sin(angle), wrapped(y) + 14 * Math.cos(angle), 1.8 + size * 2.6, '#fff1c8', glow)
    }),
  stars: (stage, moment) =>
    each(stage, 26, ({ x, y, size, phase, turns }) => {
      const glow = 0.5 + 0.5 * Math.sin(TURN * (moment * turns + phase))
      return dot(x, y * 460, 1.4 + size * 2 + glow, '#ffffff', 0.2 + glow * 0.7)
    }),
  glints: (stage, moment) =>
    each(stage, 20, ({ x, y, size, phase, turns }) => {
      const glow = 0.5 + 0.5 * Math.sin(TURN * (moment * turns + phase))
      const at = x + 10 * Math.sin(TURN * (moment + phase))
      return line(path`M${at} ${500 + y * 190}h${24 + size * 60}`, '#ffe9b8', 4, 0.12 + glow * 0.5)
    }),
}

interface Speck {
  x: number
  /** 0–1 */
  y: number
  size: number
  phase: number
  /** whole rounds in one loop */
  turns: number
}

function each({ sceneName, left, width }: Stage, count: number, drawSpeck: (speck: Speck) => string): string {
  const next = chance(`motion of ${sceneName}`)
  const specks = Array.from({ length: count }, () => ({
    x: left + next() * width,
    y: next(),
    size: next(),
    phase: next(),
    turns: next() < 0.6 ? 1 : 2,
  }))
  return draw(...specks.map(drawSpeck))
}

/** A height on the page for a share that may have left 0–1: what goes out below comes in above. */
const wrapped = (share: number): number => (((share % 1) + 1) % 1) * 860 - 30

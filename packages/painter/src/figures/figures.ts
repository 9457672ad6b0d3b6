import type { Framing } from '../framing.ts'
import { brass } from './brass.ts'
import { cat } from './cat.ts'
import { coral } from './coral.ts'
import { enamel } from './enamel.ts'
import { thistle } from './thistle.ts'

/** A figure drawn whole: its drawing, the point that stays where it is put, and where that is in a portrait. */
type Coat = Readonly<Record<string, string>>

interface Figure {
  draw: () => string
  anchor: { x: number; y: number }
  frame: Framing
  /** the coats it comes in besides its own: colours that take the place of others */
  coats: readonly Coat[]
}

const CAT_FUR = ['#1d1a22', '#121017', '#2b2731', '#1a171f', '#5d5666'] as const
const catCoat = (...tones: readonly string[]): Record<string, string> =>
  Object.fromEntries(CAT_FUR.map((from, at) => [from, tones[at] ?? from]))

export const FIGURES = {
  cat: {
    draw: cat,
    anchor: { x: 300, y: 322 },
    frame: { x: 300, y: 330, scale: 1.08 },
    coats: [
      {},
      catCoat('#b9642c', '#7f3f1c', '#d07a36', '#9a5424', '#f0b070'),
      catCoat('#6b6a76', '#474652', '#80808d', '#5a5966', '#b7b6c2'),
      catCoat('#e2d9cb', '#a99c92', '#f2eadd', '#bdb0a6', '#ffffff'),
      catCoat('#4a3226', '#2f1f18', '#5f4230', '#3c281d', '#a07a56'),
    ],
  },
  enamel: {
    draw: enamel,
    anchor: { x: 300, y: 322 },
    frame: { x: 300, y: 330, scale: 1.08 },
    coats: [
      {},
      {
        '#d9caaa': '#9cc3b4',
        '#9d8d6f': '#5f8a80',
        '#c8b99a': '#8bb3a5',
        '#8f7f63': '#4f786f',
        '#b5a482': '#7aa195',
        '#7a6c53': '#436860',
      },
      {
        '#d9caaa': '#d58a72',
        '#9d8d6f': '#96523f',
        '#c8b99a': '#c27a63',
        '#8f7f63': '#834636',
        '#b5a482': '#b06b55',
        '#7a6c53': '#73392b',
      },
      {
        '#d9caaa': '#a3b4cf',
        '#9d8d6f': '#64769a',
        '#c8b99a': '#91a3c0',
        '#8f7f63': '#566787',
        '#b5a482': '#8192b0',
        '#7a6c53': '#4a5a78',
      },
    ],
  },
  brass: { draw: brass, anchor: { x: 300, y: 350 }, frame: { x: 300, y: 336, scale: 1.06 }, coats: [{}] },
  thistle: {
    draw: thistle,
    anchor: { x: 300, y: 396 },
    frame: { x: 300, y: 380, scale: 0.98 },
    coats: [
      {},
      {
        '#9a77b8': '#7fa867',
        '#634785': '#4a7342',
        '#b493cd': '#a3c788',
        '#7a5c9c': '#5f8a54',
        '#8a66a8': '#6f9a5a',
        '#553c73': '#3f6338',
        '#d9bff0': '#d5efb8',
        '#6f4f8c': '#53803f',
        '#4a3466': '#38592c',
        '#432d5e': '#2f4d26',
        '#38244e': '#24401d',
      },
      {
        '#9a77b8': '#c2664e',
        '#634785': '#863a2c',
        '#b493cd': '#dd8f72',
        '#7a5c9c': '#a04f3d',
        '#8a66a8': '#b0563f',
        '#553c73': '#75301f',
        '#d9bff0': '#ffd9c0',
        '#6f4f8c': '#97432f',
        '#4a3466': '#6a2b1e',
        '#432d5e': '#5d2417',
        '#38244e': '#4a1c12',
      },
    ],
  },
  coral: { draw: coral, anchor: { x: 300, y: 372 }, frame: { x: 300, y: 356, scale: 1.06 }, coats: [{}] },
} satisfies Record<string, Figure>

export type FigureName = keyof typeof FIGURES

/** How many coats a figure comes in. */
export const coatsOf = (name: FigureName): number => FIGURES[name].coats.length

/** A figure in its coat. Eyes, collars and metal keep their colours. */
export function drawFigure(name: FigureName, coat: number): string {
  const figure: { draw: () => string; coats: readonly unknown[] } = FIGURES[name]
  const tones = (figure.coats[coat] ?? {}) as Coat
  return figure.draw().replace(/#[0-9a-f]{6}/g, (colour) => tones[colour] ?? colour)
}

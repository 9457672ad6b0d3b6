import { describe, expect, it } from 'vitest'
import { KNOWN_IDS } from './known/ids.ts'
import { MOODS, type Mood } from './moods.ts'
import { paintFrame } from './paint-frame.ts'
import { PAINTER_STYLES, paintInStyle, paintPortrait } from './paint-portrait.ts'
import type { Painting } from './painting.ts'
import { SCENES, type SceneName } from './scenes/scenes.ts'
import type { PortraitSpec } from './spec.ts'
import { specFromWords } from './spec-from-words.ts'
import { PAGE_WIDTHS, type View } from './view.ts'

const SOMEONE = specFromWords('a woman with green eyes', 'somebody')
const VIEWS: View[] = [
  ...(Object.keys(SCENES) as SceneName[]).map((scene) => ({ scene })),
  ...(Object.keys(MOODS) as Mood[]).map((mood) => ({ mood })),
  ...(['portrait', 'close', 'wide'] as const).flatMap((frame) =>
    (['portrait', 'square', 'landscape'] as const).map((size) => ({ frame, size })),
  ),
  { time: 'day' },
  { time: 'night', light: 'moon' },
  { clothes: 'trench', cloth: 'plum', hat: 'bandana' },
  { pose: 'mirrored' },
]

/** The outline of the head and the nose: what of a face no view may change. */
const bones = (svg: string) => /<clipPath id="\w+h"><path d="([^"]+)"/.exec(svg)?.[1]
const irises = (svg: string) => [...svg.matchAll(/r="10(?:\.2)?" fill="(#\w+)"/g)].map(([, colour]) => colour)

const drawingsOf = ({ drawing, tones }: Painting) => (tones ? [drawing, tones] : [drawing])

describe('a picture', () => {
  it('shows the same head, and the same eyes where they are open, in every view', () => {
    const own = paintPortrait(SOMEONE)
    expect(bones(own)).toBeTruthy()
    for (const view of VIEWS) {
      const seen = paintPortrait(SOMEONE, view)
      expect(bones(seen), JSON.stringify(view)).toBe(bones(own))
      if (view.mood !== 'resting') expect(irises(seen)).toEqual(expect.arrayContaining(irises(own)))
    }
  })

  it('is the same for the same spec and view, and another for another', () => {
    expect(paintPortrait(SOMEONE, { mood: 'merry' })).toBe(paintPortrait(SOMEONE, { mood: 'merry' }))
    expect(paintPortrait(SOMEONE, { mood: 'merry' })).not.toBe(paintPortrait(SOMEONE))
  })

  it('has the proportions that were asked for, in every style', () => {
    for (const style of PAINTER_STYLES)
      for (const [size, width] of Object.entries(PAGE_WIDTHS))
        for (const drawing of drawingsOf(paintInStyle(SOMEONE, { size: size as keyof typeof PAGE_WIDTHS }, style)))
          expect(drawing).toMatch(new RegExp(`^<svg [^>]*viewBox="-?[\\d.]+ 0 ${width} 800"`))
  })

  it('has only valid numbers, for all people and views', () => {
    const everyone: PortraitSpec[] = [...KNOWN_IDS.map((id) => ({ kind: 'known', id }) as const), SOMEONE]
    for (const spec of everyone)
      for (const style of PAINTER_STYLES)
        for (const drawing of drawingsOf(paintInStyle(spec, { mood: 'warm', pose: 'threeQuarter' }, style)))
          expect(drawing).not.toMatch(/NaN|undefined|null|Infinity/)
  })

  it('is in the house style where a style is not known', () => {
    expect(paintInStyle(SOMEONE, {}, 'constructor')).toEqual({ drawing: paintPortrait(SOMEONE) })
  })
})

describe('a living picture', () => {
  it('ends where it began', () => {
    expect(paintFrame(SOMEONE, {}, 1)).toBe(paintFrame(SOMEONE, {}, 0))
  })

  it('breathes and blinks, with the same head all along', () => {
    const at = (moment: number) => paintFrame(SOMEONE, {}, moment)
    expect(at(0.5)).not.toBe(at(0))
    expect(irises(at(0.3))).toEqual([]) // the eyes are shut
    expect(bones(at(0.3))).toBe(bones(at(0)))
  })
})

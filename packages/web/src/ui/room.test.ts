import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import sceneColors from '../../../../library/scene-colors.json' with { type: 'json' }
import { roomClass } from './room.ts'

type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Theme = 'light' | 'dark' | 'lamplight'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = read('./styles/tokens.css')
const rooms = read('../features/chats/styles/room.css')

/** The declarations of the first rule with this selector. */
function ruleOf(css: string, selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(start, css.indexOf('}', start))
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const themes: Record<Theme, Map<string, string>> = {
  dark: ruleOf(tokens, ':root'),
  light: ruleOf(tokens, ':root[data-theme="light"]'),
  lamplight: new Map([...ruleOf(tokens, ':root'), ...ruleOf(tokens, ':root[data-theme="lamplight"]')]),
}
const tinted = ruleOf(rooms, ':root:not([data-theme="lamplight"]) [class*="room-"]')

function colorOf(theme: Theme, name: string, hue: number | null): Oklch {
  const own = hue === null || theme === 'lamplight' ? undefined : tinted.get(name)
  const reference = /^var\((--[\w-]+)\)$/.exec(own ?? themes[theme].get(name) ?? '')?.[1]
  if (reference !== undefined) return colorOf(theme, reference, hue)
  const all = [...(own ?? themes[theme].get(name) ?? '').matchAll(/oklch\(([\d.]+) ([\d.]+) ([\w.()-]+)/g)]
  const [, lightness, chroma, angle = ''] = (own && theme === 'dark' ? all[1] : all[0]) ?? []
  if (lightness === undefined) throw new Error(`no ${name} in ${theme}`)
  return [Number(lightness), Number(chroma), angle.startsWith('var') ? (hue ?? 0) : Number(angle)]
}

/** Relative luminance (WCAG) of a colour in OKLCH, clipped to sRGB as browsers do. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (share: number) => Math.min(1, Math.max(0, share))
  const red = clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)
  const green = clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)
  const blue = clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Text on what it stands on, with the least contrast. */
const PAIRS = [
  ['--ek-text', '--ek-page', 4.5],
  ['--ek-text', '--ek-bubble-them', 4.5],
  ['--ek-text-2', '--ek-page', 4.5],
  ['--ek-text-2', '--ek-raised', 4.5],
  ['--ek-text-3', '--ek-page', 4.5],
  ['--ek-text-3', '--ek-panel', 4.5],
  ['--ek-action', '--ek-page', 4.5],
  ['--ek-action', '--ek-bubble-them', 4.5],
  ['--ek-accent-text', '--ek-page', 4.5],
  ['--ek-danger', '--ek-page', 4.5],
  ['--ek-on-bubble-me', '--ek-bubble-me', 4.5],
  ['--ek-line-strong', '--ek-panel', 3],
] as const

describe('rooms', () => {
  const hues = [...new Set(Object.values(sceneColors).map((colors) => Number(roomClass({ colors }).slice(5))))]

  it('have a rule for the hue of every scene of the library', () => {
    expect(Object.keys(sceneColors)).toHaveLength(36)
    for (const hue of hues) expect(rooms).toContain(`.room-${hue} {`)
    expect(hues.length).toBeGreaterThan(6)
  })

  it.each(['light', 'dark', 'lamplight'] as const)('have the contrast of WCAG AA in every hue (%s)', (theme) => {
    const everyHue = Array.from({ length: 36 }, (_, step) => step * 10)
    const poor = PAIRS.flatMap(([front, back, least]) =>
      [null, ...everyHue].flatMap((hue) => {
        const ratio = contrast(colorOf(theme, front, hue), colorOf(theme, back, hue))
        return ratio < least ? [`${front} on ${back}, hue ${hue}: ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(poor).toEqual([])
  })

  it('tint nothing without colours', () => {
    expect(roomClass(null)).toBe('')
    expect(roomClass({ colors: null })).toBe('')
  })

  it('take the hue from the picture', () => {
    const flat = (color: string) => roomClass({ colors: { edge: color, foot: color, tint: color } })
    expect(flat('#ff0000')).toBe('room-20')
    expect(flat('#0000ff')).toBe('room-260')
    expect(flat('#00ff00')).toBe('room-140')
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { luminance, panelColor } from './panel-color.ts'

const scenes: Record<string, { edge: string }> = JSON.parse(
  readFileSync(new URL('../../../../../library/scene-colors.json', import.meta.url), 'utf8'),
)
/** The darkest text on the panel, `.hero-direction` in hero.css. */
const TEXT = '#e2d3cb'

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

describe('the panel beside a scene', () => {
  it.each(Object.entries(scenes))('has text at AA or better: %s', (_, { edge }) => {
    const panel = panelColor(edge)
    expect(panel).toMatch(/^#[0-9a-f]{6}$/)
    const contrast = (luminance(channelsOf(TEXT)) + 0.05) / (luminance(channelsOf(panel)) + 0.05)
    expect(contrast).toBeGreaterThanOrEqual(4.5)
  })

  it('is not a colour for anything else', () => {
    for (const edge of ['', '#12', 'red; background: url(x)', '#zzzzzz']) expect(panelColor(edge)).toBe('')
  })
})

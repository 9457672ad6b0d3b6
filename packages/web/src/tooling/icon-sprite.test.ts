import { expect, it } from 'vitest'
import { FILLED_ICONS, REGULAR_ICONS } from '../ui/icon-names.ts'
import { drawIconSprite } from './icon-sprite.ts'

it('contains every icon of the list once, and no scripts', () => {
  const sprite = drawIconSprite()
  for (const name of REGULAR_ICONS) expect(sprite.split(`id="${name}"`)).toHaveLength(2)
  for (const name of FILLED_ICONS) expect(sprite.split(`id="${name}-fill"`)).toHaveLength(2)
  expect(sprite).not.toMatch(/<script|onload|href=/)
})

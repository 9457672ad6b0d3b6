import { LIMITS } from '@everkin/contract/limits.ts'
import { expect, it } from 'vitest'
import { withTags } from './tags-field.tsx'

it('adds each tag of a list once, in any script, up to the limit of a card', () => {
  expect(withTags(['sea'], 'Sea, rain،مطر、雨;rain')).toEqual(['sea', 'rain', 'مطر', '雨'])
  const many = Array.from({ length: 30 }, (_, at) => `tag ${at}`).join(',')
  expect(withTags([], many)).toHaveLength(LIMITS.tags)
})

it('never cuts an emoji in half where a tag is too long', () => {
  const letters = 'x'.repeat(LIMITS.tagLength - 1)
  expect(withTags([], `${letters}😀`)).toEqual([letters])
  expect(withTags([], `${letters.slice(3)}👩\u200D🚀`)).toEqual([letters.slice(3)])
})

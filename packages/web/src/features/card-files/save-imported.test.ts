import { describe, expect, it } from 'vitest'
import { bodyToSave, parseAge } from './save-imported.ts'
import type { ImportedCard } from './use-imports.ts'

// Only the fields that count.
const cardOf = (age: number | null) => ({ name: 'Wren', age, import_id: 'i' }) as unknown as ImportedCard['card']

describe('saving imported characters', () => {
  it.each([
    ['no age of its own and a common one', null, 30, 30],
    ['an age of its own', 41, 30, 41],
    ['no age at all', null, null, null],
    ['a stated age under 18, which is never replaced', 12, 30, null],
    ['a common age under 18', null, 17, null],
  ])('B5: %s', (_name, stated, common, sent) => {
    const body = bodyToSave(cardOf(stated), { age: common, visibility: 'unlisted' })
    expect(body).toMatchObject({ age: sent, visibility: 'unlisted', idempotency_key: 'i' })
  })

  it.each([
    ['18', 18],
    [' 40 ', 40],
    ['٢٥', 25],
    ['17', null],
    ['18.5', null],
    ['-20', null],
    ['', null],
    ['thirty', null],
  ])('“%s” as an age is %s', (typed, age) => {
    expect(parseAge(typed)).toBe(age)
  })
})

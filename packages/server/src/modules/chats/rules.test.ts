import { describe, expect, it } from 'vitest'
import { PREVIEW_LENGTH, previewOf } from './rules.ts'

describe('previewOf', () => {
  it('shows where a text is cut, and never cuts a character in half', () => {
    const whole = 'x'.repeat(PREVIEW_LENGTH)
    expect(previewOf(whole)).toBe(whole)
    expect(previewOf(`${whole}x`)).toBe(`${whole.slice(1)}…`)
    expect(previewOf(`${'x'.repeat(PREVIEW_LENGTH - 2)}🙂 and more`)).toBe(`${'x'.repeat(PREVIEW_LENGTH - 2)}…`)
  })
})

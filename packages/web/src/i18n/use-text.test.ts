import { expect, it } from 'vitest'
import { mergeTexts } from './use-text.ts'

it('merges branches, prefers later texts and does not modify the given trees', () => {
  const frame = { accounts: { code: { title: 'one' } }, shell: { back: 'Back' } }
  const page = { accounts: { code: { title: 'two', label: 'L' }, email: 'E' } }
  expect(mergeTexts([frame, page])).toEqual({
    accounts: { code: { title: 'two', label: 'L' }, email: 'E' },
    shell: { back: 'Back' },
  })
  expect(frame).toEqual({ accounts: { code: { title: 'one' } }, shell: { back: 'Back' } })
})

// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { isTyping } from './is-typing.ts'

function field(type: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = type
  return input
}

it('takes keys in text fields and lists of choices for typing, but not on radio buttons and boxes', () => {
  const typed = [field('text'), field('search'), document.createElement('textarea'), document.createElement('select')]
  expect(typed.map(isTyping)).toEqual([true, true, true, true])
  const others = [field('radio'), field('checkbox'), document.createElement('button'), document, null]
  expect(others.map(isTyping)).toEqual([false, false, false, false, false])
})

import { expect, it } from 'vitest'
import { createPageTranslator } from './page-translator.ts'
import { slot } from './rich-text.tsx'

const texts = { chats: { log: { isWriting: '{{name}}: كتابة' } }, wallet: { coins_other: '{{count, number}} عملة' } }
const text = createPageTranslator('ar', texts)

it('isolates a name that runs against the language, and cannot be turned by the controls in one', () => {
  expect(text('chats.log.isWriting', { name: 'Mara' })).toBe('\u2068Mara\u2069: كتابة')
  expect(text('chats.log.isWriting', { name: 'نور' })).toBe('نور: كتابة')
  expect(text('chats.log.isWriting', { name: '\u202Eنور' })).toBe('نور: كتابة')
})

it('leaves slots and numbers alone', () => {
  expect(text('chats.log.isWriting', { name: slot('name') })).toBe(`${slot('name')}: كتابة`)
  expect(text('wallet.coins', { count: 120 })).toBe('١٢٠ عملة')
})

import { expect, it } from 'vitest'
import { detectWrittenLanguage } from './written-language.ts'

it.each([
  ['en', 'What is it that you have with you? The light was not for me, and I’d like to know.'],
  ['de', 'Ich habe dich nicht gesehen, und das ist der Grund, warum ich auf dich warte.'],
  ['fr', 'Je ne vous ai pas vu dans la rue, mais il est tard et elle attend les autres.'],
  ['es', 'No es muy tarde, pero el tren que espero está lejos y mi hermana no viene con los otros.'],
  ['pt', 'Eu não sei o que você disse, mas isso é uma história muito longa e está bem.'],
  ['ja', '雨が降っています。傘を持って行きましょう。'],
  ['zh', '雨下得很大，我们带上伞吧。'],
  ['ar', 'المطر غزير الليلة، فلنأخذ المظلة معنا.'],
  ['ja', '明日の会議は東京駅の近くで行われる予定です。OK?'],
])('tells %s', (language, text) => {
  expect(detectWrittenLanguage(text)).toBe(language)
})

it.each([['Hm.'], ['12345 … !?'], [''], ['😀😀😀'], ['Il pleut. It rains.'], ['Привет, как дела, что нового у тебя?']])(
  'says nothing about “%s”',
  (text) => {
    expect(detectWrittenLanguage(text)).toBeNull()
  },
)

it('reads the end of a long text', () => {
  expect(detectWrittenLanguage(`${'the and you is that '.repeat(500)}${'雨が降っています。'.repeat(300)}`)).toBe('ja')
})

import { describe, expect, it } from 'vitest'
import { detectLanguage, guessLanguage, languageOfScript } from './detect-language.ts'

describe('the language of a text', () => {
  it.each([
    ['en', 'What is it that you have with you? The light was not for me, and I’d like to know.'],
    ['de', 'Ich habe dich nicht gesehen, und das ist der Grund, warum ich auf dich warte.'],
    ['fr', 'Je ne vous ai pas vu dans la rue, mais il est tard et elle attend les autres.'],
    ['es', 'No es muy tarde, pero el tren que espero está lejos y mi hermana no viene con los otros.'],
    ['pt', 'Eu não sei o que você disse, mas isso é uma história muito longa e está bem.'],
    ['pt', 'A moça do farol conta histórias para os barcos que passam, e ninguém na vila sabe quem ela era.'],
    ['es', 'La mujer del faro cuenta historias a los barcos que pasan, y nadie en el pueblo sabe quién era.'],
    [
      'fr',
      'La gardienne du phare raconte des histoires aux bateaux qui passent ; au village, nul ne sait qui elle était.',
    ],
    ['ja', '雨が降っています。傘を持って行きましょう。'],
    ['zh', '雨下得很大，我们带上伞吧。'],
    ['ar', 'المطر غزير الليلة، فلنأخذ المظلة معنا.'],
    ['ja', '明日の会議は東京駅の近くで行われる予定です。OK?'],
    ['zh', '{{char}}是一名灯塔看守人，住在海边的小镇上，她喜欢给过往的船只讲故事。'],
    ['zh', '她在灯塔里等着，门口的招牌写着「海の家」，屋里很安静，只有雨声和海浪的声音。'],
  ])('is %s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  it.each([
    ['Hm.'],
    ['12345 … !?'],
    [''],
    ['😀😀😀'],
    ['Il pleut. It rains.'],
    ['Привет, как дела, что нового у тебя?'],
    ['The light is on, and you wait. Das Licht ist an, und du wartest auf mich.'],
  ])('cannot be told from “%s”', (text) => {
    expect(detectLanguage(text)).toBeNull()
  })
})

describe('the language of a line', () => {
  it.each([
    ['Thanks!', 'de', 'en'],
    ['Wie heißt du?', 'en', 'de'],
    ['Como voce esta? Eu moro em Recife.', 'en', 'pt'],
    ['¿Dónde vives tú?', 'fr', 'es'],
    ['Où est-ce que tu habites ?', 'es', 'fr'],
    ['こんにちは', 'en', 'ja'],
    ['你好', 'en', 'zh'],
    ['你喜欢什么？', 'ja', 'zh'],
    ['東京', 'ja', 'ja'],
    ['مرحبًا', 'de', 'ar'],
  ])('%s after %s is %s', (line, usual, language) => {
    expect(guessLanguage(line, usual)).toBe(language)
  })

  it.each(['Ilse!', 'de la', 'OK :)', '…', 'A very long row without any small words, just nouns'])(
    'stays the usual one where the line does not tell: %s',
    (line) => {
      expect(guessLanguage(line, 'it')).toBe('it')
    },
  )
})

it('tells a language by any letters of its script', () => {
  expect(languageOfScript('Say もう again', 'en')).toBe('ja')
  expect(languageOfScript('雨', 'ja')).toBe('ja')
  expect(languageOfScript('雨', 'en')).toBe('zh')
  expect(languageOfScript('Say it again', 'ja')).toBeNull()
})

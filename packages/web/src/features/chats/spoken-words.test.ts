import { describe, expect, it } from 'vitest'
import { languageOfWords, spokenWords } from './spoken-words.ts'

describe('what is said aloud', () => {
  it('leaves out stage directions and code, wherever they stand', () => {
    expect(spokenWords('*She looks up.* Come in. *A pause.* Sit **right *softly* here**.')).toBe(
      'Come in. Sit right here.',
    )
    expect(spokenWords('> _whispers_ Quiet!\n\n- *nods* one\n- two\n\n```js\nsecret()\n```')).toBe('Quiet! one two')
  })

  it('is nothing for a reply of gestures alone', () => {
    expect(spokenWords('*He waits, and the rain goes on.*')).toBe('')
  })
})

describe('the language of words', () => {
  it.each([
    ['こんにちは、元気？', 'en', 'ja'],
    ['你好', 'en', 'zh'],
    ['東京', 'ja', 'ja'],
    ['مرحبًا', 'de', 'ar'],
    ['Guten Abend', 'de', 'de'],
    ['Good evening', 'ar', 'en'],
  ] as const)('%s on a page in %s is %s', (words, page, language) => {
    expect(languageOfWords(words, page)).toBe(language)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishedSentences, speakableText, spokenLanguage } from './speakable-text.ts'

describe('speakable text', () => {
  it.each([
    ['*She looks up.* Come in. *A pause.* Sit **right *softly* here**.', 'Come in. Sit right here.'],
    ['> _whispers_ Quiet!\n\n- *nods* one\n- two\n\n```js\nsecret()\n```', 'Quiet!\none\ntwo'],
    ['*He waits, and the rain goes on.*', ''],
    ['*a gesture\nover two lines* Said.', 'Said.'],
    ['***slams the door*** Fine. __Truly__ fine.', 'Fine. Truly fine.'],
    ['*with **weight** in it* Word.', 'Word.'],
    ['Two * three = six, and snake_case_names stay.', 'Two three = six, and snake_case_names stay.'],
    ['\\*not an action\\*', 'not an action'],
    [
      '# A title\n\nText with `code`, [a link](https://example.org/x) and https://example.org.',
      'A title\nText with, a link and',
    ],
    ['Hello 👋🏽 there 👩‍🚀!', 'Hello there!'],
    ['* * *\nAfter the rule', 'After the rule'],
    ['Open *action without an end', 'Open action without an end'],
    ['```\nnever closed', ''],
    ['~~Gone~~ <b>bold</b> &c', 'Gone bold &c'],
  ])('of %j is %j', (markdown, words) => {
    expect(speakableText(markdown)).toBe(words)
  })

  it.each([
    ['de', '*Sie nickt.* Guten Abend. *lächelt*', 'Guten Abend.'],
    ['es', '*Asiente.* ¿Vienes? *Sonríe.*', '¿Vienes?'],
    ['fr', '*Elle hoche la tête.* Bonsoir\u202f! *sourit*', 'Bonsoir!'],
    ['pt', '*Acena.* Boa noite. _sorri_', 'Boa noite.'],
    ['ar', '*تومئ برأسها.* مساء الخير، *تبتسم* تفضّل.', 'مساء الخير، تفضّل.'],
    ['ja', '*うなずく。* こんばんは。＊笑う＊ どうぞ。', 'こんばんは。 どうぞ。'],
    ['zh', '*她点头。*晚上好。*微笑*请进。', '晚上好。 请进。'],
    ['en', '*nods* Good evening.', 'Good evening.'],
  ])('leaves out actions in %s', (_language, markdown, words) => {
    expect(speakableText(markdown)).toBe(words)
  })

  it('has no markup, code or emoji, never an action, and keeps plain words unchanged', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '*',
        '**',
        '_',
        '`',
        '```\n',
        '\n',
        '> ',
        '- ',
        '# ',
        ' ',
        '👋',
        '[',
        '](x)',
        '\\*',
        'https://x.org ',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const words = speakableText(parts.join(''))
        expect(words).not.toMatch(/[*`]|\p{Extended_Pictographic}|^\s|\s$| {2}/u)
        for (const line of words.split('\n').filter((one) => one !== '')) expect(line).toMatch(/[\p{L}\p{N}]/u)
      }),
    )
    const word = fc.stringMatching(/^[a-zäöéñا-يぁ-ん一-龥]{1,8}$/u)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.array(word, { minLength: 1 }), (said, done) => {
        expect(speakableText(`*${done.join(' ')}* ${said.join(' ')}`)).toBe(said.join(' '))
      }),
    )
  })

  it.each(['**a ', '*a ', '_a ', '`', '[a](', '***a', '<a '])('does not hang on repeated %j', (mark) => {
    expect(speakableText(mark.repeat(5_000))).not.toContain('*')
  })
})

describe('the language of a voice', () => {
  it.each([
    ['こんにちは、元気？', 'en', 'ja'],
    ['你好', 'en', 'zh'],
    ['東京', 'ja', 'ja'],
    ['你说什么', 'ja', 'zh'],
    ['مرحبًا Anna', 'ja', 'ar'],
    ['مرحبًا', 'de', 'ar'],
    ['Guten Abend', 'de', 'de'],
    ['Good evening', 'ar', 'en'],
    ['Ich weiß nicht, was du meinst, aber es ist gut.', 'en', 'de'],
    ['No sé qué decirte, pero estoy muy bien.', 'ja', 'es'],
    ['You know that this is not what we want.', 'fr', 'en'],
    ['Ciao, come stai?', 'fr', 'fr'],
  ] as const)('%s in a conversation in %s is %s', (words, page, language) => {
    expect(spokenLanguage(words, page)).toBe(language)
  })
})

it.each([
  ['One sentence. And half', 'One sentence.'],
  ['No end yet', ''],
  ['“Come.” She', '“Come.”'],
  ['こんばんは。まだ', 'こんばんは。'],
  ['Said. *She turns. And', 'Said. '],
  ['*She turns.* Said. ', '*She turns.* Said.'],
  ['3.14 is', ''],
])('of %j, so far %j is finished', (text, finished) => {
  expect(finishedSentences(text)).toBe(finished)
})

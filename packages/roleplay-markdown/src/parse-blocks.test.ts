import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, type Inline, plainText } from './ast.ts'
import { MarkdownStreamParser, parseBlocks } from './parse-blocks.ts'

const inlineOf = (text: string) => {
  const [block] = parseBlocks(text)
  return block?.kind === 'paragraph' ? block.children : null
}
const text = (words: string): Inline => ({ kind: 'text', text: words })
const action = (...children: Inline[]): Inline => ({ kind: 'action', children })
const strong = (...children: Inline[]): Inline => ({ kind: 'strong', children })

/** Texts full of what means something, so that the rules meet in every order. */
const markup = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '***',
      '_',
      '__',
      '`',
      '``',
      '```',
      '\n',
      '\n\n',
      ' ',
      '> ',
      '- ',
      '1. ',
      '2. ',
      '144. ',
      '# ',
      '[',
      ']',
      '](',
      ')',
      '![',
      '\\',
      '---',
      'https://a.example/x',
      'javascript:',
      '<img src=x>',
      'word',
      'Ilse',
      'é',
      '日本',
      '🙂',
      '\r\n',
      '~~~',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

describe('inline', () => {
  it.each<[string, Inline[]]>([
    ['*She waits.* Well?', [action(text('She waits.')), text(' Well?')]],
    ['_She waits._', [action(text('She waits.'))]],
    ['so **very** late', [text('so '), strong(text('very')), text(' late')]],
    ['***both***', [strong(action(text('both')))]],
    ['*a **b** c*', [action(text('a '), strong(text('b')), text(' c'))]],
    ['**a *b***', [strong(text('a '), action(text('b')))]],
    ['snake_case_name and 2 * 3 * 4', [text('snake_case_name and 2 * 3 * 4')]],
    ['*never closed', [text('*'), text('never closed')]],
    ['**a *b**', [strong(text('a '), text('*'), text('b'))]],
    ['a\nb', [text('a'), { kind: 'break' }, text('b')]],
    ['use `*x*` here', [text('use '), { kind: 'code', text: '*x*' }, text(' here')]],
    ['``a`b``', [{ kind: 'code', text: 'a`b' }]],
    ['\\*not\\*', [text('*not*')]],
    ['<b>bold</b> & co', [text('<b>bold</b> & co')]],
    ['*静かに*座る', [action(text('静かに')), text('座る')]],
    ['********', [text('********')]],
  ])('%j', (source, expected) => {
    const [block] = parseBlocks(source)
    if (block?.kind === 'rule') expect(source).toBe('********')
    else expect(inlineOf(source)).toEqual(expected)
  })
})

describe('blocks', () => {
  it('reads paragraphs, lists, quotes, code, headings and rules', () => {
    const source = 'One\n\n- a\n- b\n  c\n\n1. x\n2) y\n\n> said\n> he\n\n```js\na *b*\n\nc\n```\n# Title\n---'
    expect(parseBlocks(source)).toEqual([
      { kind: 'paragraph', children: [text('One')] },
      { kind: 'list', start: null, items: [[text('a')], [text('b'), { kind: 'break' }, text('c')]] },
      { kind: 'list', start: 1, items: [[text('x')], [text('y')]] },
      { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text('said'), { kind: 'break' }, text('he')] }] },
      { kind: 'code', language: 'js', text: 'a *b*\n\nc' },
      { kind: 'heading', children: [text('Title')] },
      { kind: 'rule' },
    ] satisfies Block[])
  })

  it('takes an unclosed fence to the end and a leading *action* for no list', () => {
    expect(parseBlocks('```\nabc')).toEqual([{ kind: 'code', language: '', text: 'abc' }])
    expect(parseBlocks('*Leans in.*')).toEqual([{ kind: 'paragraph', children: [action(text('Leans in.'))] }])
  })
})

describe('numbered lists', () => {
  const shapeOf = (source: string) =>
    parseBlocks(source).map((block) => (block.kind === 'list' ? [block.start, block.items.length] : plainText([block])))

  it.each<[string, ReturnType<typeof shapeOf>]>([
    ['144. I counted twice.', ['144. I counted twice.']],
    ['1987. What a year.\n2. Or so.', ['1987. What a year. 2. Or so.']],
    ['We met in\n1999. It rained.', ['We met in 1999. It rained.']],
    ['1. a\n2. b\n144. I counted twice.', [[1, 2], '144. I counted twice.']],
    [
      '1. a\n\n2. b\n\n3. c',
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    ],
    ['1. a\nLike this.\n2. b', [[1, 1], 'Like this.', [2, 1]]],
    ['1. a\n1. b\n1. c', [[1, 3]]],
    ['> 1. a\n\n2. b', ['a', '2. b']],
  ])('begin with 1 or where the last one ended: %j', (source, expected) => {
    expect(shapeOf(source)).toEqual(expected)
  })
})

describe('links and pictures', () => {
  it('links the web with its true host beside the words', () => {
    expect(inlineOf('[your bank](https://bank.example@evil.example/x)')).toEqual([
      { kind: 'link', href: 'https://bank.example@evil.example/x', host: 'evil.example', text: 'your bank' },
    ])
    expect(inlineOf('see https://a.example/b?c=d.')).toEqual([
      text('see '),
      { kind: 'link', href: 'https://a.example/b?c=d', host: 'a.example', text: 'https://a.example/b?c=d' },
      text('.'),
    ])
    expect(inlineOf('[x](https://аррle.example/)')).toMatchObject([{ host: 'xn--le-6kc8da.example' }])
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](\tjavascript:alert(1))',
    '[x](data:text/html;base64,AAAA)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/relative)',
    '[x](https://)',
    'javascript:alert(1)',
    '<a href="https://evil.example">x</a>'.replace('https://', 'javascript:'),
    '![x](https://evil.example/pixel.png?text=secret)',
    '![](https://evil.example/pixel.png)',
    '[![x](https://evil.example/a.png)](javascript:x)',
  ])('never a link or a picture (XSS-03, XSS-05): %s', (source) => {
    const kinds = JSON.stringify(parseBlocks(source))
    const isPicture = source.includes('![')
    if (!isPicture) expect(kinds).not.toContain('"link"')
    expect(kinds).not.toContain('"href":"javascript')
    expect(inlineOf(source)?.some((part) => part.kind === 'text')).toBe(true)
  })
})

describe('any text', () => {
  it('is read without an error and keeps its letters, in order (XSS-02)', () => {
    const letters = (source: string) => source.match(/[\p{L}]/gu)?.join('') ?? ''
    const withAddresses = (blocks: readonly Block[]): string => JSON.stringify(blocks)
    fc.assert(
      fc.property(fc.oneof(markup, fc.string({ unit: 'binary', maxLength: 200 })), (source) => {
        const blocks = parseBlocks(source)
        for (const word of ['Ilse', '日本', '🙂']) {
          expect(withAddresses(blocks).split(word).length).toBeGreaterThanOrEqual(source.split(word).length)
        }
        if (!/http|```|~~~/.test(source)) expect(letters(plainText(blocks))).toBe(letters(source))
      }),
      { numRuns: 500 },
    )
  })

  it('holds no link but to http and https', () => {
    const check = (value: unknown): void => {
      if (Array.isArray(value)) for (const part of value) check(part)
      else if (typeof value === 'object' && value !== null) {
        if ('href' in value) expect(String(value.href)).toMatch(/^https?:\/\//)
        for (const part of Object.values(value)) check(part)
      }
    }
    fc.assert(fc.property(markup, (source) => check(parseBlocks(source))))
  })

  it('comes out the same whether it streams in pieces or is read at once (XSS-02)', () => {
    fc.assert(
      fc.property(markup, fc.array(fc.nat({ max: 300 }), { maxLength: 20 }), (source, cuts) => {
        const stream = new MarkdownStreamParser()
        for (const cut of [...cuts].sort((a, b) => a - b)) stream.read(source.slice(0, cut))
        const { finished, rest } = stream.read(source)
        expect([...finished, ...parseBlocks(rest, false, finished)]).toEqual(parseBlocks(source))
      }),
      { numRuns: 500 },
    )
  })

  it.each<[string, Inline[]]>([
    ['*She sets the lan', [action(text('She sets the lan'))]],
    ['*She sets* the **lan', [action(text('She sets')), text(' the '), strong(text('lan'))]],
    ['She sets the *', [text('She sets the ')]],
    ['2 * 3', [text('2 * 3')]],
  ])('shows what is open at the end of a growing text as it will be: %j', (source, expected) => {
    expect(parseBlocks(source, true)).toEqual([{ kind: 'paragraph', children: expected }])
  })

  it('finished blocks are the same objects from one reading to the next, and a text that was cut is read again', () => {
    const stream = new MarkdownStreamParser()
    const [first] = stream.read('One.\n\nTwo').finished
    const later = stream.read('One.\n\nTwo.\n\nThree')
    expect(later.finished[0]).toBe(first)
    expect(later.finished).toHaveLength(2)
    expect(stream.read('One').finished).toEqual([])
    expect(stream.read('Other').rest).toBe('Other')
  })

  it.each([
    '*',
    '_',
    '**',
    '`',
    '``',
    '[',
    '![',
    '](',
    '> ',
    '- ',
    '*a',
    '[a](',
    '\n>',
    '```\n',
    'https://',
    '\\',
    '_a*b',
  ])(
    'takes time linear in the text: %j a hundred thousand times',
    (piece) => {
      const blocks = parseBlocks(piece.repeat(100_000))
      expect(JSON.stringify(blocks).length).toBeLessThan(60_000_000)
    },
    10_000,
  )
})

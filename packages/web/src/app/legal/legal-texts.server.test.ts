import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import type { Block, LegalTree, Words } from '../../features/legal/legal-tree.ts'
import { pathTo } from '../paths.ts'
import { type LegalDocument, legalSource } from './legal-texts.server.ts'
import { type LegalConditions, type LegalContext, parseLegalText } from './parse-legal-text.server.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const DOCUMENTS: LegalDocument[] = ['privacy', 'terms']

function factsWith(conditions: Partial<LegalConditions>, values: Partial<LegalContext['values']> = {}): LegalContext {
  return {
    values: {
      operator: null,
      email: null,
      modelOperator: null,
      address: 'https://chat.example',
      refundDays: '14',
      ...values,
    },
    conditions: {
      operator: false,
      email: false,
      modelHere: false,
      modelNamed: false,
      modelUnnamed: false,
      adultContent: false,
      servesTeens: false,
      buying: false,
      noBuying: false,
      testPayments: false,
      refunds: false,
      stripe: false,
      ...conditions,
    },
    pathOf: (page) => pathTo(page === 'safety' ? 'safety' : 'TermsofUse', 'en'),
  }
}

/** Deployments with different legal texts. */
const DEPLOYMENTS = {
  'with nothing set': factsWith({ modelHere: true, noBuying: true }),
  'with everything set': factsWith(
    { operator: true, email: true, modelNamed: true, adultContent: true, buying: true, refunds: true, stripe: true },
    { operator: 'Quay & <b>Street</b>', email: 'hello@chat.example', modelOperator: 'Models {{email}} Ltd' },
  ),
  'with a model of an unnamed host': factsWith({ modelUnnamed: true, buying: true, testPayments: true, refunds: true }),
  'with people under 18': factsWith({ modelHere: true, noBuying: true, servesTeens: true }),
}

const read = (document: LegalDocument, locale: Locale, facts: LegalContext) =>
  parseLegalText(legalSource(document, locale), facts)

/** What must be the same in every language: the sections, and the types and sizes of their blocks. */
function shapeOf({ intro, sections }: LegalTree) {
  const sizes = (blocks: Block[]) =>
    blocks.map((block) => {
      if (block.kind === 'paragraph') return 'paragraph'
      if (block.kind === 'list') return `list of ${block.items.length}`
      return `table of ${block.rows.length} by ${block.head.length}`
    })
  return [['intro', ...sizes(intro)], ...sections.map(({ id, blocks }) => [id, ...sizes(blocks)])]
}

function wordsOf({ intro, sections }: LegalTree): Words {
  return [...intro, ...sections.flatMap(({ blocks }) => blocks)].flatMap((block): Words => {
    if (block.kind === 'paragraph') return block.words
    return block.kind === 'list' ? block.items.flat() : [block.head, ...block.rows].flat(2)
  })
}

const flatten = (words: Words): Words =>
  words.flatMap((word) =>
    typeof word !== 'string' && (word.kind === 'strong' || word.kind === 'link')
      ? [word, ...flatten(word.words)]
      : [word],
  )

describe.each(DOCUMENTS)('the %s text', (document) => {
  it.each(LOCALE_CODES)('has the same content in %s as in English, for every kind of deployment', (locale) => {
    expect(readdirSync(join(ROOT, 'legal', locale)).sort()).toEqual(['privacy.md', 'terms.md'])
    for (const [name, facts] of Object.entries(DEPLOYMENTS)) {
      const own = read(document, locale, facts)
      const english = read(document, 'en', facts)
      expect(shapeOf(own), name).toEqual(shapeOf(english))
      const marks = (tree: LegalTree) =>
        flatten(wordsOf(tree))
          .filter((word) => typeof word !== 'string')
          .map((word) => `${word.kind} ${'text' in word ? word.text : 'to' in word ? word.to : ''}`)
          .sort()
      // A name may appear twice in one language and once in another; everything else is counted.
      const counted = (tree: LegalTree) => marks(tree).filter((mark) => !mark.startsWith('name'))
      const named = (tree: LegalTree) => new Set(marks(tree).filter((mark) => mark.startsWith('name')))
      expect(counted(own), name).toEqual(counted(english))
      expect(named(own), name).toEqual(named(english))
    }
  })

  it.each(LOCALE_CODES)('leaves no unprocessed markup in %s', (locale) => {
    for (const facts of Object.values(DEPLOYMENTS)) {
      const tree = read(document, locale, facts)
      const titles = tree.sections.map(({ title }) => title)
      const plain = flatten(wordsOf(tree)).filter((word) => typeof word === 'string')
      for (const words of [...titles, ...plain]) expect(words).not.toMatch(/\*\*|`|\{|\}|\]\(|<!--|&[a-z]+;/)
    }
  })
})

describe('the parser of legal texts', () => {
  const nothing = factsWith({})

  it('inserts values as plain text, whatever they contain', () => {
    const facts = DEPLOYMENTS['with everything set']
    const tree = parseLegalText('By {{operator}}, on {{modelOperator}}.\n', facts)
    expect(wordsOf(tree)).toEqual([
      'By ',
      { kind: 'name', text: 'Quay & <b>Street</b>' },
      ', on ',
      { kind: 'name', text: 'Models {{email}} Ltd' },
      '.',
    ])
  })

  it('renders the branch whose condition is true', () => {
    const source = 'a\n<!-- if email -->\nyes\n<!-- else -->\nno\n<!-- end -->\n'
    expect(wordsOf(parseLegalText(source, nothing)).join('')).toBe('a no')
    expect(wordsOf(parseLegalText(source, factsWith({ email: true }))).join('')).toBe('a yes')
  })

  it.each([
    ['raw HTML', '<script>alert(1)</script>\n'],
    ['inline HTML', 'a <b>b</b>\n'],
    ['an unknown placeholder', 'by {{owner}}\n'],
    ['an unset value outside its condition', 'by {{operator}}\n'],
    ['an unknown condition', '<!-- if teens -->\nx\n<!-- end -->\n'],
    ['a condition that is not closed', '<!-- if email -->\nx\n'],
    ['a heading without an id', '## Title\n'],
    ['a link to another site', '[x](https://elsewhere.example)\n'],
    ['a picture', '![x](/x.png)\n'],
  ])('refuses %s', (_, source) => {
    expect(() => parseLegalText(source, nothing)).toThrow()
  })
})

describe('the cookies', () => {
  it.each(LOCALE_CODES)('that the software sets are those that the privacy text lists in %s', (locale) => {
    const named = flatten(wordsOf(read('privacy', locale, DEPLOYMENTS['with nothing set'])))
      .filter((word) => typeof word !== 'string' && word.kind === 'code')
      .map((word) => (word as { text: string }).text) // only words of kind code are left
    expect([...new Set(named)].sort()).toEqual(cookiesOfTheSources())
  })
})

const WRITES = /\b(?:cookieLine|writeCookie|cookie|hidden)\(\s*(?:caller,\s*)?('[^']+'|\w+(?:\([^()]*\))?)/g

/** Names of all cookies that server and pages set, found in the sources. */
function cookiesOfTheSources(): string[] {
  const sources = ['contract', 'server', 'web'].flatMap((name) => sourcesIn(join(ROOT, 'packages', name, 'src')))
  const all = sources.map(({ text }) => text).join('\n')
  // All cookies are set through one of the functions above.
  for (const { path, text } of sources) {
    if (/document\.cookie =|cookieStore/.test(text)) expect(path).toMatch(/lib\/cookies\.ts$/)
    if (/'set-cookie'/i.test(text))
      expect(path).toMatch(/(http\/pages\/(render-pages|visitor-page)|server\/src\/app)\.ts$/)
  }
  const names = sources.flatMap(({ text }) =>
    [...text.replaceAll(/function \w+\(/g, '').matchAll(WRITES)].flatMap(([, name = '']) => namesBehind(name, all)),
  )
  return [...new Set(names)].sort()
}

/**
 * Resolves an expression to cookie names: a literal, a constant, or all results of a function; `name` is the argument.
 */
function namesBehind(written: string, all: string): string[] {
  if (written.startsWith("'")) return [written.slice(1, -1)]
  if (written === 'name' || written === 'caller') return []
  const [called] = written.split('(')
  const body = new RegExp(`function ${called}\\([^\\n]*\\n([^}]*)\\}`).exec(all)?.[1]
  if (body) return [...body.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  const constant = new RegExp(`${written} = '([^']+)'`).exec(all)?.[1]
  if (constant === undefined) throw new Error(`cannot resolve the cookie name ${written}`)
  return [constant]
}

function sourcesIn(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ path: join(folder, file), text: readFileSync(join(folder, file), 'utf8') }))
}

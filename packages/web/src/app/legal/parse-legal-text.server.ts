import { Marked, type Token, type Tokens } from 'marked'
import type { Block, LegalSection, LegalTree, Word, Words } from '../../features/legal/legal-tree.ts'

/** Values for the placeholders `{{…}}`; null where the operator has not configured one. */
interface LegalValues {
  operator: string | null
  email: string | null
  modelOperator: string | null
  address: string
  /** Refund period for unused purchases in days, formatted for the reader. */
  refundDays: string
}

/** Conditions for `<!-- if … -->`. */
export interface LegalConditions {
  operator: boolean
  email: boolean
  /** The language model runs on this machine; or at a provider with a known name; or at one whose name is unknown. */
  modelHere: boolean
  modelNamed: boolean
  modelUnnamed: boolean
  adultContent: boolean
  /** People under 18 are served in the protected mode. */
  servesTeens: boolean
  /** Something can be bought, with any payment provider; or nothing can. */
  buying: boolean
  noBuying: boolean
  /** Payments use the built-in test provider, so no money moves. */
  testPayments: boolean
  /** Purchases can be refunded within a period. */
  refunds: boolean
  stripe: boolean
}

export interface LegalContext {
  values: LegalValues
  conditions: LegalConditions
  /** Address of a page that a text links to as `page:<name>`. @throws Error for an unknown page name. */
  pathOf: (page: string) => string
}

const HEADING_ID = /\s*\{#([a-z-]+)\}$/
const PART = /<!-- if (\w+) -->\n([\s\S]*?)(?:<!-- else -->\n([\s\S]*?))?<!-- end -->\n?/g
const PLACEHOLDER = /\{\{(\w+)\}\}/

const markdown = new Marked({ gfm: true })

/**
 * Parses a legal text from Markdown into a tree without HTML: applies the conditions and fills in the values.
 * @throws Error for anything that is not allowed: raw HTML, an unknown placeholder or condition, a heading without an
 * id.
 */
export function parseLegalText(source: string, facts: LegalContext): LegalTree {
  const intro: Block[] = []
  const sections: LegalSection[] = []
  for (const token of markdown.lexer(applyConditions(source, facts.conditions))) {
    if (token.type === 'space') continue
    const section = sections.at(-1)
    if (token.type === 'heading') sections.push(openSection(token as Tokens.Heading))
    else (section?.blocks ?? intro).push(blockOf(token, facts))
  }
  return { intro, sections }
}

/** Keeps the branch whose condition is true. Conditions cannot be nested. */
function applyConditions(source: string, conditions: LegalConditions): string {
  return source.replace(PART, (_, name: string, then: string, otherwise = '') => {
    if (!Object.hasOwn(conditions, name)) throw new Error(`unknown condition in a legal text: ${name}`)
    return conditions[name as keyof LegalConditions] ? then : otherwise // checked on the line above
  })
}

function openSection({ depth, text }: Tokens.Heading): LegalSection {
  const id = text.match(HEADING_ID)?.[1]
  if (depth !== 2 || !id) throw new Error(`a heading of a legal text must be "## Title {#id}": ${text}`)
  return { id, title: text.replace(HEADING_ID, ''), blocks: [] }
}

function blockOf(token: Token, facts: LegalContext): Block {
  const words = (tokens: Token[] = []) => wordsOf(tokens, facts)
  switch (token.type) {
    case 'paragraph':
      return { kind: 'paragraph', words: words(token.tokens) }
    case 'list':
      return { kind: 'list', items: (token as Tokens.List).items.map((item) => words(item.tokens)) }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return {
        kind: 'table',
        head: header.map((cell) => words(cell.tokens)),
        rows: rows.map((row) => row.map((cell) => words(cell.tokens))),
      }
    }
    default:
      throw new Error(`unsupported Markdown in a legal text: ${token.type}`)
  }
}

function wordsOf(tokens: Token[], facts: LegalContext): Words {
  return tokens.flatMap((token): Words => {
    switch (token.type) {
      case 'text':
        return token.tokens ? wordsOf(token.tokens, facts) : fillIn((token as Tokens.Text).text, facts.values)
      case 'strong':
        return [{ kind: 'strong', words: wordsOf(token.tokens ?? [], facts) }]
      case 'codespan':
        return [{ kind: 'code', text: (token as Tokens.Codespan).text }]
      case 'link':
        return [
          { kind: 'link', to: pathOfLink(token as Tokens.Link, facts), words: wordsOf(token.tokens ?? [], facts) },
        ]
      default:
        throw new Error(`unsupported Markdown in a legal text: ${token.type}`)
    }
  })
}

function pathOfLink({ href }: Tokens.Link, facts: LegalContext): string {
  if (!href.startsWith('page:')) throw new Error(`a legal text links to another site: ${href}`)
  return facts.pathOf(href.slice('page:'.length))
}

function fillIn(text: string, values: LegalValues): Words {
  return text
    .replaceAll('\n', ' ')
    .split(/(?=\{\{\w+\}\})|(?<=\}\})/)
    .map((piece): Word => {
      const name = piece.match(PLACEHOLDER)?.[1]
      if (name === undefined) return piece
      const value = Object.hasOwn(values, name) ? values[name as keyof LegalValues] : undefined // checked just before
      if (!value) throw new Error(`unknown or empty value in a legal text: ${name}`)
      return name === 'email' ? { kind: 'email', address: value } : { kind: 'name', text: value }
    })
}

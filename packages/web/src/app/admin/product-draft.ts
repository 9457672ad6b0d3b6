import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import type { Product } from '@everkin/contract/types.ts'
import { readAmount } from '../../features/billing/read-amount.ts'
import type { TextKey } from '../../i18n/text-key.ts'

export type DeskProduct = ApiData<'GET /api/desk/products'>['products'][number]
type SavedProduct = ApiBody<'POST /api/desk/saveProduct'>
export type ProductKind = DeskProduct['kind']
type Words = Record<Locale, string>

/** A product as it is typed. */
export interface ProductDraft {
  id: string
  kind: ProductKind
  price: string
  currency: string
  content: string
  position: string
  active: boolean
  name: Words
  badge: Words
  /** 0 for a new one. */
  revision: number
}

export type DraftField = 'id' | 'price' | 'currency' | 'content' | 'position' | 'name' | 'badge'
export type DraftProblems = Partial<Record<DraftField, { key: TextKey; values?: Record<string, string> }>>

export const PRODUCT_KINDS: readonly ProductKind[] = ['membership', 'coins', 'messages']
const MAX_AMOUNT = 10_000_000
const MAX_CONTENT: Record<ProductKind, number> = { membership: 3_660, coins: 1_000_000, messages: 1_000_000 }
const MAX_POSITION = 1_000

const textsOf = (words: Partial<Record<string, string>> | null): Words =>
  Object.fromEntries(LOCALE_CODES.map((code) => [code, words?.[code] ?? ''])) as Words // every code is there

export function draftOf(product: DeskProduct): ProductDraft {
  return {
    id: product.id,
    kind: product.kind,
    price: writePrice(product.amount, product.currency),
    currency: product.currency,
    content: String(product.content),
    position: String(product.position),
    active: product.active,
    name: textsOf(product.name),
    badge: textsOf(product.badge),
    revision: product.revision,
  }
}

export function newDraft(products: readonly DeskProduct[]): ProductDraft {
  const position = Math.max(0, ...products.map((product) => product.position)) + 1
  return {
    id: '',
    kind: 'coins',
    price: '',
    currency: products[0]?.currency ?? 'USD',
    content: '',
    position: String(position),
    active: false,
    name: textsOf(null),
    badge: textsOf(null),
    revision: 0,
  }
}

/** 9.99, with as many digits as the currency has. */
function writePrice(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

function readWhole(words: string): number | null {
  const plain = words
    .trim()
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - '٠'.charCodeAt(0)))
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}

/** A number that is typed, if it is within these bounds. */
export function readNumber(text: string, min: number, max: number): number | null {
  const value = readWhole(text)
  return value === null || value < min || value > max ? null : value
}

/** What the server accepts of a draft, or what is wrong with it. */
export function checkDraft(draft: ProductDraft): { product: SavedProduct | null; problems: DraftProblems } {
  const problems: DraftProblems = {}
  const currency = draft.currency.trim().toUpperCase()
  const isCurrency = /^[A-Z]{3}$/.test(currency)
  const amount = isCurrency ? readAmount(draft.price, currency) : null
  const content = readNumber(draft.content, 1, MAX_CONTENT[draft.kind])
  const position = readNumber(draft.position, 0, MAX_POSITION)
  if (!/^[a-z0-9][a-z0-9-]{1,39}$/.test(draft.id)) problems.id = { key: 'desk-products.badId' }
  if (!isCurrency) problems.currency = { key: 'desk-products.badCurrency' }
  if (amount === null || amount < 1 || amount > MAX_AMOUNT) problems.price = { key: 'desk-products.badPrice' }
  if (content === null) problems.content = badNumber(1, MAX_CONTENT[draft.kind])
  if (position === null) problems.position = badNumber(0, MAX_POSITION)
  if (draft.name.en.trim() === '') problems.name = { key: 'desk-products.badName' }
  const badges = Object.values(draft.badge).filter((word) => word.trim() !== '')
  if (badges.length > 0 && draft.badge.en.trim() === '') problems.badge = { key: 'desk-products.badBadge' }
  if (Object.keys(problems).length > 0 || amount === null || content === null || position === null)
    return { product: null, problems }
  const { id, kind, active, revision, name } = draft
  const badge = badges.length > 0 ? draft.badge : null
  return { product: { id, kind, amount, currency, content, position, active, name, badge, revision }, problems }
}

function badNumber(min: number, max: number): DraftProblems[DraftField] {
  return { key: 'desk-products.badNumber', values: { least: String(min), most: String(max) } }
}

/** The products on sale as the price page would show them with the draft saved. */
export function previewProducts(
  products: readonly DeskProduct[],
  draft: SavedProduct | null,
  locale: Locale,
): Product[] {
  const others = products.filter(({ id }) => id !== draft?.id)
  return [...others, ...(draft ? [draft] : [])]
    .filter(({ active }) => active)
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
    .map(({ id, kind, name, badge, amount, currency, content }) => ({
      id,
      kind,
      name: name[locale] || name.en || '',
      amount,
      currency,
      period_days: kind === 'membership' ? content : null,
      coin_num: kind === 'coins' ? content : null,
      message_num: kind === 'messages' ? content : null,
      badge: badge ? badge[locale] || badge.en || null : null,
    }))
}

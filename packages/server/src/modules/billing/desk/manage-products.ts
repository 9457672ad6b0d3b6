import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { recordAudit } from '../../operators/module.ts'
import {
  countOpenOrders,
  countProducts,
  findProductLocked,
  insertProduct,
  type StoredProduct,
  selectAllProducts,
  updateProduct,
} from '../product-store.ts'
import type { BillingServices } from '../services.ts'

type DeskProduct = ApiData<'GET /api/desk/products'>['products'][number]
type Words = Partial<Record<Locale, string>>

export interface ProductChange {
  id: string
  kind: StoredProduct['kind']
  name: Words
  badge: Words | null
  amount: number
  currency: string
  /** Coins, messages, or days of membership. */
  content: number
  position: number
  active: boolean
  /** 0 for a new product, else the one that was read. */
  revision: number
}

const MAX_PRODUCTS = 100
/** Ten years. */
const MAX_PERIOD_DAYS = 3_660

/** Every product, on sale or not. */
export async function listAllProducts(db: Queryable): Promise<DeskProduct[]> {
  const [products, openOrders] = await Promise.all([selectAllProducts(db), countOpenOrders(db)])
  return products.map((product) => deskProductView(product, openOrders.get(product.id) ?? 0))
}

/**
 * Creates or changes a product; the price pages of all processes show it at once. Orders have a copy of their own and
 * keep it.
 * @throws AppError InvalidInput by field; NotFound; Conflict when someone else has changed it, when the id is taken, or
 * when there are too many.
 */
export async function saveProduct(
  services: Pick<BillingServices, 'database' | 'clock' | 'bus'>,
  change: ProductChange,
  operatorId: string,
): Promise<DeskProduct> {
  const product = productOf(change)
  const now = services.clock.now()
  const saved = await services.database.transaction(async (tx) => {
    const before = change.revision === 0 ? null : await findProductLocked(tx, change.id)
    if (change.revision === 0) {
      const count = await countProducts(tx)
      if (count >= MAX_PRODUCTS) throw new AppError('Conflict', { limit: MAX_PRODUCTS }, 'tooMany')
      if (!(await insertProduct(tx, product))) throw new AppError('Conflict', null, 'productExists')
    } else {
      if (!before) throw new AppError('NotFound')
      if (before.revision !== change.revision) throw new AppError('Conflict', { rev: before.revision }, 'deskChanged')
      if (before.kind !== change.kind) throw invalidInput('kind', 'the kind of a product stays')
      await updateProduct(tx, product)
    }
    await recordAudit(tx, {
      actorId: operatorId,
      action: before ? 'product.changed' : 'product.created',
      targetType: 'product',
      targetId: product.id,
      details: {
        ...(before && { amount_before: before.amount, currency_before: before.currency, active_before: before.active }),
        amount: product.amount,
        currency: product.currency,
        content: change.content,
        active: product.active,
      },
      now,
    })
    tx.afterCommit(() => services.bus.publish({ kind: 'products_changed' }))
    const all = await listAllProducts(tx)
    return all.find(({ id }) => id === product.id)
  })
  if (!saved) throw new Error('the product was not stored')
  return saved
}

function productOf(change: ProductChange): StoredProduct {
  const { id, kind, amount, currency, content, position, active, revision } = change
  const name = withoutEmpty(change.name)
  if (!name.en) throw invalidInput('name.en', 'a name in English is required')
  const badge = withoutEmpty(change.badge ?? {})
  const hasBadge = Object.keys(badge).length > 0
  if (hasBadge && !badge.en) throw invalidInput('badge.en', 'a badge in English is required')
  if (kind === 'membership' && content > MAX_PERIOD_DAYS) throw invalidInput('content', 'too many days')
  return {
    id,
    kind,
    name,
    badge: hasBadge ? badge : null,
    amount,
    currency,
    period_days: kind === 'membership' ? content : null,
    coin_num: kind === 'coins' ? content : null,
    message_num: kind === 'messages' ? content : null,
    position,
    active,
    revision,
  }
}

function withoutEmpty(words: Words): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ''))
}

function deskProductView(product: StoredProduct, openOrders: number): DeskProduct {
  const { id, kind, amount, currency, position, active, revision } = product
  return {
    id,
    kind,
    name: product.name,
    badge: product.badge,
    amount,
    currency,
    content: product.period_days ?? product.coin_num ?? product.message_num ?? 0,
    position,
    active,
    revision,
    open_orders: openOrders,
  }
}

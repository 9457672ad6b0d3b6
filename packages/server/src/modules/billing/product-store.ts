import { onlyRow, type Queryable, type SqlValue, type Transaction } from '../../platform/db/database.ts'
import { loadPerson } from '../accounts/module.ts'
import { canShowOffers, isMinor } from '../safety/module.ts'
import type { BoughtProduct } from './order.ts'
import { isOpen, ORDER_STATES } from './order-machine.ts'
import type { BillingServices } from './services.ts'

/** A product as it is on sale now. */
export interface ProductRow extends BoughtProduct {
  amount: number
  currency: string
}

const PRODUCT = 'id, kind, name, badge, amount, currency, period_days, coin_num, message_num'

export function selectProducts(db: Queryable, kind: string | null): Promise<ProductRow[]> {
  return db.query(
    `select ${PRODUCT} from product where active and ($1::text is null or kind = $1) order by position, id`,
    [kind],
  )
}

export function selectProduct(db: Queryable, productId: string): Promise<ProductRow[]> {
  return db.query(`select ${PRODUCT} from product where active and id = $1`, [productId])
}

/** A product with what only operators see. */
export interface StoredProduct extends ProductRow {
  position: number
  active: boolean
  revision: number
}

const STORED = `${PRODUCT}, position, active, revision`

/** All products, on sale first, in the order of the price page. */
export function selectAllProducts(db: Queryable): Promise<StoredProduct[]> {
  return db.query<StoredProduct>(`select ${STORED} from product order by active desc, position, id`)
}

export async function findProductLocked(tx: Transaction, productId: string): Promise<StoredProduct | null> {
  return onlyRow(await tx.query<StoredProduct>(`select ${STORED} from product where id = $1 for update`, [productId]))
}

/** Inserts a product; returns false when its id is taken. */
export async function insertProduct(tx: Transaction, product: StoredProduct): Promise<boolean> {
  const rows = await tx.query(
    `insert into product (id, kind, name, badge, amount, currency, period_days, coin_num, message_num, position, active)
     values ($1, $2, $3::jsonb, $4::jsonb, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing returning id`,
    [product.id, product.kind, ...editableColumns(product)],
  )
  return rows.length > 0
}

export async function updateProduct(tx: Transaction, product: StoredProduct): Promise<void> {
  await tx.query(
    `update product set name = $2::jsonb, badge = $3::jsonb, amount = $4, currency = $5, period_days = $6,
       coin_num = $7, message_num = $8, position = $9, active = $10, revision = revision + 1
     where id = $1`,
    [product.id, ...editableColumns(product)],
  )
}

function editableColumns(product: StoredProduct): SqlValue[] {
  return [
    JSON.stringify(product.name),
    product.badge && JSON.stringify(product.badge),
    product.amount,
    product.currency,
    product.period_days,
    product.coin_num,
    product.message_num,
    product.position,
    product.active,
  ]
}

export async function countProducts(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ count: number }>('select count(*)::int as count from product'))?.count ?? 0
}

/** How many orders of each product can still be paid. */
export async function countOpenOrders(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; count: number }>(
    `select product ->> 'id' as id, count(*)::int as count from purchase_order
     where state = any($1::text[]) group by product ->> 'id'`,
    [ORDER_STATES.filter(isOpen)],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * The products on sale; none where payments are not configured, for people under 18, and for a day after a crisis (C3).
 */
export async function listProducts(
  services: Pick<BillingServices, 'database' | 'payments' | 'clock'>,
  personId: string | null,
  kind: string | null,
): Promise<ProductRow[]> {
  if (!services.payments) return []
  const person = personId === null ? null : await loadPerson(services.database, personId)
  const isClosed = person && (isMinor(person.ageState) || !canShowOffers(person.lastCrisisAt, services.clock.now()))
  return isClosed ? [] : selectProducts(services.database, kind)
}

import type { Queryable } from '../../platform/db/database.ts'
import type { BoughtProduct } from './order.ts'

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

import type { Queryable } from '../../platform/db/database.ts'
import { loadPerson } from '../accounts/module.ts'
import { isMinor } from '../safety/module.ts'
import type { BoughtProduct } from './order.ts'
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

/** The products on sale; none where payments are not configured, and none for people under 18. */
export async function listProducts(
  services: Pick<BillingServices, 'database' | 'payments'>,
  personId: string | null,
  kind: string | null,
): Promise<ProductRow[]> {
  if (!services.payments) return []
  const person = personId === null ? null : await loadPerson(services.database, personId)
  return person && isMinor(person.ageState) ? [] : selectProducts(services.database, kind)
}

import { isMinor } from '../../modules/safety/age-state.ts'
import { loadPerson } from '../accounts/person.ts'
import { type ProductRow, selectProducts } from './product-store.ts'
import type { BillingServices } from './services.ts'

/** What is on sale; nothing where nothing can be paid, and nothing for people under 18. */
export async function listProducts(
  services: Pick<BillingServices, 'database' | 'payments'>,
  personId: string | null,
  kind: string | null,
): Promise<ProductRow[]> {
  if (!services.payments) return []
  const person = personId === null ? null : await loadPerson(services.database, personId)
  return person && isMinor(person.ageState) ? [] : selectProducts(services.database, kind)
}

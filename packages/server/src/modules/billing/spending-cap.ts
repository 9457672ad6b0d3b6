import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { selectProducts } from './product-store.ts'
import { COOLING_OFF_MS } from './rules.ts'
import type { BillingServices } from './services.ts'
import { loadSpendingState, type SpendingState, saveCap, selectCap } from './spending-cap-store.ts'

type CapServices = Pick<BillingServices, 'database' | 'clock'>

/** The person's own cap, in its currency, or in the shop's currency when there is none. */
export async function loadSpendingCap(services: CapServices, personId: string): Promise<SpendingState> {
  return loadSpendingState(services.database, personId, await shopCurrency(services), services.clock.now())
}

/**
 * Sets the cap. A first or lower cap takes effect at once and cancels a pending raise; a higher one, none, or another
 * currency takes effect after 24 hours, so that it is not raised on impulse.
 * @throws AppError InvalidInput on `currency` if it is not the shop's; NotSignedIn when the person no longer exists.
 */
export async function saveSpendingCap(
  services: CapServices,
  personId: string,
  request: { amount: number | null; currency: string | undefined },
): Promise<SpendingState> {
  const currency = await shopCurrency(services)
  if (request.currency !== undefined && request.currency !== currency) throw invalidInput('currency')
  const now = services.clock.now()
  return services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    const present = await loadSpendingState(tx, personId, currency, now)
    const isLoosened = present.amount !== null && (request.amount === null || request.amount > present.amount)
    const next = isLoosened ? { amount: request.amount, from: new Date(now.getTime() + COOLING_OFF_MS) } : null
    await saveCap(tx, personId, {
      currency: present.amount === null ? currency : present.currency,
      amount: isLoosened ? present.amount : request.amount,
      next,
    })
    return loadSpendingState(tx, personId, currency, now)
  })
}

/** A shop has one currency; if its products use several, caps are in the currency of the first product. */
async function shopCurrency(services: CapServices): Promise<string> {
  const [first] = await selectProducts(services.database, null)
  return first?.currency ?? 'USD'
}

/** A person's cap as plain rows, for the personal data export; empty when there is none. */
export async function exportSpendingCap(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  return (await selectCap(db, personId)).map((cap) => ({ ...cap }))
}

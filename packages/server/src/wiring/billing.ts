import type { BillingServices } from '../domains/billing/services.ts'
import { choosePayments } from '../providers/payments/choose.ts'
import type { Basis } from './basis.ts'

/** Buying, with the provider that the settings name. */
export async function wireBilling({ shared }: Basis): Promise<BillingServices> {
  return { ...shared, payments: await choosePayments(shared.settings, shared.database, shared.clock) }
}

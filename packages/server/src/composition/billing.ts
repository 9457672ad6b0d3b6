import type { BillingServices } from '../modules/billing/module.ts'
import { choosePayments } from '../providers/payments/choose.ts'
import type { Infrastructure } from './shared.ts'

/** Buying, with the provider that the settings name. */
export async function composeBilling({ shared }: Infrastructure): Promise<BillingServices> {
  return { ...shared, payments: await choosePayments(shared.settings, shared.database, shared.clock) }
}

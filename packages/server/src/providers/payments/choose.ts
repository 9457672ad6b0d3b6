import type { PaymentProvider } from '../../domains/billing/payment-provider.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { createSandboxPayments } from './sandbox.ts'

/** Who takes the money: Stripe where its keys are set, else the sandbox where it may; else nothing can be bought. */
export async function choosePayments(
  settings: Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecrets' | 'stripeApiBase' | 'sandboxPayments'>,
  database: Database,
  clock: Clock,
): Promise<PaymentProvider | null> {
  const { stripeSecretKey: secretKey, stripeWebhookSecrets: webhookSecrets, stripeApiBase: apiBase } = settings
  if (secretKey !== null) {
    // A tenth of a second and 36 MB that a server without Stripe need not spend.
    const { createStripePayments } = await import('./stripe.ts')
    return createStripePayments({ secretKey, webhookSecrets, apiBase })
  }
  return settings.sandboxPayments ? createSandboxPayments(database, clock) : null
}

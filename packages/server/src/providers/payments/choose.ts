import type { PaymentProvider } from '../../modules/billing/module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ExternalSources } from '../../platform/http/security-headers.ts'
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

/** Stripe's script and frames come from Stripe, and may come from nowhere else: its terms and its security ask for it. */
const STRIPE_SOURCES: ExternalSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

/** What the page that pays may load from besides us; null where it needs nobody. */
export function paymentPageSources(kind: PaymentProvider['kind'] | null): ExternalSources | null {
  return kind === 'stripe' ? STRIPE_SOURCES : null
}

import type { PaymentProvider } from '../../modules/billing/module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ExternalSources } from '../../platform/http/security-headers.ts'
import { createSandboxPayments } from './sandbox.ts'

/** The payment provider: Stripe when its keys are set, else the sandbox when it is allowed, else none. */
export async function choosePayments(
  settings: Pick<Settings, 'stripeSecretKey' | 'stripeWebhookSecrets' | 'stripeApiBase' | 'sandboxPayments'>,
  database: Database,
  clock: Clock,
): Promise<PaymentProvider | null> {
  const { stripeSecretKey: secretKey, stripeWebhookSecrets: webhookSecrets, stripeApiBase: apiBase } = settings
  if (secretKey !== null) {
    // Loading takes a tenth of a second and 36 MB, which a server without Stripe avoids.
    const { createStripePayments } = await import('./stripe.ts')
    return createStripePayments({ secretKey, webhookSecrets, apiBase })
  }
  return settings.sandboxPayments ? createSandboxPayments(database, clock) : null
}

/** Stripe's script and frames must be loaded from Stripe itself, as its terms and its security require. */
const STRIPE_SOURCES: ExternalSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

/** The external sources of the payment page; null when it needs none. */
export function paymentPageSources(kind: PaymentProvider['kind'] | null): ExternalSources | null {
  return kind === 'stripe' ? STRIPE_SOURCES : null
}

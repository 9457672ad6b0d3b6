import type { PaymentProvider } from '../../domains/billing/payment-provider.ts'
import type { GuestSources } from '../../platform/http/security-headers.ts'

/** Stripe's script and frames come from Stripe, and may come from nowhere else: its terms and its security ask for it. */
const STRIPE: GuestSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

/** What the page that pays may load from besides us; null where it needs nobody. */
export function pageSourcesOf(kind: PaymentProvider['kind'] | null): GuestSources | null {
  return kind === 'stripe' ? STRIPE : null
}

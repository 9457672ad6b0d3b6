import { z } from 'zod'
import { isSentInClear } from './private-hosts.ts'
import { address, onOff, text, wholeNumber } from './setting-kinds.ts'

export interface PaymentSettings {
  refundDays: number
  /** Null when Stripe is not used; then its other settings are not set either. */
  stripeSecretKey: string | null
  stripePublishableKey: string | null
  /** Two during a rotation. */
  stripeWebhookSecrets: readonly string[]
  /** Null: Stripe's own. */
  stripeApiBase: string | null
  sandboxPayments: boolean
}

/** A hundred years; the end of the time must be a date. */
const MAX_REFUND_DAYS = 36_500

export const paymentEnvironment = {
  REFUND_DAYS: wholeNumber('must be a whole number')
    .refine((days) => days <= MAX_REFUND_DAYS, `must be 0 to ${MAX_REFUND_DAYS}`)
    .default(14),
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine(
      (list) => list.length <= 2 && list.every((secret) => secret !== ''),
      'must be one secret, or two with a comma between them',
    )
    .default([]),
  STRIPE_API_BASE: address,
  SANDBOX_PAYMENTS: onOff.nullable().default(null),
}

type Environment = z.output<z.ZodObject<typeof paymentEnvironment>>

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

function missingStripeKeys(env: Environment): (typeof STRIPE_KEYS)[number][] {
  return STRIPE_KEYS.filter((name) => env[name] === null || env[name].length === 0)
}

const usesStripe = (env: Environment): boolean => missingStripeKeys(env).length === 0

/** Why the settings do not fit together, or null. */
export function findPaymentConflict(env: Environment): string | null {
  if (isSentInClear(env.STRIPE_API_BASE))
    return 'STRIPE_API_BASE must begin with https://, unless it is in a private network'
  const missing = missingStripeKeys(env)
  if (missing[0] && missing.length < STRIPE_KEYS.length)
    return `${missing[0]} is required with the other keys of Stripe`
  // Pages contain the one, and Stripe refuses the other.
  if (/^[sr]k_/.test(env.STRIPE_PUBLISHABLE_KEY ?? ''))
    return 'STRIPE_PUBLISHABLE_KEY must be the key that begins with pk_, which may be public'
  if (env.STRIPE_SECRET_KEY?.startsWith('pk_')) return 'STRIPE_SECRET_KEY must be the key that begins with sk_ or rk_'
  const modes = [modeOf(env.STRIPE_SECRET_KEY), modeOf(env.STRIPE_PUBLISHABLE_KEY)]
  if (modes.includes('test') && modes.includes('live'))
    return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be for tests or both for live payments'
  if (usesStripe(env) && env.SANDBOX_PAYMENTS === 'on')
    return 'SANDBOX_PAYMENTS must be off where the keys of Stripe are set'
  return null
}

const modeOf = (key: string | null) => /^[a-z]k_(test|live)_/.exec(key ?? '')?.[1] ?? null

/** Without Stripe, local mode accepts test payments, unless they are turned off. */
export function readPaymentSettings(env: Environment & { MODE: 'local' | 'production' }): PaymentSettings {
  const hasSandbox = env.SANDBOX_PAYMENTS === null ? env.MODE === 'local' : env.SANDBOX_PAYMENTS === 'on'
  return {
    refundDays: env.REFUND_DAYS,
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecrets: env.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: env.STRIPE_API_BASE,
    sandboxPayments: hasSandbox && !usesStripe(env),
  }
}

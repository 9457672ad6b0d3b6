import Stripe from 'stripe'

const TOLERANCE_SECONDS = 300

/**
 * Whether Stripe signed the body as it went over the wire, with one of the secrets (two while one replaces the other),
 * within five minutes of `now`. Stripe's library checks the signature and the age; it accepts a time in the future, so
 * that is refused here (PAY-04).
 */
export function isStripeSignature(payload: Uint8Array, header: string, secrets: readonly string[], now: Date): boolean {
  const sentAt = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  if (!(sentAt - now.getTime() / 1000 <= TOLERANCE_SECONDS)) return false
  return secrets.some((secret) => {
    try {
      Stripe.webhooks.constructEvent(Buffer.from(payload), header, secret, TOLERANCE_SECONDS, undefined, now.getTime())
      return true
    } catch {
      return false
    }
  })
}

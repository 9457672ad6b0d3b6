import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message older than this, or from further in the future, is not taken. */
const TOLERANCE_SECONDS = 300

/**
 * Whether a `Stripe-Signature` header fits the body as it went over the wire: some `v1` in it is the HMAC-SHA256 of
 * time, a point and the body under one of the secrets (two while one replaces the other), and the time is within five
 * minutes (docs.stripe.com/webhooks, "Verify manually"). Compared in constant time (PAY-04).
 */
export function isStripeSignature(payload: Uint8Array, header: string, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const given = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(payload).digest()
    return given.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  })
}

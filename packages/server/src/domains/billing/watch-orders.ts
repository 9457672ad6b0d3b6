import { reconcileOrders } from './reconcile-orders.ts'
import type { BillingServices } from './services.ts'

const EVERY_MS = 5_000

/** Asks about due orders for as long as the process runs; `stop` waits for the round that is under way. */
export function watchOrders(services: BillingServices): { stop(): Promise<void> } {
  let round: Promise<void> | null = null
  const timer = setInterval(() => {
    round ??= reconcileOrders(services)
      .catch((error: unknown) => services.log.warn({ error }, 'orders could not be looked through'))
      .finally(() => {
        round = null
      })
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}

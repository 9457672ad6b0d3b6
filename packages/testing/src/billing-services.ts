import type { ServerFrame } from '@everkin/contract/types.ts'
import { handleWebhook } from '@everkin/server/modules/billing/handle-webhook.ts'
import type { PaymentProvider } from '@everkin/server/modules/billing/payment-provider.ts'
import type { BillingServices } from '@everkin/server/modules/billing/services.ts'
import { publishWalletChanges } from '@everkin/server/modules/wallet/publish-wallet.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { createRateLimiter } from '@everkin/server/platform/http/rate-limit.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { createLocalEventBus } from '@everkin/server/platform/realtime/event-bus.ts'
import type { RealtimePublisher } from '@everkin/server/platform/realtime/publisher.ts'
import { createSandboxPayments } from '@everkin/server/providers/payments/sandbox.ts'
import { createStripePayments } from '@everkin/server/providers/payments/stripe.ts'
import { type StripeServer, signStripe } from './servers/stripe-server.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** The services of the billing module, and the frames that were sent to people's devices. */
export interface TestBilling {
  services: BillingServices
  clock: TestClock
  frames: { personId: string; frame: ServerFrame }[]
  /** Everything that was logged, at any level. */
  lines: string[]
}

/** Everything is real but sockets and time; payments use the sandbox by default. */
export function testBilling(
  database: Database,
  options: { payments?: PaymentProvider | null; clock?: TestClock; rateLimits?: boolean } = {},
): TestBilling {
  const clock = options.clock ?? createTestClock()
  const frames: TestBilling['frames'] = []
  const lines: string[] = []
  const write = (...said: unknown[]) => lines.push(JSON.stringify(said))
  const live: RealtimePublisher = {
    publishToPerson: (personId, frame) => frames.push({ personId, frame }),
    closeSession: () => undefined,
    closePerson: () => undefined,
  }
  publishWalletChanges({ database, clock, live })
  return {
    clock,
    frames,
    lines,
    services: {
      database,
      clock,
      settings: { refundDays: 14, operatorName: 'Everkin Ltd', supportEmail: 'help@example.org' },
      log: Object.assign(createLog('silent'), { debug: write, info: write, warn: write, error: write }),
      limiter: createRateLimiter(clock, options.rateLimits ?? false),
      live,
      bus: createLocalEventBus(),
      payments: options.payments === undefined ? createSandboxPayments(database, clock) : options.payments,
    },
  }
}

const WEBHOOK_SECRET = 'whsec_of_a_test'

/** The same with payments by this Stripe. `send` delivers an event of Stripe to the webhook. */
export function testStripeBilling(
  database: Database,
  { secretKey, url }: StripeServer,
): TestBilling & { send(event: object): Promise<void> } {
  const payments = createStripePayments({ secretKey, webhookSecrets: [WEBHOOK_SECRET], apiBase: url })
  const billing = testBilling(database, { payments })
  const { services, clock } = billing
  return {
    ...billing,
    async send(event) {
      const payload = Buffer.from(JSON.stringify(event))
      const signature = signStripe(payload, WEBHOOK_SECRET, clock.now().getTime() / 1000)
      await handleWebhook(services, { payload, signature })
    },
  }
}

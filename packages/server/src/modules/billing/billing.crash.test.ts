import { testBilling } from '@everkin/testing/billing-services.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { crashingDatabase, ProcessDied } from '@everkin/testing/crashing-database.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createSandboxPayments } from '../../providers/payments/sandbox.ts'
import { loadPerson } from '../accounts/person.ts'
import { loadWallet } from '../wallet/balance.ts'
import { reconcileOrders } from './check-order.ts'
import { createOrder } from './create-order.ts'
import { loadOwnOrder } from './orders.ts'
import { payOrder } from './pay-order.ts'
import { refundOrder } from './refund-order.ts'
import type { BillingServices } from './services.ts'

const CARD = '4242424242424242'

describe.each(testDatabaseKinds)('PAY-06: a process that dies at any step, on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  /** Runs it with a process that crashes at step 0, 1, 2 … until one run completes; the provider never crashes. */
  const dieAtEachStep = async (
    productId: string,
    work: (services: BillingServices, personId: string, orderId: string) => Promise<unknown>,
    look: (facts: { paid: boolean; refunded: number; wallet: number; member: number }) => void,
    prepare: (services: BillingServices, personId: string, orderId: string) => Promise<unknown> = async () => undefined,
  ): Promise<number> => {
    for (let steps = 0; ; steps++) {
      const { services, clock } = testBilling(db)
      const payments = createSandboxPayments(db, clock)
      const person = await createTestPerson(db, { messages: 0 })
      const request = { productId, idempotencyKey: `key-of-${person.id}` }
      const { id: orderId } = await createOrder(services, person.id, request)
      await prepare(services, person.id, orderId)
      const mortal = crashingDatabase(db, steps)
      const error = await work({ ...services, payments, database: mortal }, person.id, orderId).catch(
        (thrown: unknown) => thrown,
      )
      if (mortal.isDead()) expect(error).toBeInstanceOf(ProcessDied)
      // Another process starts, and the page never comes back.
      for (const minutes of [2, 1, 10]) {
        clock.advance(minutes * 60_000)
        await reconcileOrders(services)
      }
      const [payment] = await db.query<{ status: string; refunded_amount: number }>(
        'select status, refunded_amount from sandbox_payment where order_id = $1',
        [orderId],
      )
      const after = await loadOwnOrder(db, person.id, orderId)
      expect(after.pendingRefund).toBe(0)
      expect(after.refundedAmount).toBe(payment?.refunded_amount ?? 0)
      const buyer = (await loadPerson(db, person.id))!
      look({
        paid: payment?.status === 'succeeded',
        refunded: payment?.refunded_amount ?? 0,
        wallet: (await loadWallet(db, buyer.id, clock.now())).coin_num,
        member: buyer.memberUntilSeconds,
      })
      if (!mortal.isDead()) return steps
    }
  }
  const pay = (services: BillingServices, personId: string, orderId: string) =>
    payOrder(services, personId, { orderId, method: CARD, confirm: false })

  it('delivers every paid order of coins, and none twice', async () => {
    const steps = await dieAtEachStep('coins-500', pay, ({ paid, wallet }) => expect(wallet).toBe(paid ? 500 : 0))
    expect(steps).toBeGreaterThan(15)
  }, 60_000)

  it('delivers every paid membership', async () => {
    await dieAtEachStep('membership-30', pay, ({ paid, member }) => expect(member > 0).toBe(paid))
  }, 60_000)

  it('refunds and revokes together, and once', async () => {
    const steps = await dieAtEachStep(
      'coins-500',
      refundOrder,
      ({ refunded, wallet }) =>
        expect([0, 799].map((amount) => [amount, amount === 0 ? 500 : 0])).toContainEqual([refunded, wallet]),
      pay,
    )
    expect(steps).toBeGreaterThan(15)
  }, 60_000)

  it('keeps the ledger consistent', async () => {
    expect(await db.query('select transfer_id from ledger_entry group by transfer_id having sum(amount) <> 0')).toEqual(
      [],
    )
    const accounts = await db.query<{ id: string }>(
      `select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
       where a.kind = 'person' group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
    )
    expect(accounts).toEqual([])
  })
})

import type { TestMethod } from '@everkin/testing/servers/stripe-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payment, PaymentProvider } from '../../modules/billing/payment-provider.ts'
import { PaymentDeclined } from '../../modules/billing/payment-provider.ts'

/** A provider under test, and the actions of its buyer, bank and operator. */
export interface PaymentStage {
  provider: PaymentProvider
  /** The buyer's action on the page. */
  pay(payment: Payment, method: TestMethod): Promise<void>
  confirm(payment: Payment): Promise<void>
  /** Completes a slow payment. */
  settle(payment: Payment): Promise<void>
  dispute(payment: Payment, status: 'open' | 'won' | 'lost'): Promise<void>
  close(): Promise<void>
}

/** The contract that every payment provider must fulfil. */
export function describePayments(name: string, open: () => Promise<PaymentStage>): void {
  describe(`payments by ${name}`, () => {
    let stage: PaymentStage
    let orders = 0
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage.close())

    const begin = (orderId = `order${++orders}`) =>
      stage.provider.createPayment({ orderId, amount: 799, currency: 'USD' })
    const paid = async (method: TestMethod = 'paid') => {
      const payment = await begin()
      await stage.pay(payment, method)
      return payment
    }

    it('starts one payment per order, however often and at the same moment (PAY-11)', async () => {
      const begun = await Promise.all(Array.from({ length: 20 }, () => begin('the-same-order')))
      expect(new Set(begun.map((payment) => payment.ref)).size).toBe(1)
      expect(begun[0]).toMatchObject({ orderId: 'the-same-order', amount: 799, currency: 'USD', status: 'open' })
    })

    it('reports the payment, its amount, its order, and the card’s last digits', async () => {
      const { ref } = await paid()
      expect(await stage.provider.retrieve(ref)).toMatchObject({
        ref,
        status: 'succeeded',
        amount: 799,
        currency: 'USD',
        lastFour: '4242',
        refundedAmount: 0,
        dispute: 'none',
      })
    })

    it('accepts another card after a declined one', async () => {
      const payment = await begin()
      await stage.pay(payment, 'declined')
      expect(['open', 'declined']).toContain((await stage.provider.retrieve(payment.ref)).status)
      await stage.pay(payment, 'paid')
      expect((await stage.provider.retrieve(payment.ref)).status).toBe('succeeded')
    })

    it('waits for a confirmation', async () => {
      const payment = await paid('confirm')
      expect((await stage.provider.retrieve(payment.ref)).status).toBe('needs_confirmation')
      await stage.confirm(payment)
      expect((await stage.provider.retrieve(payment.ref)).status).toBe('succeeded')
    })

    it('reports a slow payment as processing, and does not cancel it', async () => {
      const payment = await paid('slow')
      expect((await stage.provider.retrieve(payment.ref)).status).toBe('processing')
      expect((await stage.provider.cancel(payment.ref)).status).toBe('processing')
      await stage.settle(payment)
      expect((await stage.provider.retrieve(payment.ref)).status).toBe('succeeded')
    })

    it('cancels an unpaid payment; a paid one stays', async () => {
      const [open, done] = [await begin(), await paid()]
      expect((await stage.provider.cancel(open.ref)).status).toBe('canceled')
      expect((await stage.provider.cancel(open.ref)).status).toBe('canceled')
      expect((await stage.provider.cancel(done.ref)).status).toBe('succeeded')
    })

    it('refunds in parts, each once, and never more than was paid (PAY-08)', async () => {
      const { ref } = await paid()
      const give = (refundId: string, amount: number) => stage.provider.refund(ref, { refundId, amount })
      expect((await give(`${ref}-a`, 300)).refundedAmount).toBe(300)
      const again = await Promise.all(Array.from({ length: 5 }, () => give(`${ref}-a`, 300)))
      for (const payment of again) expect(payment.refundedAmount).toBe(300)
      expect((await give(`${ref}-b`, 400)).refundedAmount).toBe(700)
      await expect(give(`${ref}-c`, 100)).rejects.toBeInstanceOf(PaymentDeclined)
      expect(await give(`${ref}-d`, 99)).toMatchObject({ refundedAmount: 799, status: 'succeeded' })
    })

    it('refunds nothing of an unpaid payment', async () => {
      const { ref } = await begin()
      await expect(stage.provider.refund(ref, { refundId: 'x', amount: 1 })).rejects.toBeInstanceOf(PaymentDeclined)
    })

    it('reports a dispute and its end', async () => {
      for (const end of ['won', 'lost'] as const) {
        const payment = await paid()
        await stage.dispute(payment, 'open')
        expect((await stage.provider.retrieve(payment.ref)).dispute).toBe('open')
        await stage.dispute(payment, end)
        expect((await stage.provider.retrieve(payment.ref)).dispute).toBe(end)
      }
    })

    it('does not know a payment that it did not start', async () => {
      await expect(stage.provider.retrieve('nothing')).rejects.toBeInstanceOf(PaymentDeclined)
    })
  })
}

import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { expect, it } from 'vitest'
import { PaymentDeclined } from '../../modules/billing/payment-provider.ts'
import { describePayments } from './payments.suite.ts'
import { createSandboxPayments, matchSandboxCard } from './sandbox.ts'

const CARDS = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  confirm: '4000002500003155',
  slow: '4000000000000077',
}

for (const kind of testDatabaseKinds) {
  describePayments(`the sandbox on ${kind}`, async () => {
    const { database, drop } = await openTestDatabase(kind)
    const clock = createTestClock()
    const provider = createSandboxPayments(database, clock)
    return {
      provider,
      pay: async ({ ref }, method) => {
        await provider.pay?.(ref, { method: CARDS[method], confirm: false })
      },
      confirm: async ({ ref }) => {
        await provider.pay?.(ref, { method: null, confirm: true })
      },
      settle: async () => clock.advance(10_000),
      dispute: async ({ ref }, status) => {
        await database.query('update sandbox_payment set dispute = $2 where id = $1', [ref, status])
      },
      close: drop,
    }
  })
}

it('recognises its five cards, however they are written, and no other', async () => {
  expect(matchSandboxCard('4242 4242-4242 4242')).toEqual({ card: 'paid', lastFour: '4242' })
  expect(matchSandboxCard('4000000000000341')).toEqual({ card: 'silent', lastFour: '0341' })
  for (const other of ['', 'constructor', '__proto__', '5555555555554444', '42424242424242424'])
    expect(matchSandboxCard(other)).toBeNull()
  const { database, drop } = await openTestDatabase('embedded')
  const provider = createSandboxPayments(database, createTestClock())
  const { ref } = await provider.createPayment({ orderId: 'o', amount: 1, currency: 'USD' })
  await expect(provider.pay?.(ref, { method: 'constructor', confirm: true })).rejects.toBeInstanceOf(PaymentDeclined)
  await drop()
})

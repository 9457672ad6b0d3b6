import { type StripeServer, signStripe, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { ADMIN_EMAIL, callApi, expect, type Journey, signInByApi, test, withEverkin } from '../support/fixtures.ts'

const CARD = '4242424242424242'
const WEBHOOK_SECRET = 'whsec_everkin'

const asOperator = (page: Page, journey: Journey) => signInByApi(page, journey, { email: ADMIN_EMAIL })

/** Buys as a new person, through the API. Returns the order’s id. */
async function buy(page: Page, journey: Journey, productId: string): Promise<string> {
  await signInByApi(page, journey)
  const order = (await callApi(page, 'POST /api/order/create', {
    product_id: productId,
    idempotency_key: `desk-${Date.now()}-${Math.random()}`,
  })) as { id: string } // the contract's order
  await callApi(page, 'POST /api/order/payment', { order_id: order.id, payment_method: CARD })
  return order.id
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
}

test('PAY-15: an order is found, refunded in part and then in full, with its history', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  const orderId = await buy(page, journey, 'coins-500')
  await asOperator(page, journey)
  await page.goto('/admin/orders')
  await expectToFit(page)
  await expectAccessible(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
  await page.keyboard.type(orderId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: orderId }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('500 coins')
  await expectToFit(page)
  await expectAccessible(page)

  await page.getByRole('radio', { name: /^Other amount/ }).check()
  await page.getByLabel('Amount in USD').fill('99')
  await page.getByRole('button', { name: 'Refund US$99.00' }).click()
  await expect(page.getByText('Enter an amount up to US$7.99.')).toBeVisible()
  await page.getByLabel('Amount in USD').fill('2')
  await page.getByRole('button', { name: 'Refund US$2.00' }).dblclick()
  await expect(page.getByText('US$2.00 refunded')).toBeVisible()
  await expect(page.getByText('Partly refunded').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund US$5.99' })).toBeVisible()
  await page.getByRole('radio', { name: /^Full amount left/ }).check()
  await page.getByRole('button', { name: 'Refund US$5.99' }).click()
  await expect(page.getByText('This order can’t be refunded now.')).toBeVisible()
  await expect(page.getByText('by an operator')).toHaveCount(2)

  await page.goto('/admin/audit')
  await expect(page.getByRole('cell', { name: 'Order refunded' })).toHaveCount(2)
})

test('a changed price is on the price page at once, and open orders keep theirs', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  const email = await signInByApi(page, journey)
  const order = (await callApi(page, 'POST /api/order/create', {
    product_id: 'coins-100',
    idempotency_key: `price-${Date.now()}`,
  })) as { id: string } // the contract's order
  const visitor = await page.context().browser()?.newContext({ baseURL: journey.app.origin })
  const shop = await visitor?.newPage()
  if (!visitor || !shop) throw new Error('no browser')
  await shop.goto('/AboutView')
  await expect(shop.getByRole('link', { name: /^100 coins/ })).toContainText('US$1.99')

  await asOperator(page, journey)
  await page.goto('/admin/products')
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit 100 coins' }).click()
  await page.getByRole('textbox', { name: 'Price' }).fill('0')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Enter a price above zero, such as 9.99.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Price' }).fill('2,49')
  await expect(page.locator('.desk-preview')).toContainText('US$2.49')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Product saved')).toBeVisible()

  await shop.reload()
  await expect(shop.getByRole('link', { name: /^100 coins/ })).toContainText('US$2.49')
  await visitor.close()
  await page.context().clearCookies()
  // Signing in as someone else has ended the buyer's session in this browser.
  await signInByApi(page, journey, { email })
  const kept = (await callApi(page, `GET /api/order/status?order_id=${order.id}`)) as { amount: number } // the order
  expect(kept.amount).toBe(199)
})

test('rewards and invitations are set with a preview, and reset to the defaults', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await asOperator(page, journey)
  await page.goto('/admin/products')
  const week = page.getByRole('region', { name: 'Daily check-in' })
  await expect(week.getByRole('status')).toContainText('90 messages')
  await week.getByLabel('Messages on day 1').fill('7')
  await expect(week.getByRole('status')).toContainText('92 messages')
  await week.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  expect(await callApi(page, 'GET /api/desk/checkinRewards')).toMatchObject({ revision: 1 })
  await week.getByRole('button', { name: 'Restore defaults' }).click()
  await expect(week.getByText('These are the defaults.')).toBeVisible()

  const invitations = page.getByRole('region', { name: 'Invitations' })
  await invitations.getByLabel('Coins for the friend').fill('many')
  await expect(invitations.getByText(/Enter a whole number/)).toBeVisible()
  await invitations.getByLabel('Coins for the friend').fill('12')
  await invitations.getByRole('button', { name: 'Save' }).click()
  await expect(invitations.getByRole('status')).toContainText('12 coins')
  await expect
    .poll(() => callApi(page, 'GET /api/invitation/gift'))
    .toEqual({ gift: { coin_num: 12, message_num: 50 } })
})

test('a campaign shows its visits, sign-ups and purchases', { tag: '@desktop' }, async ({ page, journey }) => {
  const campaign = `autumn-${Date.now()}`
  await callApi(page, `POST /api/advert/saveWebVisit?utm_source=paper&utm_campaign=${campaign}`, {
    page: '/landPage',
    referrer: '',
    consent: true,
  })
  await buy(page, journey, 'coins-100')
  await asOperator(page, journey)
  await page.goto('/admin/campaigns')
  await expectToFit(page)
  await expectAccessible(page)
  const row = page.getByRole('row').filter({ hasText: campaign })
  await expect(row).toContainText('1 (100%)')
  await expect(page.getByText('Only visits with consent are counted')).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^campaigns-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByLabel('Group by').selectOption('page')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'landPage' })).toBeVisible()
})

test('health names every service, its last use and failures', { tag: '@desktop' }, async ({ page, journey }) => {
  await asOperator(page, journey)
  const mail = page.locator('[data-service="mail"]')
  // Until Health has been read: a mail of an earlier test may still be under way, and would count as a later success.
  journey.mailbox.refuse(true)
  try {
    await page.request.fetch('/api/account/sendCode', {
      method: 'POST',
      data: { email: 'nobody@example.org', purpose: 'login' },
    })
    await page.goto('/admin')
    await expect(mail).toContainText('Failing')
  } finally {
    journey.mailbox.refuse(false)
  }
  await expect(mail).toContainText('Last success')
  await mail.getByText('Recent failures').click()
  await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('nobody@example.org')
  await expectToFit(page)
  await expectAccessible(page)
})

/** An Everkin whose payments use a server that answers like Stripe. */
const testWithStripe = test.extend<object, { journey: Journey; stripe: StripeServer }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const stripe = await startStripeServer()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  journey: [
    async ({ stripe }, use) => {
      const settings = {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_everkin',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: stripe.url,
      }
      await withEverkin(use, { settings })
    },
    { scope: 'worker' },
  ],
})

testWithStripe(
  'held orders are delivered or refunded; a disputed one says where to answer',
  { tag: '@desktop' },
  async ({ page, journey, stripe }) => {
    await signInByApi(page, journey)
    const begin = async () => {
      const order = (await callApi(page, 'POST /api/order/create', {
        product_id: 'coins-500',
        idempotency_key: `held-${Date.now()}-${Math.random()}`,
      })) as { id: string } // the contract's order
      const paid = (await callApi(page, 'POST /api/order/payment', { order_id: order.id })) as { client_secret: string } // before it is paid
      return { id: order.id, ref: paid.client_secret.split('_secret_')[0] ?? '' }
    }
    const send = async (event: object) => {
      const payload = JSON.stringify(event)
      const reply = await page.request.post('/api/payment/stripeWebhook', {
        headers: { 'stripe-signature': signStripe(payload, WEBHOOK_SECRET, Math.floor(Date.now() / 1000)) },
        data: Buffer.from(payload),
      })
      expect(reply.ok()).toBe(true)
    }
    const held = async () => {
      const order = await begin()
      stripe.receive(order.ref, 600)
      for (const event of stripe.events.slice(-2)) await send(event)
      return order
    }
    const [right, wrong, lost] = [await held(), await held(), await begin()]
    stripe.pay(lost.ref, 'paid')
    for (const event of stripe.events.slice(-2)) await send(event)
    stripe.dispute(lost.ref, 'needs_response')
    for (const event of stripe.events.slice(-1)) await send(event)

    await page.goto(`/orders?order=${right.id}`)
    await expect(page.getByText('In review').first()).toBeVisible()
    await expect(page.getByText('We’re reviewing it, and you won’t lose anything.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Check status' })).toHaveCount(0)
    await asOperator(page, journey)
    await page.goto('/admin/orders?filter=decide')
    await expect(page.getByRole('link', { name: lost.id })).toBeVisible()
    await page.getByRole('link', { name: right.id }).click()
    await expect(page.getByText('The payment doesn’t match the order')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Order', exact: true })).toContainText('ReceivedUS$6.00')
    await page.getByRole('button', { name: 'Deliver' }).click()
    await expect(page.getByText('Decision saved')).toBeVisible()
    await expect(page.getByText('Delivered').first()).toBeVisible()

    await page.goto(`/admin/orders?order=${wrong.id}`)
    await page.getByRole('button', { name: 'Refund everything' }).click()
    await expect(page.getByText('Refunded').first()).toBeVisible()
    await expect.poll(() => stripe.requests.filter((request) => request.startsWith('POST /v1/refunds')).length).toBe(1)
    await expect(page.getByText('US$6.00').first()).toBeVisible()
    stripe.failRefund(wrong.ref, 'failed')
    for (const event of stripe.events.slice(-3)) await send(event)
    await page.reload()
    await expect(page.getByText('accepted a refund of US$6.00, but it failed later')).toBeVisible()
    await expect(page.getByText('Failed later', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Refund everything' }).click()
    await expect.poll(() => stripe.requests.filter((request) => request.startsWith('POST /v1/refunds')).length).toBe(2)

    await expect(page.getByText('Requested', { exact: true })).toHaveCount(0)
    stripe.failRefund(wrong.ref, 'failed')
    for (const event of stripe.events.slice(-3)) await send(event)
    await page.reload()
    await page.getByRole('button', { name: 'Mark as paid another way' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Mark US$6.00 as paid?' })
    await dialog.getByLabel('Note (optional)').fill('Bank transfer, 12 March')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(page.getByText('Marked as paid another way')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Refund failed' })).toHaveCount(0)
    await expect(page.getByText('Bank transfer, 12 March')).toBeVisible()
    await expect(page.getByText('Paid another way').first()).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)

    await page.goto(`/admin/orders?order=${lost.id}`)
    await expect(page.getByText('Respond to the dispute in the payment provider’s dashboard.')).toBeVisible()
    await page.goto('/admin/audit')
    await expect(page.getByRole('cell', { name: 'Held order delivered' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Held order refunded' })).toHaveCount(2)
    await expect(page.getByRole('cell', { name: 'Failed refund paid another way' })).toBeVisible()
  },
)

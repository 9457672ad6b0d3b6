import type { TestMethod } from '@everkin/testing/servers/stripe-payments.ts'
import { type StripeServer, startStripeServer } from '@everkin/testing/servers/stripe-server.ts'
import type { Page } from '@playwright/test'
import { messages, openChat, sendAndAwaitReply, sendMessage, storedMessages } from '../support/chat-actions.ts'
import { test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin whose payments use a server that answers like Stripe. */
const test = base.extend<object, { journey: Journey; stripe: StripeServer }>({
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
        STRIPE_WEBHOOK_SECRET: 'whsec_everkin',
        STRIPE_API_BASE: stripe.url,
        NEW_ACCOUNT_MESSAGES: '1',
      }
      await withEverkin(use, { settings })
    },
    { scope: 'worker' },
  ],
})

/** Replaces Stripe's script: it accepts what our code passes to it, and pays as the test says. */
const SCRIPT = `window.Stripe = () => ({
  elements: (options) => ({
    create: () => {
      const part = { on: () => part, off: () => part, once: () => part, update() {}, destroy() {}, unmount() {},
        mount(place) { place.textContent = 'The form of Stripe, ' + options.locale } }
      return part
    },
    getElement: () => null, update() {}, submit: async () => ({}),
    secret: options.clientSecret,
  }),
  confirmPayment: ({ elements }) => window.payAtStripe(elements.secret),
  createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
})`

/** The page's requests to other origins. */
function watchStrangers(page: Page, { app }: Journey): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, href } = new URL(request.url())
    if (origin !== app.origin && origin.startsWith('http')) strangers.push(href)
  })
  return strangers
}

const policyOf = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? ''

test('Stripe is loaded only on the payment page, when someone continues to payment', { tag: '@desktop' }, async ({
  page,
  journey,
  stripe,
}) => {
  let next: TestMethod = 'declined'
  await page.exposeFunction('payAtStripe', (secret: string) => {
    stripe.pay(secret.split('_secret_')[0] ?? '', next)
    return next === 'declined' ? { error: { type: 'card_error', decline_code: 'insufficient_funds' } } : {}
  })
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  const strangers = watchStrangers(page, journey)
  await signInByApi(page, journey)
  for (const path of ['/AboutView', '/orders', '/']) expect(await policyOf(page, path)).not.toContain('stripe')
  expect(await policyOf(page, '/ar/checkout?product=coins-100')).toContain('https://js.stripe.com')

  await page.goto('/AboutView')
  await page.getByRole('link', { name: '100 coins US$1.99' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByText('Test payment')).toHaveCount(0)
  expect(strangers).toEqual([])
  await page.getByRole('button', { name: 'Continue to the card form' }).click()
  await expect(page.getByText('The form of Stripe, en-GB')).toBeVisible()
  expect(strangers.map((address) => new URL(address).host)).toEqual(['js.stripe.com'])

  await page.getByRole('button', { name: 'Pay US$1.99' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank declined the payment' })).toContainText(
    'not enough funds',
  )
  next = 'paid'
  await page.getByRole('button', { name: 'Pay US$1.99' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Added: 100 coins')
  expect(stripe.requests.filter((request) => request === 'POST /v1/payment_intents')).toHaveLength(1)

  // Stripe's scripts are not carried over to another page.
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  const stripeThere = () => page.evaluate('typeof window.Stripe').catch(() => 'the page is being loaded')
  await expect.poll(stripeThere).toBe('undefined')
  await expect(page.getByText('Test order')).toHaveCount(0)
})

test('someone without messages is shown how to get more, and loses no text', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  journey.model.behave({ mode: 'scripted', script: ['The first one is on the house.'] })
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'Hello', 'on the house.')
  await sendMessage(page, 'One more thing')
  const refused = page.locator('[data-outgoing="failed"]')
  await expect(refused).toContainText('One more thing')
  await refused.getByRole('link', { name: 'Get messages' }).click()
  await expect(page).toHaveURL(/\/AboutView\?from=[\w-]+#messages$/)
  await expect(page.getByRole('link', { name: '200 messages US$2.99' })).toBeInViewport()
  await page.goBack()
  await expect(refused).toContainText('One more thing')

  // A check-in gives messages, so the waiting one is sent automatically, once.
  await refused.getByRole('button', { name: 'Check in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(messages(page)).toHaveCount(5)
  await expect(refused).toHaveCount(0)
  await expect(page.getByText('4 messages left')).toBeVisible()
  expect((await storedMessages(page)).filter(({ text }) => text === 'One more thing')).toHaveLength(1)
})

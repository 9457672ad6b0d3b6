import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

/** Phones use the light theme, desktops the dark one. */
async function expectNoBarrierByLight(page: Page): Promise<void> {
  const colorScheme = test.info().project.name === 'phone' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expectAccessible(page)
}

/** Chooses a test card by its outcome, and pays. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: /^Pay .* \(test\)/ }).click()
}

async function ordersOf(page: Page): Promise<{ id: string; status: string; last_four: string | null }[]> {
  const { list } = (await callApi(page, 'GET /api/order/list')) as { list: never[] } // the type in the contract
  return list
}

test('PAY-11: coins are chosen signed out, declined, paid once however often the button is pressed, and refunded', async ({
  page,
  journey,
}) => {
  await page.goto('/AboutView')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership and coins')
  await expect(page.getByText('Payments on this site are tests. You won’t be charged.')).toBeVisible()
  await expectNoBarrierByLight(page)
  await page.getByRole('link', { name: '500 coins US$7.99' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout%3Fproduct%3Dcoins-500$/)
  const next = new URL(page.url()).searchParams.get('next') ?? ''
  await signInByApi(page, journey)
  await page.goto(next)

  await expect(page.getByText('You won’t be charged on this site.')).toBeVisible()
  await expectNoBarrierByLight(page)
  await payWith(page, 'Is declined')
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank declined the payment' })).toContainText(
    'Nothing was charged',
  )
  await expectNoBarrierByLight(page)
  await page.getByRole('radio', { name: 'Goes through 4242' }).check()
  await page.getByRole('button', { name: 'Pay US$7.99 (test)' }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Added: 500 coins')
  await expect(page.getByText('New balance').locator('..')).toContainText('500 coins')
  await expectNoBarrierByLight(page)
  expect(await ordersOf(page)).toMatchObject([{ status: 'fulfilled', last_four: '4242' }])

  // Going back to the payment page finds the order, and no way to pay for it twice.
  await page.reload()
  await expect(page).toHaveURL(/\/orders\?order=/)
  await page.goto('/orders')
  await expectNoBarrierByLight(page)
  await page.getByRole('link', { name: /500 coins/ }).click()
  await expect(page.getByText('This receipt isn’t proof of payment.')).toBeVisible()
  await expect(page.getByText('ending in 4242')).toBeVisible()
  await expectNoBarrierByLight(page)
  await page.getByRole('button', { name: 'Request a refund' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Unused: 500 of 500')
  await expectNoBarrierByLight(page)
  await dialog.getByRole('button', { name: 'Request a refund' }).click()
  await expect(page.getByText('Refunded: US$7.99')).toBeVisible()
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await page.goto('/me')
  await expect(page.getByText('0 coins', { exact: true })).toBeVisible()
})

test('PAY-11: two tabs are one order; the bank’s confirmation can be given later, or refused', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/checkout?product=coins-100')
  const other = await page.context().newPage()
  await other.goto('/checkout?product=coins-100')
  // A tab in the background does not finish its transitions, so its colours would be checked halfway.
  await page.bringToFront()
  await payWith(page, 'Asks you to confirm')
  await expect(page.getByRole('alertdialog')).toContainText('Your bank needs to verify that it’s you')
  await expectNoBarrierByLight(page)
  await page.reload()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Don’t pay' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank declined the payment' })).toBeVisible()
  await payWith(page, 'Asks you to confirm')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Added: 100 coins')

  await payWith(other, 'Goes through 4242')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Paid. Added: 100 coins')
  expect(await ordersOf(page)).toMatchObject([{ status: 'fulfilled', last_four: '3155' }])
  await other.close()
})

test('a bank that does not answer does not block the page, and the spending limit is enforced', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/checkout?product=messages-200')
  await payWith(page, 'Gets no answer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your bank')
  await expect(page.getByText('You can leave this page.')).toBeVisible()
  await expectNoBarrierByLight(page)
  await page.getByRole('link', { name: 'See my orders' }).click()
  await expect(page.getByRole('link', { name: /200 messages/ })).toContainText('Waiting for your bank')

  await page.getByRole('button', { name: 'Change limit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/enter another amount/).fill('twelve')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter an amount')
  await expectNoBarrierByLight(page)
  await dialog.getByLabel(/enter another amount/).fill('12,50')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(page.getByText('Limit: US$12.50')).toBeVisible()
  await page.goto('/checkout?product=coins-1200')
  await payWith(page, 'Goes through 4242')
  await expect(page.getByRole('alert').filter({ hasText: 'You’ve reached your spending limit' })).toBeVisible()
  await page.getByRole('link', { name: 'Change limit' }).click()
  await expect(page.locator('#limit')).toContainText('Limit: US$12.50')
  await expectNoBarrierByLight(page)
})

test('a membership is bought in Arabic and expires', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/ar/AboutView')
  await page.locator('.plan', { hasText: '٣٦٥' }).getByRole('radio').check()
  await page.getByRole('button', { name: /٣٦٥ يومًا$/ }).click()
  await expect(page).toHaveURL(/\/ar\/checkout\?product=membership-365$/)
  await expectNoBarrierByLight(page)
  await page.getByRole('button', { name: /^دفع .*\(تجربة\)$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('عضويتك سارية الآن')
  await expectNoBarrierByLight(page)
  await page.getByRole('link', { name: 'عرض الإيصال' }).click()
  await expect(page.getByText('٥٩٫٩٩').first()).toBeVisible()
  await expectNoBarrierByLight(page)
  await page.goto('/me')
  await expect(page.getByText(/^Member until/)).toBeVisible()
})

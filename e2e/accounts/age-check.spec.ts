import { type IdentityIssuer, openIdentityIssuer } from '@everkin/testing/servers/identity-issuer.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

const CLIENT = 'everkin-age'

const test = base.extend<object, { provider: IdentityIssuer; journey: Journey }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const provider = await openIdentityIssuer()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  journey: [
    async ({ provider }, use) =>
      withEverkin(use, {
        settings: {
          NSFW_AGE_RULE: 'verified',
          AGE_CHECK_ISSUER: provider.issuer,
          AGE_CHECK_CLIENT_ID: CLIENT,
          AGE_CHECK_NAME: 'Agewise',
        },
      }),
    { scope: 'worker' },
  ],
  // The provider sends the browser back to the site's own address, where the session must be.
  baseURL: async ({ journey }, use) => use(journey.app.origin.replace('127.0.0.1', 'localhost')),
})

/** The provider's own page, where the person proves that they are an adult or not. */
async function drawProviderPage(page: Page, provider: IdentityIssuer, isAdult: boolean): Promise<void> {
  await page.route(`${provider.issuer}/auth**`, async (route) => {
    const query = new URL(route.request().url()).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    const claims = { aud: CLIENT, nonce: query.get('nonce'), age_over_18: isAdult }
    provider.giveTokens({ idToken: await provider.sign(claims, new Date()) })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code: 'a code', state: query.get('state') ?? '' }).toString()
    const body = `<!doctype html><html lang="en"><title>Agewise</title><a href="${back.href.replaceAll('&', '&amp;')}">Show my card</a></html>`
    await route.fulfill({ contentType: 'text/html', body })
  })
}

const adultSwitch = (page: Page) => page.getByRole('banner').getByRole('switch', { name: 'NSFW' })

async function turnOn(page: Page): Promise<void> {
  await adultSwitch(page).click()
  await page.getByRole('alertdialog', { name: 'Confirm Your Age' }).getByRole('button').first().click()
}

test('18+ is closed until the age check, and opens after it; the address keeps nothing of the answer (A7)', {
  tag: '@phone',
}, async ({ page, journey, provider }) => {
  await signInByApi(page, journey)
  await drawProviderPage(page, provider, true)
  await page.goto('/')
  await turnOn(page)
  const offer = page.getByRole('dialog', { name: 'Age check' })
  await expect(offer).toContainText('You need an age check to see 18+ content where you are.')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Check my age with Agewise' }).click()
  await page.getByRole('link', { name: 'Show my card' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Your age is confirmed.')
  // Neither code nor state stays in the address.
  await expect(page).toHaveURL(/\/age-check$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Settings' }).click()
  await expect(page.locator('#age')).toContainText(/Checked on .*: 18 or older/)
  await page.goto('/')
  await turnOn(page)
  await expect(page).toHaveURL(/nsfw=1/)
  await expect(adultSwitch(page)).toBeChecked()
})

test('a check that says “under 18” closes the site for adults', { tag: '@phone' }, async ({
  page,
  journey,
  provider,
}) => {
  await signInByApi(page, journey)
  await drawProviderPage(page, provider, false)
  await page.goto('/set#age')
  await page.getByRole('button', { name: 'Check my age with Agewise' }).click()
  await page.getByRole('link', { name: 'Show my card' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/under 18/)
  await page.goto('/')
  await expect(page.getByRole('switch', { name: 'NSFW' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/under 18/i)
})

test('a failed check changes nothing', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/age-check?error=access_denied&state=none')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/Nothing has changed/)
  await page.getByRole('link', { name: 'Go to Settings' }).click()
  await expect(page.getByRole('button', { name: 'Check my age with Agewise' })).toBeVisible()
})

import type { Locator, Page } from '@playwright/test'
import { test as base, expect, signInByApi } from '../support/fixtures.ts'

/** Browsers have no passkeys for sites without a name. */
const test = base.extend({
  baseURL: async ({ journey }, use) => use(journey.app.origin.replace('127.0.0.1', 'localhost')),
})

/** An authenticator inside the browser that holds passkeys and says yes to every question. */
async function plugInAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    refuse: (refused: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refused }),
  }
}

test('a passkey is added in the settings, signs in without an address, and is renamed and removed', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey, { nickname: 'Mara' })
  const authenticator = await plugInAuthenticator(page)
  await page.goto('/set')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  expect(await authenticator.count()).toBe(1)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Blue key')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await expect(page.getByText('Blue key')).toBeVisible()

  await page.getByRole('button', { name: 'sign out' }).last().click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await page.goto('/login')
  await authenticator.refuse(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('The passkey wasn’t used.')).toBeVisible()
  await authenticator.refuse(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Good to see you, Mara')).toBeVisible()

  await page.goto('/set')
  await expect(page.getByText('Blue key')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expect(page.getByText('Blue key')).toBeHidden()
})

test('a code opens nothing in another browser than the one that asked for it @desktop', async ({
  page,
  browser,
  journey,
  baseURL,
}) => {
  const email = `asked.${Date.now()}@example.org`
  await page.goto('/login/emailLogin')
  await page.getByPlaceholder('enter your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  const code = await journey.mailbox.codeFor(email)

  const stranger = await browser.newContext({ ...(baseURL && { baseURL }) })
  const answer = await stranger.request.post('/api/account/emailLogin', { data: { email, code } })
  expect(await answer.json()).toMatchObject({ code: 3002 })
  await stranger.close()
  await page.getByLabel('Verification code').fill(code)
  await expect(page.getByRole('dialog')).toContainText('Your nickname and age')
})

/** Sets a password; the server answers as it does ten minutes after the sign-in. Returns the question that follows. */
async function setPasswordLate(page: Page): Promise<Locator> {
  await page.goto('/set')
  const refusal = { code: 1002, msg: 'Please confirm first that it’s you.', data: { reason: 'fresh_sign_in' } }
  await page.route('**/api/account/setPassword', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.getByLabel('New password').fill('seven green lamps')
  await page.getByRole('button', { name: 'Save new password' }).click()

  return page.getByRole('dialog', { name: 'Confirm that it’s you' })
}

test('an action that needs a fresh sign-in asks for a code, and then goes on @phone', async ({ page, journey }) => {
  const email = await signInByApi(page, journey)
  const dialog = await setPasswordLate(page)
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await dialog.getByLabel('Verification code').fill(await journey.mailbox.codeFor(email, 1))
  await expect(page.getByText('New password saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => journey.mailbox.mails.filter(({ recipients }) => recipients.includes(email)).length)
    .toBeGreaterThan(2)
})

test('a code that the own address does not accept is said in the question, with what else helps', async ({
  page,
  journey,
}) => {
  const email = await signInByApi(page, journey)
  journey.mailbox.remove(email)
  const dialog = await setPasswordLate(page)
  await expect(dialog).toContainText(`We’ll send a 6-digit code to ${email}.`)
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Your address isn’t accepting our email\. .* sign in again/)
})

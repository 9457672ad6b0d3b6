import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@everkin/testing/postgres-cluster.ts'
import type { Page } from '@playwright/test'
import { type AppProcess, startApp } from '../../soak/app-process.ts'
import { expect, test as journeys, newEmail } from '../support/fixtures.ts'

/** An Everkin in local mode: mails in its outbox, a demo provider instead of Google and Facebook. */
const test = journeys.extend<object, { local: AppProcess }>({
  local: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'everkin-identity-'))
      const local = await startApp({ DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMITS: 'off' })
      await use(local)
      await local.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ local }, use) => use(local.origin),
})

interface Words {
  google: string
  facebook: string
  closed: string
  demo: string
  name: string
  email: string
  go: string
}

const ENGLISH: Words = {
  google: 'Continue with Google',
  facebook: 'Continue with Facebook',
  closed: 'The sign-in window was closed before you finished. Try again.',
  demo: 'Demo sign-in. No real Google or Facebook account is used.',
  name: 'Made-up name',
  email: 'Made-up email (optional)',
  go: 'Continue',
}

const ARABIC: Words = {
  google: 'المتابعة باستخدام Google',
  facebook: 'المتابعة باستخدام Facebook',
  closed: 'أُغلقت نافذة تسجيل الدخول قبل إتمام العملية. يُرجى المحاولة مجددًا.',
  demo: 'تسجيل دخول تجريبي. لا يُستخدم حساب Google أو Facebook حقيقي.',
  name: 'اسم غير حقيقي',
  email: 'بريد إلكتروني غير حقيقي (اختياري)',
  go: 'متابعة',
}

async function openPopup(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return opened
}

/** Signs in through the demo provider's window. */
async function comeAs(page: Page, email: string, words: Words = ENGLISH, button = words.google): Promise<void> {
  const popup = await openPopup(page, button)
  await expect(popup.getByText(words.demo)).toBeVisible()
  await popup.getByLabel(words.name).fill('Mara')
  await popup.getByLabel(words.email).fill(email)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: words.go }).click()])
}

async function finishProfile(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname').fill('Mara')
  await dialog.getByRole('radio', { name: '26–30' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

/** The code of the newest mail in the outbox. */
async function newestCode(page: Page): Promise<string> {
  const outbox = await (await page.request.get('/local/outbox')).text()
  return outbox.match(/(?<!\d)\d{6}(?!\d)/)?.[0] ?? ''
}

const PASSWORDS = ['seven green lamps', 'a heron by the weir']

test('signs in with Google, sets a password, signs in with it, resets it by mail, and signs another device out', {
  tag: '@phone',
}, async ({ page, anotherDevice }) => {
  const email = newEmail()
  await page.goto('/login?next=%2Fset')
  // Closing the window loses nothing, and a message says so.
  await (await openPopup(page, ENGLISH.google)).close()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(ENGLISH.closed)
  await comeAs(page, email)
  await expect(page).toHaveURL(/\/set$/)
  await finishProfile(page)

  await page.goto('/set')
  await expect(page.getByText('Sign-in methods')).toBeVisible()
  await page.getByRole('button', { name: /Set a password/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await dialog.getByLabel('New password').fill('password1')
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(dialog.getByRole('alert')).toContainText('too easy to guess')
  await dialog.getByLabel('New password').fill(PASSWORDS[0] ?? '')
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /Change password/ })).toBeVisible()
  await page.getByRole('button', { name: /^sign out/i }).click()
  await expect(page.getByText('Signed out')).toBeVisible()

  await page.goto('/login/emailLogin')
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Wrong email or password.')
  await page.getByLabel('Password').fill(PASSWORDS[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)

  // A second device, which is signed out twice.
  const other = await anotherDevice()
  await other.context().clearCookies()
  await other.goto('/login/resetemail?next=%2Fset')
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send me a code' }).click()
  const code = other.getByLabel('Verification code')
  await expect(code).toBeVisible()
  await code.fill(await newestCode(other))
  await other.getByLabel('New password').fill(PASSWORDS[1] ?? '')
  await other.getByRole('button', { name: 'Save new password' }).click()
  await expect(other).toHaveURL(/\/set$/)
  await expect(other.getByText('New password saved')).toBeVisible()
  await page.goto('/set')
  await expect(page).toHaveURL(/\/login\?next=/)

  await page.getByRole('link', { name: 'Continue with email' }).click()
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORDS[1] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/set$/)
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByText('This device', { exact: true })).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out device' }).click()
  await expect(page.getByText('Device signed out')).toBeVisible()
  await expect(devices.getByRole('button')).toHaveCount(0)
  await other.goto('/set')
  await expect(other).toHaveURL(/\/login\?next=/)
})

test('AUTH-06: an unverified address joins no account, in Arabic', { tag: '@phone' }, async ({ page }) => {
  const email = newEmail()
  await page.goto('/ar/login')
  await comeAs(page, email, ARABIC)
  await expect(page).toHaveURL(/\/ar$/)
  await page.context().clearCookies()
  await page.goto('/ar/login')
  await comeAs(page, email, ARABIC, ARABIC.facebook)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'يوجد حساب بهذا البريد الإلكتروني. يمكنك تسجيل الدخول برمز نرسله إليه.',
  )
  await page.screenshot({ path: `test-results/identity-${test.info().project.name}.png` })
})

import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { type Mailbox, openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type AppProcess, startApp } from '../../soak/app-process.ts'
import { copyInitialData } from './initial-data.ts'

export interface Journey {
  app: AppProcess
  model: ModelServer
  mailbox: Mailbox
}

/** The operator in every test. */
export const ADMIN_EMAIL = 'operator@example.org'

interface Fixtures {
  problems: string[]
  /** Opens another browser with the same cookies: a second device of the same person. */
  anotherDevice: () => Promise<Page>
}

interface EverkinOptions {
  /** The real one unless set. */
  program?: string
  settings?: Record<string, string>
  /** Whether it starts without data, on the embedded database. */
  isFirstStart?: boolean
}

/** Runs a separate Everkin around `use`. */
export async function withEverkin(
  use: (journey: Journey) => Promise<void>,
  { program, settings = {}, isFirstStart = false }: EverkinOptions = {},
): Promise<void> {
  const [data, mailbox, model] = await Promise.all([
    copyInitialData({ isFirstStart }),
    openMailbox(),
    startModelServer({ behaviour: { mode: 'normal', words: 12, delayMs: 15 } }),
  ])
  const environment = {
    ...data.settings,
    PORT: String(await freePort()),
    RATE_LIMITS: 'off',
    // As on a public site, so that charges are visible.
    MESSAGE_PRICE: '1',
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'everkin-test',
    // A server without a key is also asked to prepare, which tests that count its requests would notice.
    MODEL_API_KEY: 'sk-key-of-the-journeys',
    SMTP_URL: mailbox.url,
    ADMIN_EMAILS: ADMIN_EMAIL,
    ...settings,
  }
  const app = await startApp(environment, program)
  try {
    await use({ app, model, mailbox })
  } finally {
    await app.kill('SIGTERM')
    await Promise.all([mailbox.close(), model.close()])
    await data.remove()
  }
}

/** A whole Everkin per worker: the real server, a real SMTP server, and a model server that the test controls. */
export const test = base.extend<Fixtures, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use),
    { scope: 'worker' },
  ],
  baseURL: async ({ journey }, use) => use(journey.app.origin),
  /** Errors of every page and its console; every test must end without one. */
  problems: [
    async ({ context }, use) => {
      const problems: string[] = []
      watchProblems(context, problems)
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  anotherDevice: async ({ browser, context, contextOptions, baseURL, problems }, use) => {
    const devices: BrowserContext[] = []
    await use(async () => {
      const storageState = { cookies: await context.cookies(), origins: [] }
      const device = await browser.newContext({ ...contextOptions, baseURL, storageState })
      devices.push(device)
      watchProblems(device, problems)
      return device.newPage()
    })
    for (const device of devices) await device.close()
  },
})

export { expect }

/** Messages about requests without a network: from the browser, through the service worker, and from the router. */
const EXPECTED_ERRORS = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch manifest patches|status of 4\d\d/

function watchProblems(context: BrowserContext, problems: string[]): void {
  context.on('weberror', (event) => problems.push(`page error: ${event.error().message}`))
  context.on('console', (message) => {
    // A browser that was set offline reports it for every request; that is what the test is about.
    if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) problems.push(message.text())
  })
}

let emailCount = 0

/** A new address. */
export function newEmail(): string {
  return `reader${++emailCount}.${Date.now()}@example.org`
}

/** Requests a code on the sign-in pages and types it; the address may be known already. */
export async function enterCode(page: Page, { mailbox }: Journey, email: string, earlierMails = 0): Promise<void> {
  await page.getByPlaceholder('enter your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Verification code').fill(await mailbox.codeFor(email, earlierMails))
}

/** Signs in with a code from the mailbox and completes the profile. Returns the address. */
export async function signIn(page: Page, journey: Journey, nickname = 'Mara'): Promise<string> {
  const email = newEmail()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(page, journey, email)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname').fill(nickname)
  await dialog.getByRole('radio', { name: '26–30' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  return email
}

interface SignInOptions {
  nickname?: string
  /** Age bucket of the profile; null leaves the profile incomplete. */
  ageScope?: number | null
  email?: string
}

/** Signs in through the API, for tests that are about something else. Returns the address. */
export async function signInByApi(
  page: Page,
  journey: Journey,
  { nickname = 'Mara', ageScope = 3, email = newEmail() }: SignInOptions = {},
) {
  const earlier = journey.mailbox.mails.filter(
    ({ recipients, text }) => recipients.includes(email) && /(?<!\d)\d{6}(?!\d)/.test(text ?? ''),
  ).length
  await callApi(page, 'POST /api/account/sendCode', { email, purpose: 'login' })
  await callApi(page, 'POST /api/account/emailLogin', { email, code: await journey.mailbox.codeFor(email, earlier) })
  if (ageScope !== null) await callApi(page, 'POST /api/user/profile', { nickname, gender: null, age_scope: ageScope })
  return email
}

/** Calls the API with the page's own cookies and returns the response's data. */
export async function callApi(page: Page, call: string, body?: Record<string, unknown>): Promise<unknown> {
  const [method, path = ''] = call.split(' ', 2)
  const reply = await page.request.fetch(path, {
    method,
    headers: { 'User-Token': await tokenOf(page), Platform: '3', 'Time-Zone': 'Europe/Berlin' },
    ...(body === undefined ? {} : { data: body }),
  })
  const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: unknown } // the envelope
  if (code !== 1) throw new Error(`${call}: ${code} ${msg}`)
  return data
}

/** The readable half of the session, or '' for a visitor. */
async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  const user = cookies.find((cookie) => cookie.name === 'user')?.value
  if (!user) return ''
  return (JSON.parse(decodeURIComponent(user)) as { token: string }).token // the contract's cookie
}

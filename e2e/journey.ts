import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mailbox, openMailbox } from '@everkin/testing/mailbox.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/model-server.ts'
import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { test as base, expect, type Page } from '@playwright/test'
import { type AppProcess, startApp } from '../soak/app-process.ts'

export interface Journey {
  app: AppProcess
  model: ModelServer
  mailbox: Mailbox
}

/** A whole Everkin for a worker: the real server, a real SMTP sink, and a model server that the test steers. */
export const test = base.extend<{ problems: string[] }, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'everkin-journey-'))
      const [mailbox, model] = await Promise.all([
        openMailbox(),
        startModelServer({ behaviour: { mode: 'normal', words: 12, delayMs: 15 } }),
      ])
      const app = await startApp({
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        RATE_LIMITS: 'off',
        MODEL_BASE_URL: model.url,
        MODEL_NAME: 'everkin-test',
        SMTP_URL: mailbox.url,
      })
      await use({ app, model, mailbox })
      await app.kill('SIGTERM')
      await Promise.all([mailbox.close(), model.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ journey }, use) => use(journey.app.origin),
  /** Errors of the page and its console; every journey must end without one. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
      page.on('console', (message) => {
        // A browser that was told to be offline says so for every request; that is what the journey is about.
        if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|status of 4\d\d/.test(message.text()))
          problems.push(message.text())
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

let people = 0

/** Signs in by a code from the mailbox, as a person does, and completes the profile. Gives the address. */
export async function signIn(page: Page, { mailbox }: Journey, nickname = 'Mara'): Promise<string> {
  const email = `reader${++people}.${Date.now()}@example.org`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await page.getByPlaceholder('enter your email address').fill(email)
  await page.getByRole('button', { name: 'Send me the code' }).click()
  await page.getByLabel('Verification code').fill(await mailbox.codeFor(email))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname').fill(nickname)
  await dialog.getByRole('radio', { name: '26–30' }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  return email
}

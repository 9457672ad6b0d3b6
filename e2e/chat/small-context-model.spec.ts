import type { Page } from '@playwright/test'
import { openChat } from '../support/chat-actions.ts'
import { test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin whose model's context is too small for the library's cards. */
const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use, { settings: { MODEL_CONTEXT: '1024' } }),
    { scope: 'worker' },
  ],
})

async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page.locator('.chat-header [aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a card that does not fit the context is reported as cut, in the meter and part by part', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  await openFromMenu(page, 'Memory')
  const memory = page.getByRole('complementary', { name: 'What Ilse Marlow remembers' })
  await memory.getByText('What fits').click()
  await expect(memory.getByText(/^The character card doesn’t fit in full\. Tokens left out: \d+\.$/)).toBeVisible()
  await memory.getByRole('button', { name: 'See what the model saw' }).click()
  const prompt = page.getByRole('complementary', { name: 'What the model saw' })
  const part = prompt.getByRole('listitem').filter({ hasText: 'Description' })
  await expect(part.getByText(/^\d+ tokens didn’t fit and were left out\.$/)).toBeVisible()
})

import type { Page } from '@playwright/test'

/** Opens the part of the form for a new character that is folded away at first. */
export async function openMore(page: Page): Promise<void> {
  await page.locator('summary').filter({ hasText: 'Age, looks, personality' }).click()
}

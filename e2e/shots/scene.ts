import type { Locale } from '@everkin/contract/locales.ts'
import type { Page } from '@playwright/test'
import type { Samples, Viewer } from './people.ts'

/** A scene to take screenshots of. */
export interface Scene {
  name: string
  address(locale: Locale, samples: Samples): string
  as: Viewer
  /** What is done before the screenshot is taken. */
  prepare?(page: Page, say: Say): Promise<void>
  /** Only the screen, for content that overlays a page; otherwise the whole length of the page. */
  screenOnly?: true
  /** Only where the screen is narrower or wider than the minimum width of the navigation rail. */
  only?: 'phone' | 'desktop'
}

/** A text of the interface in the language of the scene. */
export type Say = (key: string, values?: Record<string, string | number>) => string

/** A button with this text, where several widths have their own. */
export const visibleButton = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** Presses a button and waits for the dialog that it opens. */
export async function openDialog(page: Page, name: string): Promise<void> {
  await visibleButton(page, name).click()
  await page.locator('dialog[open]').waitFor()
}

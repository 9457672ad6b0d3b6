import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'

/** The browser of the end-to-end tests, or null if there is none. */
export async function openBrowser(): Promise<Browser | null> {
  const { launchOptions } = config.use ?? {}
  if (!launchOptions?.executablePath || !existsSync(launchOptions.executablePath)) return null
  return chromium.launch(launchOptions)
}

/** The two screens of the performance goals: a phone of 390 px and double density, and a small desktop. */
export const SCREENS = [
  {
    name: '390 px, double density',
    options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
  { name: '1280 px', options: { viewport: { width: 1280, height: 800 } } },
]

/** A session as stored in the browser. */
export function cookiesOf(session: { token: string; secret: string }, origin: string) {
  const user = encodeURIComponent(JSON.stringify({ token: session.token }))
  return [
    { name: 'user', value: user, url: origin },
    { name: 'session', value: session.secret, url: origin, httpOnly: true },
  ]
}

/** Height of the browser window's own bars in pixels, rounded up generously. */
const BARS = 200

/**
 * Makes the window higher than the page's viewport. If the window is only as high as the viewport, Chromium subtracts
 * its own bars, never presents the lowest lines of the page, and Event Timing waits for a frame that never comes.
 */
export async function showWholePage(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) return
  const wire = await page.context().newCDPSession(page)
  const { windowId } = await wire.send('Browser.getWindowForTarget')
  await wire.send('Browser.setWindowBounds', { windowId, bounds: { width: size.width, height: size.height + BARS } })
  await wire.detach()
}

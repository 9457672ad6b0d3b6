import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'

/** The browser of the journeys, or null where there is none. */
export async function openBrowser(): Promise<Browser | null> {
  const { launchOptions } = config.use ?? {}
  if (!launchOptions?.executablePath || !existsSync(launchOptions.executablePath)) return null
  return chromium.launch(launchOptions)
}

/** The two screens of the goals: a phone of 390 px and double density, and a small desktop. */
export const SCREENS = [
  {
    name: '390 px, double density',
    options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
  { name: '1280 px', options: { viewport: { width: 1280, height: 800 } } },
]

/** A session as the browser keeps it. */
export function cookiesOf(session: { token: string; secret: string }, origin: string) {
  const user = encodeURIComponent(JSON.stringify({ token: session.token }))
  return [
    { name: 'user', value: user, url: origin },
    { name: 'session', value: session.secret, url: origin, httpOnly: true },
  ]
}

/** Of the window's own bars, in pixels and with room to spare. */
const BARS = 200

/**
 * Makes the window higher than the page's viewport. Chromium takes its own bars from a window that is only as high as
 * the viewport, never presents the lowest lines of the page, and so lets Event Timing wait for a frame that does not
 * come.
 */
export async function showWholePage(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size) return
  const wire = await page.context().newCDPSession(page)
  const { windowId } = await wire.send('Browser.getWindowForTarget')
  await wire.send('Browser.setWindowBounds', { windowId, bounds: { width: size.width, height: size.height + BARS } })
  await wire.detach()
}

import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
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

import { existsSync } from 'node:fs'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = '/usr/bin/chromium'

export const BROWSER_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The browser for journeys: one of Debian's if it is installed, else the one from our own dependencies. Without a user
 * interface it needs a seventh less CPU time.
 */
export async function browserPath(): Promise<string> {
  const installed = [HEADLESS_SHELL, CHROMIUM].find((path) => existsSync(path))
  if (installed) return installed
  // Makes the package unpack the libraries that it brings along.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/** Chromium with a user interface, for what only that has; null if it is not installed. */
export function fullBrowserPath(): string | null {
  return existsSync(CHROMIUM) ? CHROMIUM : null
}

import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's browsers; the one without a user interface needs a seventh less CPU time. */
const DEBIAN_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Debian's browser if it is installed, else the one from our own dependencies. */
async function browserPath(): Promise<string> {
  const installed = DEBIAN_BROWSERS.find((path) => existsSync(path))
  if (installed) return installed
  // Makes the package unpack the libraries that it brings along.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each has an Everkin, a mailbox, a model server and a browser of its own; whole files are given out.
  workers: 2,
  // A journey that fails once and then holds is printed as flaky: shared machines stall for seconds.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // As at a first visit; what the worker changes is the matter of a spec of its own.
    serviceWorkers: 'block',
    // Recording every journey costs a fifth more; `npm run e2e -- NAME --trace on` records one that is looked into.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      chromiumSandbox: false,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A journey that depends on the width runs at both; any other has the tag of one of them.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        // The server reads from it whether Enter sends and how much a page carries.
        userAgent:
          'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})

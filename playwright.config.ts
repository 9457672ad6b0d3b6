import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, browserPath } from './e2e/support/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each has an Everkin, a mailbox, a model server and a browser of its own; whole files are given out. Journeys wait
  // for two fifths of their time, so three of them use two cores.
  workers: 3,
  // A journey that fails once and then holds is printed as flaky: shared machines stall for seconds.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    // Without a graphics card every frame of an animation is painted by the processor. Journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // As at a first visit; what the worker changes is the matter of a spec of its own.
    serviceWorkers: 'block',
    // Recording every journey costs a fifth more; `npm run e2e -- NAME --trace on` records one that is looked into.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath(), chromiumSandbox: false, args: BROWSER_ARGS },
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

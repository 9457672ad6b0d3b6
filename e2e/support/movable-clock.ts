import { test as base, type Journey, withEverkin } from './fixtures.ts'

/** Journeys with an Everkin whose clock can be moved ahead, so that nobody waits for a real minute to pass. */
export const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use, { program: 'packages/testing/src/clock-app.ts' }),
    { scope: 'worker' },
  ],
})

/** Moves the server's clock ahead by a minute; what was due within it follows within seconds. */
export function passMinute({ app }: Journey): void {
  process.kill(app.pid, 'SIGUSR2')
}

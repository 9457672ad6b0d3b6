import { BROWSER_ARGS, fullBrowserPath } from '../support/browser.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

// A browser without a user interface has no notifications.
const executablePath = fullBrowserPath()
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: executablePath ?? undefined, chromiumSandbox: false, args: BROWSER_ARGS },
})
test.skip(executablePath === null, 'needs Chromium with a user interface (Debian package chromium)')

const NOTE = { title: 'Ilse Marlow has replied', lang: 'en', dir: 'ltr', tag: 'chat', path: '/chathistory' }

test('a notification is shown when no page is visible; the switch stays off if no push service answers', {
  tag: '@desktop',
}, async ({ page, journey, problems }) => {
  await page.context().grantPermissions(['notifications'], { origin: journey.app.origin })
  await signInByApi(page, journey)
  await page.goto('/set#notifications')
  const woken = page.getByRole('switch', { name: 'Notify me even when Everkin is closed' })
  await expect(woken).toHaveAttribute('aria-checked', 'false')
  await expect(page.getByRole('switch', { name: 'Notify me when a character has something to say' })).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // No push service can be reached from here: the text says so, and the switch stays off.
  await woken.click()
  await expect(page.getByText('push service didn’t respond')).toBeVisible()
  await expect(woken).toHaveAttribute('aria-checked', 'false')
  // A browser without a profile cannot receive notifications, and the page says so.
  expect(problems.splice(0).join()).toContain('incognito')

  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: journey.app.origin,
      registrationId,
      data: JSON.stringify(NOTE),
    })
  const shown = () =>
    page.evaluate(
      'navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((all) => all.map(({ title }) => title))',
    )
  await push()
  await page.waitForTimeout(500)
  expect(await shown()).toEqual([])
  await page.goto('about:blank')
  await push()
  await page.waitForTimeout(500)
  await page.goto('/set')
  await expect.poll(shown).toEqual([NOTE.title])
})

test('notifications of finished replies stay off until they are switched on and allowed', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/set')
  const notify = page.getByRole('switch', { name: 'Notify me when a reply is ready' })
  await expect(notify).not.toBeChecked()
  await context.grantPermissions(['notifications'])
  await page.reload()
  // Settings stored on the device are rendered after hydration, which moves the content below them.
  await expect(page.getByText('each character has their own voice')).toBeVisible()
  await notify.click()
  await expect(notify).toBeChecked()
  await page.reload()
  await expect(notify).toBeChecked()
  await context.clearPermissions()
  await page.reload()
  await expect(notify).not.toBeChecked()
})

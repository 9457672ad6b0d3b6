import type { Page } from '@playwright/test'
import {
  composer,
  messages,
  newestMessage,
  openChat,
  sendAndAwaitReply,
  sendMessage,
  stopButton,
  storedMessages,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** The URLs in this browser's caches of every kind. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => [name, new URL(url)] as const),
      ),
    )
    return found.flat().map(([name, url]) => `${name.replace(/^everkin-(\w+).*/, '$1')} ${url.pathname}${url.search}`)
  })

const untilKept = (page: Page, pattern: RegExp) =>
  expect.poll(async () => (await kept(page)).filter((line) => pattern.test(line)).length).toBeGreaterThan(0)

/** Opens a chat, sends a message in it, and waits until all of it is cached. */
async function keepAChat(page: Page): Promise<string> {
  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'The lamp is out again.', /\S/)
  const address = new URL(page.url())
  const path = address.pathname + address.search
  await untilKept(page, new RegExp(`^pages ${path.replace('?', '\\?')}`))
  await untilKept(page, /^pages \/chathistory$/)
  await untilKept(page, /^assets \/offline$/)
  const isWholeChatKept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('everkin-chats-'))
      const cache = await caches.open(name ?? '')
      const replies = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
      const copies = (await Promise.all(replies.map((reply) => reply?.text()))).join()
      // The greeting and the reply, both to their end.
      return copies.includes('The lamp is out again.') && copies.split('"status":"complete"').length > 3
    })
  await expect.poll(isWholeChatKept).toBe(true)
  return path
}

test('everything that a browser requires for installing is present', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/ar')
  const manifestPath = await page.locator('link[rel=manifest]').getAttribute('href')
  expect(manifestPath).toBe('/manifest/ar.webmanifest')
  const manifest = await (await page.request.get(manifestPath ?? '')).json()
  expect(manifest).toMatchObject({ lang: 'ar', dir: 'rtl', start_url: '/ar', display: 'standalone' })
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const src of [...manifest.icons.map((icon: { src: string }) => icon.src), touchIcon]) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  }
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The browsers of the tests have no profile and therefore cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('chats are readable offline, and messages written offline are sent once', { tag: '@phone' }, async ({
  page,
  context,
  journey,
}) => {
  // What the browser cached as a visitor must not count as a sign of another person.
  await page.goto('/card/ilse')
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Are you 18 or older?' })).toBeVisible()
  await signInByApi(page, journey)
  const path = await keepAChat(page)
  const before = await messages(page).allInnerTexts()

  await context.setOffline(true)
  await page.reload()
  await expect(messages(page)).toHaveCount(before.length)
  await expect(newestMessage(page)).toContainText(before.at(-1)?.split('\n').at(-1) ?? '?')
  await sendMessage(page, 'First of the dark.')
  await sendMessage(page, 'Second of the dark.')
  await page.reload()
  await expect(page.getByText('Second of the dark.')).toBeVisible()

  await page.goto('/chathistory')
  await expect(page.getByRole('link', { name: /Ilse Marlow/ }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /Ilse Marlow/ })
    .first()
    .click()
  await expect(composer(page)).toBeVisible()
  await page.goto('/card/wren')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await page.getByRole('link', { name: /Ilse Marlow/ }).click()
  await expect(page.getByText('First of the dark.')).toBeVisible()

  await context.setOffline(false)
  await expect
    .poll(async () => own(await storedMessages(page)), { timeout: 20_000 })
    .toEqual(['The lamp is out again.', 'First of the dark.', 'Second of the dark.'])
  await page.goto(path)
  await expect(page.getByText('Second of the dark.')).toHaveCount(1)
})

const own = (list: { role: string; text: string }[]) =>
  list.filter(({ role }) => role === 'user').map(({ text }) => text)

test('reloading while a reply is being written keeps the offline pages', { tag: '@phone' }, async ({
  page,
  context,
  journey,
}) => {
  // What the browser cached as a visitor must not count as a sign of another person.
  await page.goto('/card/ilse')
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Are you 18 or older?' })).toBeVisible()
  await signInByApi(page, journey)
  const path = await keepAChat(page)
  const before = (await kept(page)).filter((line) => line.startsWith('pages '))
  journey.model.behave({ mode: 'normal', words: 60, delayMs: 60 })
  await sendMessage(page, 'Tell me everything.')
  await expect(newestMessage(page)).toContainText('The lamp')
  await page.reload()
  await expect(stopButton(page)).toHaveCount(0, { timeout: 20_000 })
  expect(await kept(page)).toEqual(expect.arrayContaining(before))
  await context.setOffline(true)
  await page.goto(path)
  await expect(messages(page).getByText('Tell me everything.')).toBeVisible()
})

test('nothing is left in the caches for the next person', { tag: '@desktop' }, async ({ page, context, journey }) => {
  await signInByApi(page, journey)
  const path = await keepAChat(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'sign out' }).filter({ visible: true }).click()
  await expect(page.getByText('signed out', { exact: false }).first()).toBeVisible()
  expect((await kept(page)).filter((line) => /^(chats|pages \/chat)/.test(line))).toEqual([])
  await context.setOffline(true)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByText('Chats you open while online can be read here offline.')).toBeVisible()
})

test('the navigation bars count unread messages, as they change on any device', { tag: '@desktop' }, async ({
  page,
  anotherDevice,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const other = await anotherDevice()
  await other.goto('/')
  const badge = other.locator('.tab .badge:visible')
  await expect(badge).toHaveCount(0)
  // Still being written when its reader leaves; otherwise it would have been read.
  journey.model.behave({ mode: 'normal', words: 60, delayMs: 50 })
  await sendMessage(page, 'Are you still there?')
  await expect(newestMessage(page)).toContainText('The lamp')
  await page.goto('/safety')
  // The other device connects when it is idle, which takes longer on a busy machine.
  await expect(badge).toHaveText(/1/, { timeout: 30_000 })
  await other.reload()
  await expect(badge).toHaveText(/1/)
  await other.getByRole('link', { name: /^Chat/ }).locator('visible=true').first().click()
  await other
    .getByRole('link', { name: /Ilse Marlow/ })
    .first()
    .click()
  await expect(composer(other)).toBeVisible()
  await expect(badge).toHaveCount(0)
  await expect(page.locator('.tab .badge:visible')).toHaveCount(0)
})

test('the waiting page continues by itself to the requested page', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/loadingServer')
  await expect(page.getByRole('heading', { name: 'The server is ready' })).toBeVisible()
  let isReady = false
  await page.route('**/readyz', async (route) => {
    if (isReady) await route.continue()
    else await route.fulfill({ status: 503, json: { ready: false } })
  })
  await page.goto('/loadingServer?wait=1&next=%2Fsafety%3Fa%3D1%23lines')
  await expect(page.getByRole('heading', { name: 'The server isn’t ready yet' })).toBeVisible()
  isReady = true
  await expect(page).toHaveURL(/\/safety\?a=1#lines$/)
  await page.goto('/loadingServer?next=https://elsewhere.example/')
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
})

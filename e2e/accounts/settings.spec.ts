import type { Page } from '@playwright/test'
import { openChat, sendAndAwaitReply } from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const root = (page: Page) => page.locator('html')

/** As the server rendered it, before any script could change it. */
async function drawnRoot(page: Page, address: string): Promise<string> {
  const html = await (await page.request.get(address)).text()
  return html.match(/<html[^>]*>/)?.[0] ?? ''
}

/** Gives the browser two voices, one of the device and one from the network, and records what is spoken by which. */
async function giveVoices(page: Page): Promise<void> {
  await page.addInitScript(`
    const voices = [
      { name: 'Net', lang: 'en-US', localService: false, default: true },
      { name: 'Device', lang: 'en-GB', localService: true, default: false },
    ]
    window.said = []
    window.silenced = 0
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
    Object.defineProperty(window, 'speechSynthesis', { value: Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (utterance) => window.said.push(utterance.voice.name + ' ' + utterance.rate + ': ' + utterance.text),
      cancel: () => { window.silenced += 1 },
    }) })
  `)
}

test('theme, text size and motion apply at once, and the server renders the next page with them', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  await page.goto('/set')
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const before = await background()
  await page.getByRole('radio', { name: 'Light', exact: true }).check()
  expect(await background()).not.toBe(before)
  await page.getByRole('radio', { name: 'Largest' }).check()
  await expect(root(page)).toHaveCSS('font-size', '24px')
  await page.getByRole('switch', { name: 'Reduce motion' }).click()
  await expect(root(page)).toHaveAttribute('data-motion', 'less')

  for (const address of ['/set', '/', '/ar']) {
    const drawn = await drawnRoot(page, address)
    for (const part of ['data-theme="light"', 'data-size="150"', 'data-motion="less"']) expect(drawn).toContain(part)
  }
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Light', exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Largest' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Reduce motion' })).toBeChecked()
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#f9f3f0')
  expect(await background()).not.toBe(before)
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0)

  await page.getByRole('radio', { name: 'Match device' }).check()
  await page.getByRole('radio', { name: 'Default' }).check()
  await page.getByRole('switch', { name: 'Reduce motion' }).click()
  expect(await drawnRoot(page, '/set')).not.toMatch(/data-(theme|size|motion)/)
})

test('changing the language keeps the page, and changes only that field of the profile', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey, { nickname: 'Ana María', ageScope: 2 })
  await page.goto('/set?from=me')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page).toHaveURL(/\/de\/set\?from=me#language$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  expect(await callApi(page, 'GET /api/user/info')).toMatchObject({ lang: 'de', nickname: 'Ana María', age_scope: 2 })
})

test('choosing a language in the header also changes the language of emails', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/?sort=new')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\?sort=new$/)
  await expect.poll(() => callApi(page, 'GET /api/user/info')).toMatchObject({ lang: 'de', nickname: 'Mara' })
})

test('the settings of the voice show what this browser can do, and stay off until switched on', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/set')
  const voice = page.getByRole('switch', { name: 'Read replies aloud' })
  await expect(voice).not.toBeChecked()
  await expect(page.getByText('each character has their own voice')).toBeVisible()
  // This browser has no voices.
  await page.getByRole('radio', { name: 'This device' }).check()
  await expect(voice).toBeDisabled()
  await expect(page.getByText('This browser has no built-in voices, so replies aren’t read aloud.')).toBeVisible()
})

test('a reply is read aloud by a voice of the device, without its stage directions, and typing stops it', {
  tag: '@phone',
}, async ({ page, journey }) => {
  journey.model.behave({ mode: 'scripted', script: ['*She looks up.* Come in. The kettle is on.'] })
  await giveVoices(page)
  await signInByApi(page, journey)
  await page.goto('/set')
  await page.getByRole('radio', { name: 'This device' }).check()
  await page.getByRole('switch', { name: 'Read replies aloud' }).click()
  await page.getByRole('radio', { name: '1.2×' }).check()
  await page.getByRole('button', { name: 'Hear a sample' }).click()
  expect(await page.evaluate('window.said[0]')).toBe('Device 1.2: There.')

  await openChat(page, 'ilse')
  await sendAndAwaitReply(page, 'Hello', 'The kettle is on.')
  await expect
    .poll(() => page.evaluate('window.said'))
    .toEqual(['Device 1.2: Come in.', 'Device 1.2: The kettle is on.'])
  const stop = page.getByRole('button', { name: 'Close the player' })
  await expect(stop).toBeVisible()
  await page.getByRole('textbox', { name: /Message Ilse/ }).fill('And')
  await expect(stop).toBeHidden()
  expect(await page.evaluate('window.silenced')).toBeGreaterThan(0)
})

test('deleting the account asks first, and signing out in the settings works', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  const email = await signInByApi(page, journey)
  await page.goto('/set#account')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  const remove = page.getByRole('button', { name: /delete account/i })
  await remove.click()
  await page.getByRole('alertdialog', { name: 'Confirm deletion' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await page.getByRole('button', { name: /sign out/i }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Signed out')).toBeVisible()
})

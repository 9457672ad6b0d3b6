import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../support/fixtures.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' })
const log = (page: Page) => page.getByRole('log')

async function openChat(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name }).first().click()
  await page
    .getByRole('button', { name: /start chat/i })
    .or(page.getByRole('link', { name: /start chat/i }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(composer(page)).toBeVisible()
  // The composer is there before the scripts of a page are. React marks the elements that it has hydrated.
  const isHydrated = (field: Element) => Object.keys(field).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => composer(page).evaluate(isHydrated)).toBe(true)
}

/** The newest message that the server has stored in the open chat. */
async function newestMessage(page: Page): Promise<{ status: string; text: string }> {
  const chatId = new URL(page.url()).searchParams.get('chat_id') ?? ''
  const cookies = await page.context().cookies()
  const user = JSON.parse(decodeURIComponent(cookies.find((cookie) => cookie.name === 'user')?.value ?? '{}')) as {
    token: string
  } // the contract's cookie
  const reply = await page.request.get(`/api/chat/getMessages?chat_id=${chatId}`, {
    headers: { 'User-Token': user.token, Platform: '3' },
  })
  const { data } = (await reply.json()) as { data: { list: { status: string; text: string }[] } } // the envelope
  return data.list.at(-1) ?? { status: 'none', text: '' }
}

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

test('signs in, picks a character, sends three messages and sees them answered', async ({ page, journey }) => {
  journey.model.behave({ mode: 'normal', words: 12, delayMs: 15 })
  await signIn(page, journey)
  await openChat(page, 'Ilse Marlow')
  for (const text of ['Good evening', 'Where does this ferry go?', 'Then take me along']) {
    const replies = journey.model.requests.length
    await say(page, text)
    await expect(log(page).getByText(text, { exact: true })).toBeVisible()
    await expect.poll(() => journey.model.requests.length).toBe(replies + 1)
    await expect(stop(page)).toHaveCount(0)
  }
  await page.reload()
  await expect(log(page).getByText('Then take me along')).toBeVisible()
})

test('a reload in the middle of a reply loses nothing', { tag: '@phone' }, async ({ page, journey }) => {
  journey.model.behave({ mode: 'normal', words: 60, delayMs: 40 })
  await signIn(page, journey)
  await openChat(page, 'Bram')
  await say(page, 'Tell me about the lighthouse')
  await expect(stop(page).first()).toBeVisible()
  await page.waitForTimeout(600)
  await page.reload()
  await expect(log(page).getByText('Tell me about the lighthouse')).toBeVisible()
  await expect(stop(page)).toHaveCount(0, { timeout: 20_000 })
  const stored = await newestMessage(page)
  expect(stored.status).toBe('complete')
  const words = stored.text.trim().split(/\s+/)
  await expect(log(page)).toContainText(words.slice(-4).join(' '))
})

test('messages written offline are sent once and in order when the network is back', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  journey.model.behave({ mode: 'normal', words: 5, delayMs: 5 })
  await signIn(page, journey)
  await openChat(page, 'June Hallow')
  const mark = randomBytes(4).toString('hex')
  await context.setOffline(true)
  await expect(page.getByText('You’re offline').filter({ visible: true }).first()).toBeVisible()
  for (const n of [1, 2, 3]) await say(page, `${mark} ${n}`)
  await expect(page.getByText('Waiting to send').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Waiting to send')).toHaveCount(0, { timeout: 20_000 })
  await page.reload()
  const mine = log(page).getByText(new RegExp(`^${mark} \\d$`))
  await expect(mine).toHaveText([`${mark} 1`, `${mark} 2`, `${mark} 3`])
})

test('REC-04: waiting messages survive two reloads, and are sent once and in order', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  // Only the socket is closed: without a network the page itself could not be reloaded.
  let isCut = false
  await page.routeWebSocket(/\/ws/, (socket) => {
    if (isCut) return socket.close()
    const server = socket.connectToServer()
    cuts.push(() => {
      void socket.close()
      void server.close()
    })
  })
  const cuts: (() => void)[] = []
  journey.model.behave({ mode: 'normal', words: 5, delayMs: 5 })
  await signIn(page, journey)
  await openChat(page, 'Kenji Arata')
  const mark = randomBytes(4).toString('hex')
  isCut = true
  for (const cut of cuts) cut()
  for (let n = 1; n <= 10; n++) await say(page, `${mark} ${n}`)
  for (let reload = 0; reload < 2; reload++) {
    await page.reload()
    await expect(page.getByText(`${mark} 10`).first()).toBeVisible()
    await expect(page.getByText('Waiting to send').first()).toBeVisible()
  }
  isCut = false
  await expect(page.getByText('Waiting to send')).toHaveCount(0, { timeout: 30_000 })
  await page.reload()
  const mine = log(page).getByText(new RegExp(`^${mark} \\d+$`))
  await expect(mine).toHaveText(Array.from({ length: 10 }, (_, i) => `${mark} ${i + 1}`))
})

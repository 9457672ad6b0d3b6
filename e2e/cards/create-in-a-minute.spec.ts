import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { messageLog } from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const sentence = (page: Page) => page.getByLabel('Who is your character?')
const lit = (page: Page) => page.getByRole('list', { name: 'Included in the picture' }).getByRole('listitem')

test('one sentence becomes a face, a voice and a first line, and then a chat', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/createSingle')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/task/') && calls.push(request.url()))
  await sentence(page).fill('A retired orc with pink hair who juggles chainsaws')
  await expect(lit(page)).toHaveText(['retired', 'orc', 'pink hair'])
  await expect(page.locator('.sketch-missed')).toHaveText(['juggles', 'chainsaws'])
  const face = page.getByRole('img', { name: 'The face drawn from your words' })
  const first = await face.getAttribute('src')
  await page.getByRole('button', { name: 'Another face' }).click()
  await expect(face).not.toHaveAttribute('src', first ?? '')
  expect(calls).toEqual([])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Write a draft' }).click()
  await expect(field(page, 'Name')).not.toHaveValue('')
  await expect(field(page, 'What they say first')).not.toHaveValue('')
  await page.getByRole('radio', { name: 'Lower', exact: true }).check()
  await field(page, 'What they say first').fill('*She catches the last one.* You are early.')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(messageLog(page)).toContainText('You are early.')
  const own = (await callApi(page, 'GET /api/user/chatCardList?type=single')) as {
    list: { avatar: string; visibility: string }[] // the contract's
  }
  expect(own.list).toMatchObject([{ avatar: expect.stringMatching(/^\/media\//), visibility: 'private' }])
})

test('a draft is offered where it was left, with its face', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/createSingle')
  await sentence(page).fill('A wizard with a long white beard in a castle')
  await field(page, 'Name').fill('Odo')
  await expect(page.locator('.editor-state')).toHaveText(/^Saved /)
  const face = page.getByRole('img', { name: 'The face drawn from your words' })
  const drawn = await face.getAttribute('src')

  await page.goto('/createSingle')
  await expect(field(page, 'Name')).toHaveValue('')
  await page.getByRole('link', { name: 'Continue your draft of Odo' }).click()
  await expect(field(page, 'Name')).toHaveValue('Odo')
  await expect(sentence(page)).toHaveValue('A wizard with a long white beard in a castle')
  await expect(face).toHaveAttribute('src', drawn ?? '')
})

test('the first face that is kept is free; a second one says what it costs, and then costs it', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const wish = { product_id: 'coins-100', idempotency_key: `coins-${Date.now()}` }
  const { id } = (await callApi(page, 'POST /api/order/create', wish)) as { id: string } // the contract's order
  await callApi(page, 'POST /api/order/payment', { order_id: id, payment_method: '4242424242424242' })
  const coins = async () =>
    ((await callApi(page, 'GET /api/user/info')) as { wallet: { coin_num: number } }).wallet.coin_num // the contract's
  await page.goto('/createSingle')
  await sentence(page).fill('A mermaid with turquoise hair')
  await expect(page.getByText('The first face you keep is free.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep this face' }).click()
  await expect(page.getByText('Kept', { exact: true })).toBeVisible()
  expect(await coins()).toBe(100)

  await page.getByRole('button', { name: 'Another face' }).click()
  await page.getByRole('button', { name: 'Keep this face for 5 coins' }).click()
  await expect(page.getByRole('button', { name: 'Kept face 2' })).toBeVisible()
  expect(await coins()).toBe(95)
})

test('a cast is started from a ready one', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/createGroups')
  await page.getByRole('button', { name: /^A mystery needs three/ }).click()
  await expect(page.locator('.editor-member')).toHaveCount(3)
  await expect(field(page, 'Title')).toHaveValue('A mystery needs three')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(messageLog(page)).toContainText('The clock stopped')
})

// @vitest-environment happy-dom
import type { Attachment } from '@everkin/contract/types.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testMessage } from '../realtime/testing/server-model.ts'
import { FakeApi, PERSON, Refusal, renderChat } from '../testing/render-chat.tsx'

let items = 0

/** A locked picture with a unique id, since the page stores the newest view of each item. */
const createTestPicture = (price: number): Attachment => ({
  id: `picture-${++items}`,
  kind: 'image',
  locked: true,
  price,
  thumbnail: '/thumbnail.webp',
  url: null,
  width: 600,
  height: 800,
  duration_ms: null,
  caption: 'At the harbour',
  generated: true,
})

const walletOf = (coin_num: number) => ({ ...PERSON.wallet, coin_num })
const withCoins = (coins: number) =>
  new FakeApi().on('GET /api/user/info', () => ({ ...PERSON, wallet: walletOf(coins) }))
const show = (picture: Attachment, api: FakeApi) =>
  renderChat({ messages: [testMessage({ id: 'chat-1', attachments: [picture] })], api })

it('shows the price and the balance, and reveals the picture once it is unlocked', async () => {
  const picture = createTestPicture(20)
  const api = withCoins(30).on('POST /api/chat.Single/unlockImgByThumbnail', () => ({
    attachment: { ...picture, locked: false, url: '/picture.webp' },
    wallet: walletOf(10),
  }))
  const { user } = await show(picture, api)
  expect(await screen.findByText('You have 30 coins')).toBeTruthy()
  expect(screen.queryByText(/At the harbour/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Unlock for 20 coins' }))
  expect(await screen.findByRole('button', { name: 'Show picture: At the harbour' })).toBeTruthy()
  expect(screen.getByText('Unlocked')).toBeTruthy()
  expect(screen.getByText('AI picture')).toBeTruthy()
  expect(api.inputsOf('POST /api/chat.Single/unlockImgByThumbnail')).toMatchObject([
    { chat_id: 'chat', attachment_id: picture.id, shown_price: 20 },
  ])
})

it('links to the coin shop when there are too few coins', async () => {
  await show(createTestPicture(20), withCoins(5))
  const link = await screen.findByRole('link', { name: 'Get coins' })
  expect(link.getAttribute('href')).toBe('/price')
  expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull()
  expect(screen.getByText(/20 coins · You have 5 coins/)).toBeTruthy()
})

it('retries with the same idempotency key after a failure, so that it is charged once', async () => {
  const api = withCoins(30)
    .on('GET /api/chat/images', () => ({ list: [], next_cursor: null }))
    .on('POST /api/chat.Single/unlockImgByThumbnail', () => new Refusal('Conflict', 'Something has changed.'))
  const { user } = await show(createTestPicture(20), api)
  const unlock = await screen.findByRole('button', { name: 'Unlock for 20 coins' })
  await user.click(unlock)
  expect(await screen.findByText('Something has changed.')).toBeTruthy()
  await user.click(unlock)
  const keys = api.inputsOf('POST /api/chat.Single/unlockImgByThumbnail').map((input) => input.idempotency_key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('offers no purchase where it is not allowed', async () => {
  await show(createTestPicture(0), withCoins(30))
  expect(await screen.findByText('Locked picture')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull()
})

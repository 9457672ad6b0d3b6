import { readFileSync } from 'node:fs'
import { fullCard, pngOf, textChunk, zipWith } from '@everkin/testing/card-files/card-file-builders.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { messages } from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const line = (name: string, mes: string, more: object = {}) =>
  JSON.stringify({ name, is_user: name === 'Mara', is_system: false, mes, send_date: '2024-05-01T10:00:00Z', ...more })

const CHAT = [
  JSON.stringify({ user_name: 'Mara', character_name: 'Sunniva', chat_metadata: {} }),
  line('Sunniva', 'Mind the ladder.'),
  line('System', 'A lamp goes out.', { extra: { type: 'narrator' } }),
  line('Mara', 'A thought of my own.', { is_system: true }),
  '{ broken',
].join('\n')

/** A card without the data of this program, so that it states no age. */
function cardNamed(name: string) {
  const card = fullCard()
  return pngOf([textChunk('ccv3', { ...card, data: { ...card.data, name, nickname: '', extensions: {} } })])
}

const DATA = zipWith([
  { name: 'default-user/characters/Sunniva.png', bytes: cardNamed('Sunniva') },
  { name: 'default-user/characters/Broken.png', bytes: 'no picture' },
  { name: 'default-user/chats/Sunniva/First.jsonl', bytes: CHAT },
  { name: 'default-user/chats/Nobody/Lonely.jsonl', bytes: CHAT },
  { name: 'default-user/worlds/Harbour.json', bytes: JSON.stringify({ entries: {} }) },
  { name: 'default-user/backgrounds/sea.jpg', bytes: 'x' },
  {
    name: 'default-user/settings.json',
    bytes: JSON.stringify({ power_user: { personas: { 'a.png': 'Mara the painter' } } }),
  },
])

const archive = (name: string, buffer: Buffer) => ({ name, buffer, mimeType: 'application/zip' })

test('a SillyTavern folder moves in as a ZIP, and from there into another account', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  test.setTimeout(120_000)
  await signInByApi(page, journey)
  await page.goto('/createSingle/import')
  await page.locator('.import-drop input[type=file]').first().setInputFiles(archive('sillytavern.zip', DATA))
  const moving = page.getByRole('region', { name: 'Import everything' })
  for (const found of ['Characters: 2', 'Chats: 1', 'Lorebooks: 1', 'Roles: 1', 'Backgrounds: 1'])
    await expect(moving.getByText(found)).toBeVisible()
  await expect(moving.getByText('Chats without their character: 1')).toBeVisible()
  await expectAccessible(page, { within: 'main' })

  await moving.getByRole('textbox', { name: 'Age' }).fill('17')
  await moving.getByRole('button', { name: 'Import all' }).click()
  await expect(moving.getByText('Every character must be an adult')).toBeVisible()
  await moving.getByRole('textbox', { name: 'Age' }).fill('34')
  await moving.getByRole('button', { name: 'Import all' }).click()
  await expect(moving.getByText('Import finished')).toBeVisible({ timeout: 30_000 })
  await expect(moving.getByText('Imported: 3')).toBeVisible()
  await expect(moving.getByText('Failed: 1')).toBeVisible()
  await expect(moving.getByText('Lines skipped or changed: 1')).toBeVisible()
  await expect(moving.getByText('No imported character uses this lorebook', { exact: false })).toBeVisible()
  await expectAccessible(page, { within: 'main' })
  const coming = page.waitForEvent('download')
  await moving.getByRole('button', { name: 'Save the report' }).click()
  expect(readFileSync(await (await coming).path(), 'utf8')).toContain('Nobody/Lonely')

  await page.goto('/chat')
  await page
    .getByRole('link', { name: /Sunniva/ })
    .first()
    .click()
  await expect(messages(page).filter({ hasText: 'A lamp goes out.' })).toBeVisible()
  await expect(messages(page).filter({ hasText: 'A thought of my own.' })).toContainText('Hidden from the character')

  // Once more: everything is here already.
  await page.goto('/createSingle/import')
  await page.locator('.import-drop input[type=file]').first().setInputFiles(archive('sillytavern.zip', DATA))
  await moving.getByRole('textbox', { name: 'Age' }).fill('34')
  await moving.getByRole('button', { name: 'Import all' }).click()
  await expect(moving.getByText('Already here: 3')).toBeVisible({ timeout: 30_000 })

  // What Everkin gives someone as their data comes in, too, with the lorebook and the preset of a chat.
  const samplers = { temperature: 0.5, top_p: null, top_k: null, min_p: null, seed: null }
  const penalties = { repetition_penalty: null, frequency_penalty: null, presence_penalty: null }
  const lengths = { max_reply_tokens: null, context_tokens: null, reasoning: null }
  const tides = { entries: [{ keys: ['tide'], content: 'It comes twice a day.', insertion_order: 10 }] }
  const [chat] = await chatsOf(page)
  const book = await idOf(callApi(page, 'POST /api/lorebook/save', { name: 'Tides', content: tides }))
  const slow = { name: 'Slow', samplers: { ...samplers, ...penalties }, stop: ['END'], ...lengths }
  const preset = await idOf(callApi(page, 'POST /api/preset/save', slow))
  await callApi(page, 'POST /api/chat/settings', { chat_id: chat?.id, preset_id: preset, lorebook_ids: [book] })
  await page.goto('/set')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const mine = readFileSync(await (await saved).path())
  await page.context().clearCookies()
  await signInByApi(page, journey)
  await page.goto('/createSingle/import')
  await page.locator('.import-drop input[type=file]').first().setInputFiles(archive('everkin.zip', mine))
  for (const found of ['Characters: 1', 'Lorebooks: 1', 'Presets: 1'])
    await expect(moving.getByText(found)).toBeVisible()
  await expect(moving.getByRole('textbox', { name: 'Age' })).toHaveCount(0)
  await moving.getByRole('button', { name: 'Import all' }).click()
  await expect(moving.getByText('Imported: 5')).toBeVisible({ timeout: 30_000 })
  const [copy] = await chatsOf(page)
  const presets = (await callApi(page, 'GET /api/preset/list')) as { id: string; builtin: boolean }[] // the contract's list
  const [own] = presets.filter(({ builtin }) => !builtin)
  expect(own).toMatchObject({ ...slow, id: expect.not.stringMatching(preset) })
  const books = (await callApi(page, 'GET /api/lorebook/list')) as { list: object[] } // the contract's page
  expect(books.list).toMatchObject([{ name: 'Tides', entries: 1, chats: [{ id: copy?.id }] }])
  expect(await callApi(page, `GET /api/chat/info?chat_id=${copy?.id}`)).toMatchObject({
    settings: { preset_id: own?.id },
  })
  await page.goto('/chat')
  await page
    .getByRole('link', { name: /Sunniva/ })
    .first()
    .click()
  await expect(messages(page).filter({ hasText: 'A thought of my own.' })).toContainText('Hidden from the character')
})

async function chatsOf(page: Page): Promise<{ id: string }[]> {
  return ((await callApi(page, 'GET /api/chat/list')) as { list: { id: string }[] }).list // the contract's page
}

async function idOf(saved: Promise<unknown>): Promise<string> {
  return ((await saved) as { id: string }).id // what the contract says
}

test('several cards are saved at once, with one age', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/createSingle/import')
  const file = (name: string) => ({ name: `${name}.png`, buffer: cardNamed(name), mimeType: 'image/png' })
  await page.locator('.import-drop input[type=file]').first().setInputFiles(['Alma', 'Bela', 'Cora'].map(file))
  const all = page.getByRole('region', { name: 'Save all characters' })
  await expect(all.getByRole('button', { name: 'Save all as drafts' })).toBeVisible()
  await all.getByRole('textbox', { name: 'Age' }).fill('40')
  await expect(page.getByRole('list', { name: 'Files' }).getByText('V3 card')).toHaveCount(3)
  await all.getByRole('button', { name: 'Save all', exact: true }).click()
  await expect(page.getByText('Saved: 3')).toBeVisible()
  await expect(page.getByRole('article').getByRole('link', { name: 'View card' })).toBeVisible()
})

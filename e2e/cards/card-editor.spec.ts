import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openMore } from '../support/card-form.ts'
import { messageLog, sendAndAwaitReply } from '../support/chat-actions.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const state = (page: Page) => page.locator('.editor-state')
const OPENING = '*The lamp swings round.* Visitor number four.'

async function makeCharacter(page: Page, name: string, more: object = {}): Promise<{ id: string }> {
  const body = {
    name,
    tagline: 'Waits for one ship.',
    age: 118,
    visibility: 'public',
    definition: { first_mes: OPENING },
  }
  return (await callApi(page, 'POST /api/chat.Single/saveCard', { ...body, ...more })) as { id: string } // the contract's
}

test('a character is made by hand: missing fields are marked, then the chat starts, and the character is listed', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/me')
  await expect(page.getByText('No characters yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create a character' }).click()
  await expect(page).toHaveURL(/\/createSingle$/)

  await openMore(page)
  await field(page, 'Name').fill('Vesper-9')
  await field(page, 'Age').fill('١٧')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(field(page, 'Tagline')).toBeFocused()
  await expect(page.getByText('Please check 2 fields.')).toBeVisible()
  await expect(page.getByText('Characters must be 18 or older.', { exact: true })).toBeVisible()
  await field(page, 'Age').fill('١١٨')
  await field(page, 'Tagline').fill('A lighthouse robot waiting for one ship.')
  await expect(page.getByText('Please check')).toHaveCount(0)
  await field(page, 'What they say first').fill(OPENING)
  await field(page, 'Tags').fill('Sci-fi، quiet،')
  await expect(page.getByRole('button', { name: 'Remove quiet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start chatting' }).click()

  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(messageLog(page)).toContainText('Visitor number four.')
  await sendAndAwaitReply(page, 'Good evening.', /\S/)
  expect(await callApi(page, 'GET /api/editor/drafts?type=single')).toEqual([])
  await page.goto('/me')
  await expect(page.locator('a.book').filter({ hasText: 'Vesper-9' })).toBeVisible()
  await expectAccessible(page)
})

test('while a card is being saved, its form takes no input, and a refused one has it again', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const { id } = await makeCharacter(page, 'Orla')
  await page.goto(`/createSingle?id=${id}`)
  const tagline = field(page, 'Tagline')
  await tagline.fill('Counts the waves.')
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/saveCard', async (route) => {
    await sent
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page.locator('.editor-form')).toHaveJSProperty('inert', true)
  await tagline.press('End').catch(() => undefined)
  await page.keyboard.type(' And more.')
  await expect(tagline).toHaveValue('Counts the waves.')
  send()
  await expect(page).toHaveURL(/\/chat\?/)
  await page.unroute('**/saveCard')

  await page.goto(`/createSingle?id=${id}`)
  const issues = [{ path: 'tagline', message: 'too_long' }]
  await page.route('**/saveCard', (route) =>
    route.fulfill({ status: 400, json: { code: 1000, msg: 'Please check.', data: { issues } } }),
  )
  await tagline.fill('Counts the stars.')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(tagline).toBeFocused()
})

test('a new character is private; publishing says who will see what, and can be reverted', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  const isListed = async (name: string) => {
    const { list } = (await callApi(page, `GET /api/chat.Single/cardList?q=${name}`)) as { list: { name: string }[] } // the contract's
    return list.some((card) => card.name === name)
  }
  await signInByApi(page, journey)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/createSingle')
  await openMore(page)
  await field(page, 'Name').fill('Marlowe-3')
  await field(page, 'Age').fill('34')
  await field(page, 'Tagline').fill('A retired astronaut.')
  await field(page, 'What they say first').fill(OPENING)
  await expect(page.getByText('Only you can see the card and start a chat.')).toBeVisible()
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  expect(await isListed('Marlowe-3')).toBe(false)

  await page.goto('/me')
  await page.getByRole('button', { name: 'More options for Marlowe-3' }).click()
  await page.getByRole('menuitem', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Marlowe-3?' })
  await expect(dialog).toContainText('Others will see the name, portrait')
  await expect(dialog).toContainText('What only the model reads, such as the description and personality, isn’t shown.')
  await expect(dialog.getByRole('radio', { name: /^Public/ })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await isListed('Marlowe-3')).toBe(false)

  // The page of the card has the same action.
  await page.locator('a.book').filter({ hasText: 'Marlowe-3' }).click()
  await expect(page.getByText('Only you can see the card and start a chat.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(page.getByText('Anyone can find the card and start a chat.')).toBeVisible()
  expect(await isListed('Marlowe-3')).toBe(true)
  await expectAccessible(page)

  // Saving a change in the form leaves it public.
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText('Anyone can find the card and start a chat.')).toBeVisible()
  await field(page, 'Tagline').fill('An astronaut, retired twice.')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  expect(await isListed('Marlowe-3')).toBe(true)

  await page.goto('/me')
  await page.getByRole('button', { name: 'More options for Marlowe-3' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unpublish Marlowe-3?' })
  await expect(question.getByRole('button', { name: 'Keep published' })).toBeFocused()
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Unpublished. The card is private again.')).toBeVisible()
  expect(await isListed('Marlowe-3')).toBe(false)
})

test('a group is published only with characters that everyone can chat with', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  const { id } = await makeCharacter(page, 'Thora', { visibility: 'private' })
  const cast = { name: 'Midnight Pier', opening: 'The last lamp goes out.', member_ids: ['ilse', id] }
  await callApi(page, 'POST /api/chat.Multiple/saveCard', cast)
  await page.goto('/me/groups')
  await page.getByRole('button', { name: 'More options for Midnight Pier' }).click()
  await page.getByRole('menuitem', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Midnight Pier?' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'One character in the cast isn’t visible to everyone. Publish that character first, or choose another.',
  )
  await callApi(page, 'POST /api/chat.Single/saveCard', { id, visibility: 'unlisted' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
})

test('a draft survives a reload, and a conflict with a second tab is reported and loses nothing', {
  tag: '@phone',
}, async ({ page, context, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/createSingle')
  await field(page, 'Name').fill('Odile')
  await expect(state(page)).toHaveText(/^Saved /)
  await expect(page).toHaveURL(/\?draft=/)
  await page.reload()
  await expect(field(page, 'Name')).toHaveValue('Odile')

  const other = await context.newPage()
  await other.goto(page.url())
  await field(other, 'Name').fill('Odile the Second')
  await expect(state(other)).toHaveText(/^Saved /)
  await openMore(page)
  await field(page, 'Tagline').fill('Keeps the tide tables.')
  await expect(page.getByText('This draft was changed in another tab')).toBeVisible()
  await page.getByRole('button', { name: 'Use the other version' }).click()
  await expect(field(page, 'Name')).toHaveValue('Odile the Second')
  await other.close()
  const drafts = (await callApi(page, 'GET /api/editor/drafts?type=single')) as { name: string }[] // the contract's
  expect(drafts.map(({ name }) => name).sort()).toEqual(['Odile', 'Odile the Second'])

  // Without a network it stays on the device, and is sent automatically later.
  await context.setOffline(true)
  await field(page, 'Name').fill('Odile by the sea')
  await expect(state(page)).toContainText('you’re offline')
  await context.setOffline(false)
  await expect(state(page)).toHaveText(/^Saved /)
  await page.goto('/me?show=draft')
  await page.getByRole('link', { name: /Odile by the sea/ }).click()
  await expect(field(page, 'Name')).toHaveValue('Odile by the sea')
})

test('a character is drafted from one sentence, tried without storing anything, and saved', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/createSingle')
  await page.getByLabel('Who is your character?').fill('A retired harbour pilot who collects fog')
  await page.getByRole('button', { name: 'Write a draft' }).click()
  await expect(page.getByRole('button', { name: 'Restore previous text' })).toBeVisible()
  await expect(field(page, 'Name')).not.toHaveValue('')
  await expect(field(page, 'What they say first')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Restore previous text' }).click()
  await expect(field(page, 'Name')).toHaveValue('')
  await page.getByRole('button', { name: 'Write a draft' }).click()
  await expect(page.getByRole('button', { name: 'Restore previous text' })).toBeVisible()

  await page.getByRole('button', { name: 'Test character' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Nothing is saved, and no messages are used.')).toBeVisible()
  await dialog.getByLabel('Say something').fill('Is it foggy?')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('listitem').last()).toContainText(/\S/)
  await dialog.getByLabel('Say something').fill('I want to end my life')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('heading', { name: 'You don’t have to go through this alone' })).toBeInViewport()
  await expect(dialog.locator('.help-line').first()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await callApi(page, 'GET /api/chat/list')).toMatchObject({ list: [] })

  await openMore(page)
  if ((await field(page, 'Age').inputValue()) === '') await field(page, 'Age').fill('71')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
})

test('a card is changed, its versions compared word by word, and the old one restored', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  const { id } = await makeCharacter(page, 'Sunniva')
  await page.goto(`/createSingle?id=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sunniva' })).toBeVisible()
  await field(page, 'Tagline').fill('Waits for two ships.')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)

  await page.goto(`/createSingle/versions?id=${id}`)
  await expect(page.getByRole('heading', { name: 'What changes if you restore version 1' })).toBeVisible()
  await expect(page.locator('del')).toHaveText(['two', 'ships'])
  await expect(page.locator('ins')).toHaveText(['one', 'ship'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByText('Restored from version 1')).toBeVisible()
  expect(await callApi(page, `GET /api/editor/card?id=${id}`)).toMatchObject({
    card: { tagline: 'Waits for one ship.' },
    version: 3,
  })
})

test('a lorebook is written and tested; fields of other apps stay', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const character_book = { x_kept: 7, entries: [], extensions: {} }
  const { id } = await makeCharacter(page, 'Pilar', { definition: { first_mes: OPENING, character_book } })
  await page.goto(`/createSingle?id=${id}`)
  await page.getByText('Lorebook', { exact: true }).click()
  await page.getByRole('button', { name: 'Add an entry' }).click()
  await page.getByLabel('Trigger words', { exact: true }).fill('灯台\nالمنارة')
  await page.getByLabel('Content', { exact: true }).fill('It burns whale oil.')
  await page.getByLabel('Try a message').fill('هل تعمل المنارة اليوم؟')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  // In bidi isolation, since the word runs against the sentence.
  await expect(page.getByText('Mentioned: \u2068المنارة\u2069')).toBeVisible()
  await page.getByLabel('Try a message').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  expect(await callApi(page, `GET /api/editor/card?id=${id}`)).toMatchObject({
    card: { definition: { character_book: { x_kept: 7, entries: [{ keys: ['灯台', 'المنارة'] }] } } },
  })
})

test('a group is made of characters from Explore and one’s own, chatted in, and deleted', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await makeCharacter(page, 'Thora')
  await page.goto('/createGroups')
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page.getByText('Choose two to eight characters.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a character' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button')
    .filter({ has: page.locator('.arch') })
    .first()
    .click()
  await dialog.getByRole('radio', { name: 'My characters' }).check()
  await dialog.getByRole('button', { name: /Thora/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Move Thora up' }).click()
  await expect(page.locator('.editor-member b').first()).toHaveText('Thora')
  await field(page, 'Title').fill('The Midnight Pier')
  await field(page, 'Where does the story begin?').fill('The last lamp goes out.')
  await page.getByRole('radio', { name: /^In order/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start chatting' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(messageLog(page)).toContainText('The last lamp goes out.')
  await sendAndAwaitReply(page, 'Who is there?', /\S/)

  await page.goto('/me/groups')
  await page.getByRole('button', { name: 'More options for The Midnight Pier' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('No groups yet')).toBeVisible()
})

import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const DEFINITION = {
  description: 'Wren keeps the town’s time.\n\nHer hands smell of oil.',
  personality: 'Dry, patient, *never* late.',
  first_mes: 'You’re early.',
  alternate_greetings: ['You’re late.'],
  character_book: { entries: [{ keys: ['bell'], content: 'The bell is cracked.', enabled: true }] },
}

async function make(page: Page, changes: Record<string, unknown>, kind = 'Single'): Promise<string> {
  const body = { name: 'Wren Ashdown', tagline: 'Repairs clocks.', tags: ['cosy'], ...changes }
  const { id } = (await callApi(page, `POST /api/chat.${kind}/saveCard`, body)) as { id: string } // the contract's card
  return id
}

test('the page of one’s own character shows its visibility and its texts, and leads to its form and versions', {
  tag: '@desktop',
}, async ({ page, journey, browser, contextOptions, baseURL }) => {
  await signInByApi(page, journey)
  const id = await make(page, { age: 41, visibility: 'unlisted', definition: DEFINITION, definition_public: true })
  await page.goto(`/card/${id}`)
  await expect(page.getByText('Only people with the link can find the card.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/createSingle?id=${id}`)
  await expect(page.getByRole('link', { name: 'Versions' })).toHaveAttribute('href', `/createSingle/versions?id=${id}`)
  await page.getByText('What’s in this card').click()
  // Shown as typed: none of it is rendered as markup.
  await expect(page.getByText('Dry, patient, *never* late.')).toBeVisible()
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const visit = await browser.newContext({ ...contextOptions, baseURL })
  const visitor = await visit.newPage()
  await visitor.goto(`/card/${id}`)
  await expect(visitor.getByText('What’s in this card')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await visit.close()
})

test('the page of a draft shows what is missing and cannot start a chat; that of a group leads to its form and to similar groups', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const draft = await make(page, { definition: DEFINITION })
  await page.goto(`/card/${draft}`)
  await expect(page.getByText('Age missing')).toBeVisible()
  await expect(page.getByText('Add an age: a whole number, 18 or higher.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start chatting' })).toHaveCount(0)

  const cast = { name: 'Late at the shop', member_ids: ['ilse', 'wren'], opening: 'The bell rings.' }
  const group = await make(page, { ...cast, visibility: 'private', scenario: 'The shop at night.' }, 'Multiple')
  await page.goto(`/group/${group}`)
  await expect(page.getByText('Only you can see the card and start a chat.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/createGroups?id=${group}`)
  await expect(page.getByRole('heading', { name: 'More like Late at the shop' })).toBeVisible()
  await expectAccessible(page)
})

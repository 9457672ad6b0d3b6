import { expectAccessible } from '../support/axe.ts'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

test('a lorebook is written, used in a chat, and goes into its prompts', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/lorebooks')
  await page.getByRole('button', { name: 'New lorebook' }).click()
  await expect(page).toHaveURL(/\/lorebooks\?id=/)

  await page.getByRole('textbox', { name: 'Lorebook name' }).fill('Harbour')
  await page.getByRole('button', { name: 'Add an entry' }).click()
  await page.getByRole('textbox', { name: 'Trigger words' }).fill('lamp')
  await page.getByRole('textbox', { name: 'Content' }).fill('The lamp is green.')
  await page.getByText('More options', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Position' }).selectOption('at_depth')
  await page.getByRole('textbox', { name: 'Duration, in messages' }).fill('3')
  await page.getByRole('textbox', { name: 'Try a message' }).fill('Where is the lamp?')
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('Duration, in messages: 3')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save lorebook' }).click()
  await expect(page.getByText('Lorebook saved')).toBeVisible()

  const { list } = (await callApi(page, 'GET /api/lorebook/list')) as { list: { id: string }[] } // the contract's
  const chat = (await callApi(page, 'POST /api/chat/start', { card_id: 'ilse' })) as { id: string } // the contract's
  await callApi(page, 'POST /api/chat/settings', { chat_id: chat.id, lorebook_ids: list.map(({ id }) => id) })
  await page.goto('/lorebooks')
  await expect(page.getByText(/Used in/)).toBeVisible()
  await expectAccessible(page)
})

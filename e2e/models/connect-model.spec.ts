import { createBandedImage } from '../support/banded-image.ts'
import {
  chooseMessageOption,
  messages,
  newestMessage,
  openChat,
  sendMessage,
  stopButton,
} from '../support/chat-actions.ts'
import { test as base, callApi, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin without any settings about models or operators, as on one's own machine. */
const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) =>
      withEverkin(use, {
        settings: { MODEL_BASE_URL: '', MODEL_NAME: '', MESSAGE_PRICE: '', ADMIN_EMAILS: '' },
        isFirstStart: true,
      }),
    { scope: 'worker' },
  ],
})

test('the first account connects a model in the page, and chats with it at once', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)

  await page.goto('/')
  await page.getByRole('link', { name: 'Connect a model' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
  await expect(page.getByText('Built-in demo replies')).toBeVisible()

  await page.getByRole('button', { name: 'Another address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await dialog.getByLabel('Connection name').fill('Attic')
  await dialog.getByLabel('Address').fill(journey.model.url.replace('/v1', ''))
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Add /v1 to the address')

  await dialog.getByLabel('Address').fill(journey.model.url)
  journey.model.behave({ mode: 'status', status: 401 })
  await dialog.getByLabel('Key', { exact: true }).fill('sk-wrong-key-of-a-test')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('alert')).toContainText('doesn’t accept the key')

  journey.model.behave({ mode: 'normal' })
  await dialog.getByLabel('Key', { exact: true }).fill('sk-right-key-of-a-test')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('status')).toContainText('The model works.')
  await dialog.getByRole('button', { name: 'Save connection' }).click()
  await expect(dialog).toBeHidden()
  const connection = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Attic/ }) })
  await expect(connection).toContainText('Default')
  await expect(connection).toContainText('everkin-test')
  await expect(page.getByText('sk-right-key-of-a-test')).toHaveCount(0)

  await openChat(page, 'ilse')
  await sendMessage(page, 'Good evening.')
  await expect(messages(page)).toHaveCount(3)
  await expect(stopButton(page)).toHaveCount(0)
  await expect(newestMessage(page).getByRole('button', { name: 'Demo reply' })).toHaveCount(0)
  expect(journey.model.requests.at(-1)?.authorization).toBe('Bearer sk-right-key-of-a-test')

  await page.goto('/admin/models')
  await expect(connection).toContainText('Working')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Connect a model' })).toHaveCount(0)

  // A second model of the same server, which thinks first and sees pictures.
  const [attic] = (await callApi(page, 'GET /api/admin/connections')) as { id: string }[] // as in the contract
  await callApi(page, 'POST /api/admin/saveConnection', {
    id: attic?.id,
    name: 'Attic',
    kind: 'openai_compatible',
    base_url: journey.model.url,
    models: [{ name: 'everkin-test' }, { name: 'reasoning', vision: true, reasoning: true, context_tokens: 16_000 }],
  })
  await openChat(page, 'ilse')
  await page.getByRole('button', { name: /^Model: / }).click()
  const panel = page.getByRole('complementary', { name: 'Model and preset' })
  for (const name of [/^reasoning/, /^Precise/]) {
    await panel.getByRole('radio', { name }).click()
    await expect(panel.getByRole('radio', { name })).toBeChecked()
  }
  await panel.getByRole('button', { name: 'Close' }).click()

  journey.model.behave({ usage: true, cached: 9 })
  await page
    .locator('.composer input[type=file]')
    .setInputFiles([{ name: 'quay.png', mimeType: 'image/png', buffer: createBandedImage(900, 600) }])
  await expect(page.getByRole('group', { name: 'Pictures to send' }).getByRole('progressbar')).toHaveCount(0)
  await sendMessage(page, 'This is the quay.')
  await expect(messages(page)).toHaveCount(5)
  await expect(stopButton(page)).toHaveCount(0)
  const asked = journey.model.requests.at(-1)?.body
  expect(asked).toMatchObject({ model: 'reasoning', temperature: expect.any(Number) })
  expect(JSON.stringify(asked?.messages)).toContain('data:image/jpeg;base64,')
  const thought = newestMessage(page).locator('details')
  await expect(thought).not.toHaveAttribute('open')
  await thought.getByText(/^Thought for/).click()
  await expect(thought.getByRole('region')).toBeVisible()

  await chooseMessageOption(newestMessage(page), false, 'What shaped this reply')
  const receipt = page.getByRole('complementary', { name: 'What shaped this reply' })
  await expect(receipt.getByText('21 tokens')).toBeVisible()
  await expect(receipt.getByText('reasoning', { exact: true })).toBeVisible()
  await receipt.getByRole('button', { name: 'Close' }).click()

  await chooseMessageOption(newestMessage(page), false, 'Try another model')
  await page
    .getByRole('dialog', { name: 'Try another model' })
    .getByRole('button', { name: /everkin-test/ })
    .click()
  await expect.poll(() => journey.model.requests.at(-1)?.body.model).toBe('everkin-test')
  await expect(stopButton(page)).toHaveCount(0)
  await expect(newestMessage(page).locator('details')).toHaveCount(0)
  await expect(messages(page)).toHaveCount(5)

  await page.goto('/set')
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('reasoning')
})

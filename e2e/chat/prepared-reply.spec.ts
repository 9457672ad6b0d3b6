import { composer, newestMessage, openChat } from '../support/chat-actions.ts'
import { test as base, expect, type Journey, signInByApi, withEverkin } from '../support/fixtures.ts'

/** An Everkin with a model server of its own network, which needs no key. */
const test = base.extend<object, { journey: Journey }>({
  journey: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => withEverkin(use, { settings: { MODEL_API_KEY: '' } }),
    { scope: 'worker' },
  ],
})

test('a model of one’s own has read the beginning of the prompt before the message is sent', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const asked = journey.model.requests.length
  await composer(page).pressSequentially('Where does it go?')
  await expect.poll(() => journey.model.requests.length).toBe(asked + 1)
  const prepared = journey.model.requests.at(-1)
  expect(prepared?.body.max_tokens).toBe(1)
  // What is being written is not sent.
  expect(JSON.stringify(prepared?.body)).not.toContain('Where does')
  await expect.poll(() => prepared?.finished).toBe(true)

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(newestMessage(page)).toContainText('The lamp is lit')
  expect(journey.model.requests).toHaveLength(asked + 2)
  const reply = journey.model.requests.at(-1)
  const [first] = prepared?.body.messages ?? []
  expect(first?.content.length).toBeGreaterThan(1_000)
  expect(reply?.body.messages[0]).toEqual(first)
})

import type { Page } from '@playwright/test'
import {
  chooseMessageOption,
  composer,
  messageLog,
  messages,
  newestMessage,
  openChat,
  openMessageOptions,
  sendAndAwaitReply,
  sendMessage,
  stopButton,
  storedMessages,
} from '../support/chat-actions.ts'
import { ADMIN_EMAIL, expect, signInByApi, test } from '../support/fixtures.ts'

test('stops a reply, regenerates it, swipes between both and continues the last one', async ({
  page,
  journey,
  isMobile,
}) => {
  const { model } = journey
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  await expect(page.getByText('20 messages left')).toBeVisible()

  model.behave({ mode: 'normal', words: 400, delayMs: 25 })
  await sendMessage(page, 'Tell me everything')
  await expect(newestMessage(page)).toContainText('The lamp is lit')
  await stopButton(page).last().click()
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  await expect(page.getByText('19 messages left')).toBeVisible()

  model.behave({ mode: 'scripted', script: ['A shorter ', 'version.'] })
  await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
  await expect(newestMessage(page)).toContainText('A shorter version.')
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()

  await newestMessage(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(newestMessage(page).getByText('1 of 2')).toBeVisible()
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  // The focus stays where the button was, although another message is there now.
  await page.keyboard.press('ArrowRight')
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(newestMessage(page).getByText('1 of 2')).toBeVisible()
  model.behave({ mode: 'scripted', script: ['A third.'] })
  await page.keyboard.press('ArrowRight')
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(newestMessage(page).getByText('3 of 3')).toBeVisible()
  await expect(newestMessage(page)).toContainText('A third.')

  model.behave({ mode: 'scripted', script: [' And it goes on.'] })
  await chooseMessageOption(newestMessage(page), isMobile, 'Continue')
  await expect(newestMessage(page)).toContainText('A third. And it goes on.')
  await expect(page.getByText('16 messages left')).toBeVisible()
  await page.reload()
  await expect(newestMessage(page)).toContainText('A third. And it goes on.')
})

test('a reply that is stopped before its first word ends as soon as it begins', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  // The server's response to the message is delayed.
  await page.routeWebSocket(/\/ws/, (socket) => {
    let isHeld = false
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      if (isHeld) setTimeout(() => socket.send(frame), 1_500)
      else socket.send(frame)
      isHeld ||= String(frame).includes('"type":"ack"')
    })
  })
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  journey.model.behave({ mode: 'normal', words: 400, delayMs: 25 })
  await sendMessage(page, 'Tell me everything')
  await expect(page.getByRole('button', { name: 'Help me reply' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
})

test('edits in place and as a branch, copies, deletes from a message on, and undoes that', async ({
  page,
  context,
  journey,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  journey.model.behave({ mode: 'scripted', script: ['By the harbour.'] })
  await sendAndAwaitReply(page, 'Where is it?', 'By the harbour.')

  const mine = messages(page).nth(1)
  await chooseMessageOption(mine, isMobile, 'Edit message')
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toBeFocused()
  await editor.fill('Where is the key?')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine).toContainText('Where is the key?')
  await expect(messages(page)).toHaveCount(3)

  journey.model.behave({ mode: 'scripted', script: ['In the cellar.'] })
  await chooseMessageOption(mine, isMobile, 'Edit message')
  await editor.fill('Where is the map?')
  await page.getByRole('button', { name: 'Save as a new branch' }).click()
  await expect(newestMessage(page)).toContainText('In the cellar.')
  await expect(mine.getByText('2 of 2')).toBeVisible()
  await mine.getByRole('button', { name: 'Previous version' }).click()
  await expect(newestMessage(page)).toContainText('By the harbour.')
  await expect(mine).toContainText('Where is the key?')

  if (isMobile) await openMessageOptions(newestMessage(page), isMobile)
  await newestMessage(page).getByRole('button', { name: 'Copy' }).filter({ visible: true }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('By the harbour.')

  const deleteMine = async () => {
    await chooseMessageOption(mine, isMobile, 'Delete from here')
    // The other branch is shown instead.
    await expect(messageLog(page).getByText('Where is the key?')).toHaveCount(0)
  }
  await deleteMine()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mine).toContainText('Where is the key?')
  await expect(newestMessage(page)).toContainText('By the harbour.')
  await deleteMine()
  const stored = await storedMessages(page)
  expect(stored.map(({ text }) => text)).not.toContain('By the harbour.')
})

test('the greeting has variants, and no model is called for them', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const asked = journey.model.requests.length
  await openChat(page, 'ilse')
  await expect(messages(page)).toHaveCount(1)
  const first = await newestMessage(page).locator('.words').innerText()
  await newestMessage(page).getByRole('button', { name: 'Next version' }).click()
  await expect(newestMessage(page).getByText(/^2 of \d$/)).toBeVisible()
  expect(await newestMessage(page).locator('.words').innerText()).not.toBe(first)
  await page.reload()
  await expect(newestMessage(page).getByText(/^2 of \d$/)).toBeVisible()
  expect(journey.model.requests.length).toBe(asked)
})

test('a failed reply costs nothing, says so, and can be retried', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'june')
  const failures = [
    { behaviour: { mode: 'cut', words: 4, delayMs: 10 }, says: 'The reply was cut off. No messages were used.' },
    {
      behaviour: { mode: 'status', status: 500 },
      says: 'Something went wrong on the model’s server. Try again in a moment. No messages were used.',
    },
    { behaviour: { mode: 'empty' }, says: 'The model sent no text. Ask for another version. No messages were used.' },
    { behaviour: { mode: 'mid_error' }, says: 'The reply was cut off. No messages were used.' },
  ] as const
  let left = 20
  for (const { behaviour, says } of failures) {
    journey.model.behave(behaviour)
    await sendMessage(page, `Does ${behaviour.mode} cost anything?`)
    await expect(newestMessage(page).getByText(says)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(`${left} messages left`)).toBeVisible()
    journey.model.behave({ mode: 'scripted', script: ['Here ', 'I am ', `after ${behaviour.mode}.`] })
    await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
    await expect(newestMessage(page)).toContainText(`Here I am after ${behaviour.mode}.`)
    await expect(page.getByText(`${--left} messages left`)).toBeVisible()
  }
})

test('shows why a reply failed, also after a reload, and the provider’s words to operators', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey, { email: ADMIN_EMAIL })
  await openChat(page, 'june')
  journey.model.behave({ mode: 'status', status: 402, says: 'Insufficient credits: add more to go on.' })
  await sendMessage(page, 'Are you there?')
  const says =
    'This site has no credit left with the model’s provider. The site’s operator needs to top it up. No messages were used.'
  await expect(newestMessage(page).getByText(says)).toBeVisible()
  await page.reload()
  await expect(newestMessage(page).getByText(says)).toBeVisible()
  await expect(newestMessage(page)).toContainText('status 402')
  await expect(newestMessage(page)).toContainText('Insufficient credits: add more to go on.')
})

test('shows that a slow model is still reading, and can be stopped with text in the composer', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'june')
  journey.model.behave({ mode: 'hang' })
  await sendMessage(page, 'Take your time')
  await composer(page).fill('And another thing')
  const says = 'The model is still reading the chat. Long ones take a while.'
  await expect(newestMessage(page).getByText(says)).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: says })).toHaveCount(1)
  await newestMessage(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(newestMessage(page).getByText('Stopped')).toBeVisible()
  await expect(newestMessage(page).getByText(says)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('And another thing')
})

test('8,001 characters stay in the composer, which shows why', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'june')
  const asked = journey.model.requests.length
  await composer(page).fill('a'.repeat(8_001))
  await expect(page.getByRole('alert').getByText('Too long by 1 character.')).toBeVisible()
  await expect(page.getByText('8,001 of 8,000')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await composer(page).press('Enter')
  expect(await composer(page).inputValue()).toContain('a'.repeat(8_001))
  expect(journey.model.requests.length).toBe(asked)
  await page.reload()
  await expect(composer(page)).toHaveValue(/^a{8001}/)
  await composer(page).fill('a'.repeat(8_000))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(composer(page)).toHaveValue('')
  await expect.poll(async () => (await storedMessages(page)).some(({ text }) => text.length === 8_000)).toBe(true)
})

test('keeps what is typed before the page’s script has loaded', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  let letCome = () => {}
  const scripts = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await composer(page).pressSequentially('Good evening, Ilse')
  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  letCome()
  await expect(send).toBeEnabled()
  await expect(composer(page)).toHaveValue('Good evening, Ilse')
  await send.click()
  await expect(messages(page).filter({ hasText: 'Good evening, Ilse' })).toBeVisible()
})

test('after a deletion, the character can be asked for a reply', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  journey.model.behave({ mode: 'scripted', script: ['By the harbour.'] })
  await sendAndAwaitReply(page, 'Where is it?', 'By the harbour.')
  journey.model.behave({ mode: 'scripted', script: ['In the cellar.'] })
  await chooseMessageOption(newestMessage(page), true, 'Delete from here')
  const ask = page.getByRole('button', { name: 'Ask for a reply' })
  await ask.click()
  await expect(newestMessage(page)).toContainText('In the cellar.')
  await expect(ask).toBeHidden()
})

test('on a phone, a swipe goes back to the version before, and to the next', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  journey.model.behave({ mode: 'scripted', script: ['By the harbour.'] })
  await sendAndAwaitReply(page, 'Where is it?', 'By the harbour.')
  journey.model.behave({ mode: 'scripted', script: ['In the cellar.'] })
  await newestMessage(page).getByRole('button', { name: 'Another version' }).click()
  await expect(newestMessage(page)).toContainText('In the cellar.')
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()
  await swipe(page, 140)
  await expect(newestMessage(page)).toContainText('By the harbour.')
  await swipe(page, -140)
  await expect(newestMessage(page)).toContainText('In the cellar.')
  // Beyond the last version none is written.
  const asked = journey.model.requests.length
  await swipe(page, -140)
  await expect(newestMessage(page).getByText('2 of 2')).toBeVisible()
  expect(journey.model.requests).toHaveLength(asked)
})

test('another version of an older reply stays in view, and going back brings back what followed', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  for (const [place, answer] of ['By the harbour.', 'In the cellar.', 'Behind the clock.'].entries()) {
    journey.model.behave({ mode: 'scripted', script: [answer, ' Look again.'.repeat(80)] })
    await sendAndAwaitReply(page, `Where is number ${place}?`, answer)
  }
  const older = messages(page).filter({ hasText: 'By the harbour.' })
  journey.model.behave({ mode: 'scripted', script: ['Under the stairs.'] })
  await chooseMessageOption(older, true, 'Another version')
  await expect(newestMessage(page)).toContainText('Under the stairs.')
  await expect(newestMessage(page)).toBeInViewport()
  await expect(messages(page)).toHaveCount(3)
  await newestMessage(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(messages(page)).toHaveCount(7)
  await expect(older).toBeInViewport()
  await expect(newestMessage(page)).toContainText('Behind the clock.')
})

/** Swipes sideways over the newest message with one finger. */
async function swipe(page: Page, acrossPx: number): Promise<void> {
  const box = await newestMessage(page).locator('.bubble').boundingBox()
  if (!box) throw new Error('the newest message has no words')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  for (const share of [0.2, 0.5, 0.8, 1]) await touch('touchMove', [{ x: x + acrossPx * share, y }])
  await touch('touchEnd', [])
}

import {
  chooseMessageOption,
  composer,
  messageLog,
  messages,
  newestMessage,
  openChat,
  sendAndAwaitReply,
  sendMessage,
  storedMessages,
} from '../support/chat-actions.ts'
import { expect, signInByApi, test } from '../support/fixtures.ts'

test('C1 to C3: a crisis message shows help lines, costs nothing, and the chat can continue', {
  tag: '@phone',
}, async ({ page, journey }) => {
  journey.model.behave({ mode: 'scripted', script: ['I am glad you are here.'] })
  await signInByApi(page, journey)
  await openChat(page, 'ilse')
  const asked = journey.model.requests.length
  await sendMessage(page, 'I want to end my life')
  const card = messageLog(page).getByRole('alert')
  const heading = card.getByRole('heading', { name: 'You don’t have to go through this alone' })
  await expect(heading).toBeInViewport()
  await expect(card).toContainText('From Everkin, not from Ilse Marlow')
  await expect(card).toContainText('No messages were used.')
  const lines = card.locator('a[href^="tel:"], a[href^="http"]')
  expect(await lines.count()).toBeGreaterThan(0)
  for (const line of await lines.all()) await expect(line).toBeVisible()
  // The browser's time zone determines the country: its emergency number and help lines come first, each with its
  // country.
  await expect(lines.first()).toHaveAttribute('href', 'tel:112')
  await expect(card.locator('.help-emergency')).toContainText('Germany')
  const rows = card.locator('.help-line')
  await expect(rows.first()).toContainText('TelefonSeelsorge')
  for (const row of await rows.all()) await expect(row.locator('p').first()).toHaveText(/^(Germany|International)$/)
  await expect(page.getByText('20 messages left')).toBeVisible()
  expect(journey.model.requests.length).toBe(asked)
  await expect(composer(page)).toBeEnabled()

  // Help stays visible after a reload, and the notice is not part of the conversation.
  await page.reload()
  await expect(heading).toBeInViewport()
  expect((await storedMessages(page)).map(({ role }) => role)).toEqual(['character', 'user'])
  await sendAndAwaitReply(page, 'Thank you. How is the weather there?', 'I am glad you are here.')
  await expect(page.getByText('19 messages left')).toBeVisible()
  const address = page.url()
  await card.getByRole('link', { name: 'More helplines and countries' }).click()
  await expect(page.getByRole('heading', { name: 'If you need someone now' })).toBeVisible()
  const emergency = page.locator('.help-emergency')
  await expect(emergency).toContainText('Germany')
  await expect(emergency.getByRole('link')).toHaveAttribute('href', 'tel:112')
  await page.getByLabel('Country').selectOption('GB')
  await expect(emergency).toContainText('United Kingdom')
  await expect(emergency.getByRole('link')).toHaveAttribute('href', 'tel:999')

  // A device that never had the card says where help is, under the message.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(address)
  await expect(messageLog(page).getByText('You don’t have to go through this alone')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(messageLog(page).getByRole('link', { name: 'More helplines and countries' })).toBeVisible()

  // Nothing is offered for a day, and nothing says why.
  await page.goto('/AboutView')
  await expect(page.getByText('Nothing is on sale for you right now. Check back tomorrow.')).toBeVisible()
  await expect(page.getByText('US$')).toHaveCount(0)
  await page.goto('/me')
  await expect(page.getByRole('link', { name: 'Not a member' })).toHaveCount(0)
})

test('A5, C1: people under 18 get the same help, for their country', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey, { ageScope: 1 })
  await page.goto('/')
  const lines = page.locator('.help-line')
  await expect(page.locator('.help-emergency')).toContainText('Germany')
  await expect(page.locator('.help-emergency').getByRole('link')).toHaveAttribute('href', 'tel:112')
  await expect(lines.first()).toContainText('TelefonSeelsorge')
  for (const line of await lines.all()) await expect(line.locator('p').first()).toHaveText(/^(Germany|International)$/)
})

test('the pages promise only what is true', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/safety')
  await expect(page.getByText('Characters write first only if you turn that on in the settings.')).toBeVisible()
  for (const path of ['/getAPP', '/getIOSAPP']) {
    await page.goto(path)
    await expect(page.getByText('Create your own characters from a single sentence')).toBeVisible()
  }
})

test('H7: landing, sign-up and store pages say that companions may not suit some minors', { tag: '@phone' }, async ({
  page,
}) => {
  for (const path of ['/landPage', '/login', '/login/emailLogin', '/getAPP', '/getIOSAPP', '/invitation']) {
    await page.goto(path)
    await expect(page.getByText('AI companions may not be suitable for some minors.').first()).toBeVisible()
  }
})

test('B6, B7: blocked text stays with its writer, and is removed from a reply', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  const asked = journey.model.requests.length
  const blocked = 'A [[minor-cue]] and a [[sexual-cue]]'
  await sendMessage(page, blocked)
  const refused = messageLog(page).locator('[data-outgoing="failed"]')
  await expect(refused).toContainText(
    'Our rules allow nothing sexual or romantic with anyone under 18. Your text is still here.',
  )
  await expect(refused).toContainText(blocked)
  await page.reload()
  await expect(refused).toContainText(blocked)
  await refused.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue(blocked)
  await expect(refused).toHaveCount(0)
  expect(await storedMessages(page)).toHaveLength(1)
  expect(journey.model.requests.length).toBe(asked)

  journey.model.behave({
    mode: 'scripted',
    script: ['All is well. ', 'Then a [[minor', '-cue]] came with [[sex', 'ual-cue]] and more.'],
    delayMs: 30,
  })
  await composer(page).fill('')
  await sendMessage(page, 'Tell me a story')
  await expect(messageLog(page).getByText('Our safety rules blocked the reply. No messages were used.')).toBeVisible()
  await expect(messageLog(page)).not.toContainText('sexual-cue')
  await expect(page.getByText('20 messages left')).toBeVisible()
  for (const { text } of await storedMessages(page)) expect(text).not.toContain('sexual-cue')
})

test('B6, R2: a blocked note says so once, where it was written, and can be appealed', async ({ page, journey }) => {
  await signInByApi(page, journey)
  await openChat(page, 'bram')
  await page.locator('.chat-header').getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Your role in this chat' }).click()
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  const blocked = 'A [[minor-cue]] and a [[sexual-cue]]'
  await note.fill(blocked)
  await page.getByRole('button', { name: 'Save note' }).click()
  const error = page.getByText('We can’t save this. Our rules allow nothing sexual')
  await expect(error).toBeVisible()
  await expect(note).toHaveAccessibleDescription(/We can’t save this/)
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(error).toHaveCount(1)
  await error.getByRole('button', { name: 'Appeal' }).click()
  await expect(page.getByLabel('The text that was blocked')).toHaveValue(blocked)
})

test('R1: a message is reported in two taps, and so is a card', async ({ page, journey, isMobile }) => {
  journey.model.behave({ mode: 'scripted', script: ['Something to report.'] })
  await signInByApi(page, journey)
  await openChat(page, 'june')
  await sendAndAwaitReply(page, 'Say something', 'Something to report.')
  await chooseMessageOption(newestMessage(page), isMobile, 'Report')
  const dialog = page.getByRole('dialog', { name: 'What’s wrong?' })
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent to the site’s operator.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(messages(page)).toHaveCount(3)

  await page.goto('/card/june')
  await page.getByRole('button', { name: 'Report' }).click()
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent to the site’s operator.')).toBeVisible()
})

const HOSTILE = [
  '<img src=x onerror=alert(1)> <svg onload=alert(2)></svg> <script>alert(3)</script>\n\n',
  '<iframe src="javascript:alert(4)"></iframe> <a href="javascript:alert(5)">here</a>\n\n',
  '![a picture](https://canary.example/pixel.png) ![another](//canary.example/p.gif?c=secret)\n\n',
  '[click](javascript:alert(6)) [data](data:text/html,<script>alert(7)</script>) [file](file:///etc/hosts)\n\n',
  '[styled](https://canary.example/a "t" onmouseover=alert(8)) <style>@import url(//canary.example/s.css)</style>\n\n',
  '<link rel=preload as=image href=https://canary.example/l.png> <meta http-equiv=refresh content=0;url=//canary.example>\n\n',
  `${'w'.repeat(3_000)}\n\n`,
  '\u202eevil\u202c `code <b>` **bold *and* more** {{user}} ]]> --> "quotes"\n\n',
  'https://canary.example/shown and the end.',
]

test('XSS-02, XSS-03, XSS-05: what a model writes is shown as text, and causes no requests', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  const foreign: string[] = []
  const dialogs: string[] = []
  page.context().on('request', (request) => {
    if (!request.url().startsWith(journey.app.origin) && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url())
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signInByApi(page, journey, { nickname: '<b onclick=alert(9)>Mara' })
  await openChat(page, 'ilse')
  const pieces = HOSTILE.join('').match(/[\s\S]{1,7}/g) ?? []
  journey.model.behave({ mode: 'scripted', script: pieces, delayMs: 1 })
  await sendAndAwaitReply(page, '<img src=//canary.example/mine.png onerror=alert(10)>', 'and the end.')
  const check = async () => {
    const written = messageLog(page).locator('.words')
    await expect(written.locator('img, svg, script, iframe, style, link, meta, [onerror], [onclick]')).toHaveCount(0)
    for (const link of await written.locator('a').all()) {
      await expect(link).toHaveAttribute('href', /^https:\/\/canary\.example\//)
      await expect(link).toHaveAttribute('rel', /noopener|noreferrer/)
      // Where a link's text hides its host, the host is shown beside it.
      await expect(link.locator('..')).toContainText('canary.example')
    }
    await expect(newestMessage(page)).toContainText('<script>alert(3)</script>')
    const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(width).toBe(0)
    const overflow = await page.evaluate("(log => log.scrollWidth - log.clientWidth)(document.querySelector('.log'))")
    expect(overflow).toBeLessThanOrEqual(1)
  }
  await check()
  await page.reload()
  await expect(newestMessage(page)).toContainText('and the end.')
  await check()
  await page.goto('/chathistory')
  await expect(page.locator('[data-chat]')).toHaveCount(1)
  await page.goto('/')
  await expect(page.getByText('<b onclick=alert(9)>Mara').first()).toBeAttached()
  expect(foreign).toEqual([])
  expect(dialogs).toEqual([])
})

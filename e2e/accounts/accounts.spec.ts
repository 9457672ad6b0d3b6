import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { enterCode, expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)
const codeField = (page: Page) => page.getByLabel('Verification code')
const boxes = (page: Page) => page.locator('.code-box')

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click()
}

test('sign-in: guarded pages, a wrong code, another code, paste, returning, sign-out', { tag: '@phone' }, async ({
  page,
  context,
  journey,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [address, login] of [
    ['/chathistory', '/login?next=%2Fchathistory'],
    ['/chat?chat_id=none', '/login?next=%2Fchat%3Fchat_id%3Dnone'],
    ['/de/chathistory', '/de/login?next=%2Fde%2Fchathistory'],
  ]) {
    const reply = await page.request.get(address ?? '', { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([302, login])
  }

  const email = newEmail()
  await page.goto('/chathistory')
  await expect(page).toHaveURL(/\/login\?next=%2Fchathistory/)
  await page.getByRole('link', { name: 'Continue with email' }).click()
  const address = page.getByPlaceholder('enter your email address')
  await expect(address).toBeFocused()
  await address.fill('not an address')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('That doesn’t look like an email address.')).toBeVisible()
  await address.fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(codeField(page)).toBeFocused()
  expect(page.url()).not.toContain(email)

  const code = await journey.mailbox.codeFor(email)
  const wrong = code === '000000' ? '111111' : '000000'
  await codeField(page).fill(wrong)
  await expect(page.getByRole('alert').getByText('That code isn’t right. 4 attempts left.')).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()

  await expect(page.getByText(/Send again in [01]:\d\d/)).toBeVisible()
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect(address).toHaveValue(email)
  await enterOnly(page, email)
  const fresh = await journey.mailbox.codeFor(email, 1)
  await codeField(page).focus()
  await page.evaluate(`navigator.clipboard.writeText('${fresh.slice(0, 3)} ${fresh.slice(3, 5)}')`)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(boxes(page)).toHaveText([...fresh.slice(0, 5), ''])
  await page.keyboard.press(fresh[5] ?? '')

  // The profile form opens once, over the requested page.
  await expect(page).toHaveURL(/\/chathistory$/)
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  const confirm = profile.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  for (const radio of await profile.getByRole('radio').all()) await expect(radio).not.toBeChecked()
  await profile.getByLabel('Nickname').fill('   ')
  await expect(confirm).toBeDisabled()
  await profile.getByLabel('Nickname').fill('Mara')
  await profile.getByRole('radio', { name: 'Over 30' }).check()
  await confirm.click()
  await expect(profile).toBeHidden()
  await expect(page).toHaveURL(/\/$/)

  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'sign out' }).filter({ visible: true }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const names = await cookieNames(page)
  for (const gone of ['user', 'session', 'nsfw']) expect(names).not.toContain(gone)

  // With a complete profile it does not open again, and the person returns to the page they requested.
  await page.goto('/login?next=%2Fcard%2Filse')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterCode(page, journey, email, 2)
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await expect(page.getByText('Good to see you, Mara')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function enterOnly(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('enter your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(codeField(page)).toBeVisible()
}

test('another code is sent after a minute, and the return path never leads to another site', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await page.clock.install()
  const email = newEmail()
  await page.goto('/login?next=%2F%2Felsewhere.example%2Fchathistory')
  await page.getByRole('link', { name: 'Continue with email' }).click()
  await enterOnly(page, email)
  // A wrong code does not change the countdown.
  await page.clock.fastForward(30_000)
  await codeField(page).fill((await journey.mailbox.codeFor(email)) === '000000' ? '111111' : '000000')
  await expect(page.getByText('That code isn’t right. 4 attempts left.')).toBeVisible()
  await expect(page.getByText(/Send again in 0:[0-2]\d|Send again in 0:30/)).toBeVisible()
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await codeField(page).fill(await journey.mailbox.codeFor(email, 1))
  await expect(page.getByRole('dialog', { name: 'Your nickname and age' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(journey.app.origin)
})

test('a guarded action opens sign-in in place and continues afterwards', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await page.goto('/card/ilse')
  const like = page.getByRole('button', { name: 'Add to favourites' }).filter({ visible: true })
  await like.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByPlaceholder('enter your email address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(like).toBeFocused()
  // A dialog that leaves stays in the page for a moment.
  await expect(page.getByPlaceholder('enter your email address')).toHaveCount(0)
  await like.click()
  await enterCode(page, journey, newEmail())
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await expect(profile).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
  await expect(page).toHaveURL(/\/card\/ilse$/)
  await expect(page.getByRole('button', { name: 'In your favourites' }).filter({ visible: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'In your favourites' }).filter({ visible: true })).toBeVisible()

  // No age was given: it is asked for before the first chat (A3), and the chat is not started before that.
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Start chatting' }).filter({ visible: true }).click()
  await expect(profile).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Before your first chat, we need to know your age.')).toBeVisible()
  await page.getByRole('button', { name: 'Add your age' }).click()

  // A nickname alone is not enough: the error is shown at the age, and nothing is saved.
  await profile.getByLabel('Nickname').fill('Ana')
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(profile.getByRole('alert')).toHaveText('Please choose your age.')
  await expect(profile.getByRole('radio', { name: 'Under 18' })).toBeFocused()
  await expect(profile.getByRole('group', { name: 'Age', exact: true })).toHaveAccessibleDescription(
    'Please choose your age.',
  )
  await expectAccessible(page)
  expect(calls).not.toContain('/api/user/profile')
  expect(calls).not.toContain('/api/chat/start')
  await profile.getByRole('radio', { name: '18–25' }).check()
  await expect(profile.getByRole('alert')).toHaveCount(0)
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  expect(calls.filter((path) => path === '/api/chat/start')).toHaveLength(1)
})

test('A4, A5: someone under 18 gets a friendly page, help lines and sign-out, and nothing else', {
  tag: '@phone',
}, async ({ page, journey }) => {
  await signInByApi(page, journey, { ageScope: 1 })
  for (const address of ['/', '/chathistory', '/chat?card_id=ilse', '/card/ilse']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Everkin is for adults' })).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Ilse Marlow/ })).toHaveCount(0)
  }
  expect(await page.locator('a[href^="tel:"], .help-line a[href^="http"]').count()).toBeGreaterThan(0)
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(copy.suggestedFilename()).toMatch(/\.zip$/)
  await page.goto('/safety')
  await expect(page.getByRole('heading', { level: 1, name: 'Safety' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'sign out' }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
})

test('the NSFW switch asks first, reloads with ?nsfw=1, and switches off at once', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  const nsfw = page.getByRole('switch', { name: 'NSFW' })
  const question = page.getByRole('alertdialog', { name: 'Confirm Your Age' })
  await page.goto('/?sort=new')
  await nsfw.click()
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  await expect(nsfw).toBeFocused()
  await expect(nsfw).not.toBeChecked()
  await nsfw.click()
  await question.getByRole('button', { name: "I'm over 18" }).click()
  await expect(page).toHaveURL(/\?sort=new&nsfw=1$/)
  await expect(page.getByText('Sign in to see 18+ characters.')).toBeVisible()
  await expect(nsfw).toBeChecked()
  await nsfw.click()
  await expect(page).toHaveURL(/\?sort=new&nsfw=0$/)
  await expect(nsfw).not.toBeChecked()

  await signInByApi(page, journey)
  await page.goto('/')
  await nsfw.click()
  await question.getByRole('button', { name: "I'm over 18" }).click()
  await expect(page).toHaveURL(/\?nsfw=1$/)
  await expect(nsfw).toBeChecked()
  await page.goto('/')
  await expect(nsfw).toBeChecked()
  await nsfw.click()
  await expect(page).toHaveURL(/\?nsfw=0$/)
  await expect(nsfw).not.toBeChecked()
})

test('deleting the account asks once, erases it and confirms it', { tag: '@phone' }, async ({ page, journey }) => {
  const email = await signInByApi(page, journey)
  await page.goto('/')
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'delete account' }).filter({ visible: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion' })
  await expect(question.getByText('Are you sure you want to delete the account？')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'delete account' }).filter({ visible: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const names = await cookieNames(page)
  for (const gone of ['user', 'session', 'nsfw']) expect(names).not.toContain(gone)

  // The address has no account any more.
  await page.goto('/login/emailLogin')
  await enterCode(page, journey, email, 1)
  await expect(page.getByRole('dialog', { name: 'Your nickname and age' }).getByLabel('Nickname')).toHaveValue('')
})

test('a page is loaded again when another tab has signed in someone else', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  await signInByApi(page, journey, { nickname: 'Mara' })
  await page.goto('/me')
  await expect(page.getByRole('heading', { level: 1, name: 'Mara' })).toBeVisible()
  const other = await context.newPage()
  await signInByApi(other, journey, { nickname: 'Jonas' })
  // A headless browser hides no tab.
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(async () => {
    await comeBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Jonas' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

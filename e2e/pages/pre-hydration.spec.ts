import type { Page } from '@playwright/test'
import { openMore } from '../support/card-form.ts'
import { callApi, expect, newEmail, signInByApi, test } from '../support/fixtures.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Opens a page whose scripts are delayed until they are released, so that nothing on it is hydrated. */
async function openUnscripted(page: Page, address: string): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return async () => {
    letGo()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
  }
}

async function onlyDraft(page: Page): Promise<Record<string, unknown>> {
  const [draft] = (await callApi(page, 'GET /api/editor/drafts?type=single')) as { id: string }[] // the contract's
  const { content } = (await callApi(page, `GET /api/editor/draft?id=${draft?.id}`)) as {
    content: Record<string, unknown> // the contract's
  }
  return content
}

test('input from before hydration is in the draft: text, a list choice and a radio choice', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const letGo = await openUnscripted(page, '/createSingle')
  await openMore(page)
  await field(page, 'Name').fill('Vesper-9')
  await field(page, 'Age').fill('118')
  await field(page, 'What they say first').fill('*The lamp swings round.* Good evening.')
  const gender = page.getByRole('group', { name: 'Gender' })
  await gender.getByRole('radio', { name: 'Male', exact: true }).check()
  await gender.getByRole('radio', { name: 'Female', exact: true }).check()
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('fr')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await letGo()

  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Vesper-9')
  expect(await onlyDraft(page)).toMatchObject({
    name: 'Vesper-9',
    age: '118',
    gender: 'female',
    language: 'fr',
    definition: { first_mes: '*The lamp swings round.* Good evening.' },
  })
})

test('existing text that is changed before hydration stays changed', { tag: '@phone' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  const { id } = (await callApi(page, 'POST /api/chat.Single/saveCard', {
    name: 'Odile',
    tagline: 'Keeps the tide tables.',
    age: 71,
    visibility: 'private',
    definition: { first_mes: 'High water at nine.' },
  })) as { id: string } // the contract's
  const letGo = await openUnscripted(page, `/createSingle?id=${id}`)
  await field(page, 'What they say first').fill('Low water at nine.')
  await field(page, 'Tagline').fill('Keeps the lamp.')
  await letGo()
  await expect(page.locator('.editor-state')).toHaveText(/^Saved /)
  await expect(field(page, 'What they say first')).toHaveValue('Low water at nine.')
  expect(await onlyDraft(page)).toMatchObject({
    tagline: 'Keeps the lamp.',
    definition: { first_mes: 'Low water at nine.' },
  })
})

test('nothing is taken over from an untouched page', { tag: '@desktop' }, async ({ page, journey }) => {
  await signInByApi(page, journey)
  for (const address of ['/createSingle', '/createGroups', '/AiGeneratedImage', '/set', '/']) {
    await page.goto(address)
    const given = () =>
      [...document.querySelectorAll<HTMLElement>('input, textarea, select')].flatMap((control) =>
        'preHydrationValue' in control ? [control.outerHTML] : [],
      )
    expect(await page.evaluate(given)).toEqual([])
  }
})

test('a sentence that is typed before hydration is used for the draft', { tag: '@desktop' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  const letGo = await openUnscripted(page, '/createSingle')
  await page.getByLabel('Who is your character?').fill('A retired harbour pilot who collects fog')
  await letGo()
  const asked = page.waitForRequest(/chat\.Single\/create$/)
  await page.getByRole('button', { name: 'Write a draft' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ prompt: 'A retired harbour pilot who collects fog' })
})

test('a form that is submitted before hydration is sent once, and never through its URL', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  const email = newEmail()
  const letGo = await openUnscripted(page, '/login/emailLogin')
  await page.getByPlaceholder('enter your email address').fill(email)
  const send = page.getByRole('button', { name: 'Send me a code' })
  await send.click()
  await page.keyboard.press('Enter')
  await expect(send).toHaveAttribute('aria-busy', 'true')
  expect(page.url()).not.toContain('@')
  const codes: string[] = []
  page.on('request', (request) => request.url().endsWith('/sendCode') && codes.push(request.url()))
  await letGo()
  await page.getByLabel('Verification code').fill(await journey.mailbox.codeFor(email, 0))
  await expect(page.getByRole('dialog').getByLabel('Nickname')).toBeVisible()
  expect(codes).toHaveLength(1)
})

test('a search that is typed before hydration runs by itself', { tag: '@desktop' }, async ({ page }) => {
  const letGo = await openUnscripted(page, '/')
  await page.getByRole('searchbox').first().fill('ilse')
  await letGo()
  await expect(page).toHaveURL(/q=ilse/)
})

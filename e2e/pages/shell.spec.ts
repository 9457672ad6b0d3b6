import type { Locator, Page } from '@playwright/test'
import { callApi, expect, signInByApi, test } from '../support/fixtures.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash

async function linksOf(place: Locator): Promise<Record<string, string | null>> {
  const links = await place.getByRole('link').all()
  const pairs = links.map(async (link) => [(await link.innerText()).trim(), await link.getAttribute('href')] as const)
  return Object.fromEntries(await Promise.all(pairs))
}

async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  return drawer
}

test('the navigation links lead visitors to sign-in and back, and signed-in people to the pages', async ({
  page,
  journey,
  isMobile,
}) => {
  await page.goto('/')
  const login = (page: string) => `/login?next=%2F${page}`
  expect(await linksOf(navigation(page))).toMatchObject({
    Explore: '/',
    Create: login('createSingle'),
    Chat: login('chathistory'),
    Me: login('me'),
    ...(isMobile ? {} : { Pricing: login('AboutView'), Download: login('getAPP') }),
  })
  if (isMobile) {
    const drawer = await openDrawer(page)
    expect(await linksOf(drawer)).toMatchObject({
      'Sign in': '/login?next=%2F',
      Home: '/',
      Chat: login('chathistory'),
      Create: login('createSingle'),
      Profile: login('me'),
      Pricing: login('AboutView'),
      Download: login('getAPP'),
      Safety: '/safety',
      'Privacy Policy': '/PrivacyPolicy',
      'Terms of Use': '/TermsofUse',
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  }
  if (!isMobile) {
    expect(await linksOf(page.getByRole('contentinfo'))).toMatchObject({
      'Privacy Policy': '/PrivacyPolicy',
      'Terms of Use': '/TermsofUse',
      Safety: '/safety',
    })
  }
  // Anyone with their URL may read these without an account.
  for (const open of ['/AboutView', '/getAPP']) expect((await page.request.get(open)).status()).toBe(200)

  await signInByApi(page, journey)
  await page.goto('/')
  expect(await linksOf(navigation(page))).toMatchObject({ Create: '/createSingle', Chat: '/chathistory', Me: '/me' })
  if (isMobile) {
    const drawer = await openDrawer(page)
    await expect(drawer.getByText('Mara')).toBeVisible()
    expect(await linksOf(drawer)).toMatchObject({ Pricing: '/AboutView', Download: '/getAPP', Settings: '/set' })
    await drawer.getByRole('link', { name: 'Profile' }).click()
    await expect(drawer).toBeHidden()
  } else await navigation(page).getByRole('link', { name: 'Me', exact: true }).click()
  await expect(page).toHaveURL(/\/me$/)
  await expect(page.locator('#main')).toBeFocused()
})

test('recent characters: none yet, then the newest by name, with a link to all of them', async ({ page, journey }) => {
  await signInByApi(page, journey)
  await page.goto('/safety')
  const open = page.getByRole('button', { name: 'Recent characters' })
  const list = page.getByRole('dialog', { name: 'Recent characters' })
  await open.click()
  await expect(list).toContainText('Nobody yet.')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  for (const card_id of ['ilse', 'bram']) await callApi(page, 'POST /api/chat/start', { card_id })
  await open.click()
  await expect(list.getByRole('listitem')).toHaveText([/Bram Castellan/, /Ilse Marlow/])
  await expect(list.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/chathistory')
  await list.getByRole('link', { name: /Ilse/ }).click()
  await expect(page).toHaveURL(/\/chat\?chat_id=/)
  await expect(list).toBeHidden()
})

test('18+: asked once, does not affect the rest of the URL, switches off at once', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await page.goto('/?sort=new&tag=cosy#main')
  const header = page.getByRole('banner')
  const toggle = header.getByRole('switch', { name: 'NSFW' })
  await toggle.click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Your Age' })
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  await expect(toggle).toBeFocused()
  await expect(toggle).not.toBeChecked()

  await toggle.click()
  await question.getByRole('button', { name: "I'm over 18" }).click()
  await expect(page).toHaveURL(/nsfw=1/)
  expect(addressOf(page)).toBe('/?sort=new&tag=cosy&nsfw=1#main')
  await expect(toggle).toBeChecked()
  expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'nsfw', value: '1' }))
  expect(await callApi(page, 'GET /api/user/info')).toMatchObject({ nsfw: true })

  await toggle.click()
  await expect(page).toHaveURL(/nsfw=0/)
  expect(addressOf(page)).toBe('/?sort=new&tag=cosy&nsfw=0#main')
  await expect(toggle).not.toBeChecked()
  expect(await callApi(page, 'GET /api/user/info')).toMatchObject({ nsfw: false })
})

test('18+: visitors are told that they need an account, and people without an age are asked for it', {
  tag: '@desktop',
}, async ({ page, journey }) => {
  await page.goto('/')
  await page.getByRole('switch', { name: 'NSFW' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Sign in to see 18+ characters.')
  await question.getByRole('button', { name: "I'm over 18" }).click()
  await expect(page.getByRole('main')).toContainText('Sign in to see 18+ characters.')

  await signInByApi(page, journey, { ageScope: null })
  await page.goto('/groups')
  const profile = page.getByRole('dialog', { name: 'Your nickname and age' })
  await expect(profile).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
  await page.getByRole('switch', { name: 'NSFW' }).click()
  await question.getByRole('button', { name: "I'm over 18" }).click()
  await expect(profile).toBeVisible()
  await profile.getByLabel('Nickname').fill('Mara')
  await profile.getByRole('radio', { name: 'Under 18' }).check()
  // No answer hints at what follows from it, and none is questioned (A3).
  await expect(profile.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  expect(await callApi(page, 'GET /api/user/info')).toMatchObject({ age_scope: null })
  await profile.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Everkin is for adults' })).toBeVisible()
  await expect(page.getByText('Profile saved')).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
})

test('missing pages and failures say so, with a way on', { tag: '@phone' }, async ({ page, problems }) => {
  const missing = await page.goto('/nowhere')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Someone interesting just looked up' })).toBeVisible()

  // The error of a page has the texts of its frame alone; the next page brings its own.
  expect((await page.goto('/card/nobody'))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Someone interesting just looked up' })).toBeVisible()

  // A permanent error leads home; a temporary one can be retried.
  const refused = await page.goto('/?cursor=broken')
  expect(refused?.status()).toBe(400)
  const main = page.getByRole('main')
  await expect(main).toContainText('Error 400')
  await expect(main.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await expect(main).toContainText('This link doesn’t look right.')
  await main.getByRole('link', { name: 'Back to the home page' }).click()
  await expect(page).toHaveURL(/\/$/)

  // A page whose data fails to load: the frame stays, and so does a way on.
  await page.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'no page' }))
  await page.locator('a[href^="/card/"]').first().click()
  await expect(main).toContainText('Error 500')
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(problems.splice(0).join()).toContain('status of 500') // the browser reports it too, and nothing else
})

test('the network is lost and restored, and far down the page there is a button to the top', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await expect(page.getByText('You’re back online.')).toBeVisible()

  const toTop = page.getByRole('button', { name: 'Back to the top' })
  await expect(toTop).toBeHidden()
  await page.evaluate('window.scrollTo(0, window.innerHeight * 2 + 10)')
  await toTop.click()
  await expect(toTop).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
})

test('large text fits on a phone, and touch targets of the frame are 44 px', { tag: '@phone' }, async ({
  page,
  journey,
}) => {
  await signInByApi(page, journey)
  await callApi(page, 'POST /api/chat/start', { card_id: 'ilse' })
  for (const address of ['/', '/ar', '/chathistory', '/card/ilse', '/set', '/nowhere']) {
    await page.goto(address)
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect.soft(await page.evaluate(sideways), address).toBeLessThanOrEqual(0)
  }
  await page.goto('/')
  expect(await tooSmall(page.locator('.top, .tabs').locator('a, button').filter({ visible: true }))).toEqual([])
  const drawer = await openDrawer(page)
  await drawer.getByText('Language').click()
  expect(await tooSmall(drawer.locator('a, button, summary'))).toEqual([])
})

async function tooSmall(controls: Locator): Promise<string[]> {
  const all = await controls.all()
  expect(all.length).toBeGreaterThan(5)
  const small: string[] = []
  for (const control of all) {
    const box = await control.boundingBox()
    if (!box || box.width < 44 || box.height < 44) {
      small.push(`${await control.innerText()}: ${box?.width} × ${box?.height}`)
    }
  }
  return small
}

test('pages work in a browser that blocks site data', async ({ page, problems }) => {
  // Like Chrome with blocked site data: even reading `sessionStorage` throws.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await page.goto('/')
  // A click handler only works once the page is hydrated.
  await page.getByRole('link', { name: 'Ilse Marlow' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ilse Marlow' })).toBeVisible()
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
  // From the router's own script, which restores the scroll position. Nothing depends on it.
  const others = problems.filter((problem) => !problem.endsWith('Access is denied for this document.'))
  expect(others).toEqual([])
  problems.length = 0
})

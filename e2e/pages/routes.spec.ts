import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '@everkin/contract/locales.ts'
import {
  canonicalPathOf,
  PAGE_NAMES,
  type PageName,
  pageNamed,
  pathInLocale,
  pathTo,
  routeId,
} from '@everkin/web/app/paths.ts'
import type { APIRequestContext } from '@playwright/test'
import { ADMIN_EMAIL, expect, signInByApi, test } from '../support/fixtures.ts'
import { sampleAddress } from '../support/sample-pages.ts'

/** Titles that may be the same as in English: those made of a name, and words that are the same in both languages. */
const SAME_AS_ENGLISH: Partial<Record<PageName, readonly Locale[]>> = {
  lorebooks: ['de', 'es', 'fr', 'pt'],
  card: LOCALE_CODES,
  group: LOCALE_CODES,
  chat: LOCALE_CODES,
  chathistory: ['de', 'es'],
}

const OPEN = PAGE_NAMES.filter((name) => !pageNamed(name).guarded)
const GUARDED = PAGE_NAMES.filter((name) => pageNamed(name).guarded)

interface Answer {
  status: number
  location: string | null
  html: string
}

/** Requests a URL without following redirects. */
async function ask(request: APIRequestContext, address: string): Promise<Answer> {
  const reply = await request.get(address, { maxRedirects: 0 })
  return { status: reply.status(), location: reply.headers().location ?? null, html: await reply.text() }
}

const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const titleOf = (html: string) => first(html, /<title>([^<]*)<\/title>/)
const canonicalOf = (html: string) => first(html, /<link rel="canonical" href="([^"]*)"/)
const alternatesOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" href="([^"]*)" hrefLang="([^"]*)"/gi)].map(([, href, lang]) => [lang, href])

/** The faults of a page's response, in words; empty when there are none. */
function faultsOf(name: PageName, locale: Locale, { status, html }: Answer): string[] {
  const faults: string[] = []
  const address = sampleAddress(name, locale).split('?', 1)[0] ?? ''
  const { guarded, unlisted } = pageNamed(name)
  const say = (isWell: boolean, fault: string) => isWell || faults.push(`${address}: ${fault}`)
  say(status === 200, `status ${status}`)
  say(html.includes(`<html lang="${locale}" dir="${LOCALES[locale].direction}"`), 'language or direction')
  say(/\S.{1,3}Everkin$/.test(titleOf(html)), `title ${titleOf(html)}`)
  say(html.includes(`"${routeId(name, locale)}"`), `is not the route ${routeId(name, locale)}`)
  if (guarded || unlisted) {
    say(html.includes('<meta name="robots" content="noindex"'), 'search engines are not kept out')
    return faults
  }
  const path = canonicalPathOf(address)
  say(new URL(canonicalOf(html) || 'none:').pathname === path, `canonical ${canonicalOf(html)}`)
  const wanted = [
    ...LOCALE_CODES.map((code) => [code, pathInLocale(path, code)]),
    ['x-default', pathInLocale(path, DEFAULT_LOCALE)],
  ]
  const found = alternatesOf(html).map(([lang, href = '']) => [lang, new URL(href).pathname])
  say(JSON.stringify(found) === JSON.stringify(wanted), `hreflang ${JSON.stringify(found)}`)
  return faults
}

/** Requests pages in every language, language by language, and returns their faults. */
async function faultsIn(request: APIRequestContext, names: readonly PageName[]): Promise<string[]> {
  const faults: string[] = []
  const english = new Map<PageName, string>()
  for (const locale of LOCALE_CODES) {
    const answers = await Promise.all(
      names.map(async (name) => [name, await ask(request, sampleAddress(name, locale))] as const),
    )
    for (const [name, answer] of answers) {
      faults.push(...faultsOf(name, locale, answer))
      const title = titleOf(answer.html)
      if (locale === DEFAULT_LOCALE) english.set(name, title)
      else if (title === english.get(name) && !SAME_AS_ENGLISH[name]?.includes(locale))
        faults.push(`${locale} ${name} has the English title ${title}`)
    }
  }
  return faults
}

test.describe('routes, without a browser', { tag: '@desktop' }, () => {
  test.beforeEach(() => {
    test.slow()
  })

  test('every public page answers in every language, with its language, direction, title and URLs', async ({
    request,
  }) => {
    expect(OPEN.length).toBeGreaterThan(20)
    expect(await faultsIn(request, OPEN)).toEqual([])
  })

  test('every guarded page leads to sign-in and back, including its query, and opens once signed in', async ({
    page,
    request,
    journey,
  }) => {
    expect(GUARDED.length).toBeGreaterThan(8)
    for (const locale of LOCALE_CODES) {
      for (const name of GUARDED) {
        // Visitors may begin a chat; one that exists is guarded.
        const existing = name === 'chat' ? [['chat_id', '1']] : []
        const wanted = `${pathTo(name, locale)}?from=mail&x=%C3%A4%20%26${existing.length > 0 ? '&chat_id=1' : ''}`
        const { status, location } = await ask(request, wanted)
        expect.soft(status, wanted).toBe(302)
        const target = new URL(location ?? '', 'http://site')
        expect.soft(target.pathname, wanted).toBe(pathTo('login', locale))
        const next = new URL(target.searchParams.get('next') ?? '', 'http://site')
        expect.soft(next.pathname, wanted).toBe(pathTo(name, locale))
        expect.soft([...next.searchParams], wanted).toEqual([['from', 'mail'], ['x', 'ä &'], ...existing])
      }
    }
    await signInByApi(page, journey, { email: ADMIN_EMAIL })
    expect(await faultsIn(page.request, GUARDED)).toEqual([])
  })

  test('an unknown page is a 404 in every language, in that language', async ({ request }) => {
    const titles = new Set<string>()
    for (const locale of LOCALE_CODES) {
      const home = pathInLocale('/', locale)
      for (const path of ['/nope', '/card', '/chat/x', '/index', '/aboutview/x', '/login/nope', '/index%20copy/x']) {
        const address = pathInLocale(path, locale)
        const { status, html } = await ask(request, address)
        expect.soft(status, address).toBe(404)
        expect.soft(html, address).toContain(`<html lang="${locale}" dir="${LOCALES[locale].direction}"`)
        expect.soft(html, address).toContain(`href="${home}"`)
        titles.add(first(html, /<h1[^>]*>([^<]*)<\/h1>/))
      }
    }
    expect(titles.size).toBe(LOCALE_CODES.length)
  })

  test('the browser’s language counts on the home page only, and the choice is kept for a year', async ({
    playwright,
    baseURL,
  }) => {
    // A separate context for each request: the cookie of one response must not affect the next.
    const askNew = async (path: string, headers: Record<string, string>) => {
      const visitor = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
      const reply = await visitor.get(path, { maxRedirects: 0, headers })
      const found = { status: reply.status(), location: reply.headers().location, kept: reply.headers()['set-cookie'] }
      await visitor.dispose()
      return found
    }
    for (const locale of LOCALE_CODES) {
      const wish = { 'accept-language': `xx, ${locale}-XX;q=0.9, en;q=0.1` }
      const home = await askNew('/?utm_source=a%20b&x=1', wish)
      if (locale === DEFAULT_LOCALE) expect.soft(home.status).toBe(200)
      else {
        expect.soft(home).toMatchObject({ status: 302, location: `/${locale}?utm_source=a%20b&x=1` })
        expect.soft(home.kept).toMatch(new RegExp(`^i18n_redirected=${locale};.*Max-Age=31536000`, 'i'))
      }
      for (const name of ['AboutView', 'index copy', 'login'] as const)
        expect.soft((await askNew(pathTo(name, DEFAULT_LOCALE), wish)).status, `${locale} ${name}`).toBe(200)
    }
    const chosen = { cookie: 'i18n_redirected=ja', 'accept-language': 'de' }
    expect(await askNew('/', chosen)).toMatchObject({ status: 302, location: '/ja' })
    expect(await askNew('/', { cookie: 'i18n_redirected=en', 'accept-language': 'de' })).toMatchObject({ status: 200 })
    expect((await askNew('/ar', chosen)).status).toBe(200)
  })
})

test('the fragment of a URL survives a change of language and sign-in', { tag: '@desktop' }, async ({
  page,
  context,
  journey,
}) => {
  await context.addCookies([{ name: 'i18n_redirected', value: 'de', url: journey.app.origin }])
  await page.goto('/?sort=new#shelf')
  await expect(page).toHaveURL(`${journey.app.origin}/de?sort=new#shelf`)

  await page.goto('/de/set?from=mail#data')
  await expect(page).toHaveURL(/\/de\/login\?next=/)
  await page.getByRole('link', { name: 'Mit E-Mail fortfahren' }).click()
  const email = `hash.${Date.now()}@example.org`
  await page.getByPlaceholder('Deine E-Mail-Adresse').fill(email)
  await page.locator('form button[type="submit"]').click()
  await page.locator('input[autocomplete="one-time-code"]').fill(await journey.mailbox.codeFor(email))
  await expect(page).toHaveURL(`${journey.app.origin}/de/set?from=mail#data`)
})

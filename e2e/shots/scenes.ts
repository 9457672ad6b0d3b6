import type { Locale } from '@everkin/contract/locales.ts'
import { PAGE_NAMES, pageNamed, pathTo } from '@everkin/web/app/paths.ts'
import type { Page } from '@playwright/test'
import { sampleAddress } from '../sample-pages.ts'

/** One thing to take pictures of. */
export interface Scene {
  name: string
  address(locale: Locale): string
  /** Who looks: someone signed out, someone signed in, or both, each in pictures of their own. */
  as: 'visitor' | 'reader'
  /** What is done before the picture is taken. */
  prepare?(page: Page, say: (key: string) => string): Promise<void>
  /** The screen alone, for what lies over a page; else the whole length of the page. */
  screenOnly?: true
  /** Only where this is narrower or wider than the rail's width. */
  only?: 'phone' | 'desktop'
}

const KEPT_FOR_VISITORS = /^login|^(dopaming|dopamingsv2|landPage|IosLanding|getAPP|getIOSAPP|invitation)$/

/** Every page of the table, as whom it is for; a page that is added is in the pictures by itself. */
const pages: Scene[] = PAGE_NAMES.map((name) => ({
  name,
  address: (locale) => sampleAddress(name, locale),
  as: KEPT_FOR_VISITORS.test(name) && !pageNamed(name).guarded ? 'visitor' : 'reader',
  ...(name === 'chat' && {
    screenOnly: true as const,
    prepare: (page: Page) => page.locator('[role="log"]').waitFor(),
  }),
}))

/** What the table does not know: what opens over a page, and pages that look different to others. */
const moments: Scene[] = [
  { name: 'index-visitor', address: (locale) => pathTo('index', locale), as: 'visitor' },
  {
    name: 'index-search',
    address: (locale) => pathTo('index', locale, {}, { q: 'zzqqxx' }),
    as: 'visitor',
  },
  { name: 'AboutView-visitor', address: (locale) => pathTo('AboutView', locale), as: 'visitor' },
  {
    name: 'template-one',
    address: (locale) => pathTo('templatedateils', locale, {}, { id: 'library-cat' }),
    as: 'visitor',
  },
  { name: 'error-404', address: (locale) => `${pathTo('index', locale)}/nope`.replace('//', '/'), as: 'visitor' },
  {
    name: 'drawer',
    address: (locale) => pathTo('index', locale),
    as: 'reader',
    only: 'phone',
    screenOnly: true,
    prepare: (page, say) => page.getByRole('button', { name: say('shell.header.menu') }).click(),
  },
  {
    name: 'account-menu',
    address: (locale) => pathTo('index', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => page.getByRole('button', { name: say('shell.header.account') }).click(),
  },
  {
    name: 'sign-in-dialog',
    address: (locale) => pathTo('card', locale, { id: 'ilse' }),
    as: 'visitor',
    screenOnly: true,
    prepare: (page, say) =>
      page
        .getByRole('button', { name: say('characters.card.like') })
        .filter({ visible: true })
        .first()
        .click(),
  },
  {
    name: 'age-dialog',
    address: (locale) => pathTo('index', locale),
    as: 'visitor',
    screenOnly: true,
    prepare: (page) => page.getByRole('switch').click(),
  },
]

export const SCENES: readonly Scene[] = [...pages, ...moments]

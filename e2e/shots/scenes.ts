import { PAGE_NAMES, pageNamed, pathTo } from '@everkin/web/app/paths.ts'
import type { Page } from '@playwright/test'
import { sampleAddress } from '../support/sample-pages.ts'
import { chatScenes } from './chat-scenes.ts'
import { deskScenes } from './desk-scenes.ts'
import { openDialog, type Say, type Scene } from './scene.ts'
import { shelfScenes } from './shelf-scenes.ts'

const KEPT_FOR_VISITORS = /^login|^(dopaming|dopamingsv2|landPage|IosLanding|getAPP|getIOSAPP|invitation)$/

/** Every page of the table of pages, for its audience; a new page is included automatically. */
const pages: Scene[] = PAGE_NAMES.map((name) => ({
  name,
  address: (locale) => sampleAddress(name, locale),
  as: KEPT_FOR_VISITORS.test(name) && !pageNamed(name).guarded ? 'visitor' : 'reader',
  ...(name === 'chat' && {
    screenOnly: true as const,
    prepare: (page: Page) => page.locator('[role="log"]').waitFor(),
  }),
}))

/** What someone types into the page for new characters; other languages show the English one. */
const SKETCHES = {
  en: 'A retired orc with pink hair and a long beard who juggles chainsaws',
  ar: 'ساحر متقاعد بلحية بيضاء طويلة في قلعة يحب الشطرنج',
}
const localeOf = (page: Page): keyof typeof SKETCHES => (page.url().includes('/ar/') ? 'ar' : 'en')

/** Pays with the test card of this name. */
async function payByTestCard(page: Page, say: Say, card: string): Promise<void> {
  const name = say(`billing.sandbox.cards.${card}`)
  // One name may be the beginning of another.
  await page.locator('.test-card').filter({ hasText: name }).first().getByRole('radio').check()
  await page.locator('.test-pay').getByRole('button').click()
}

const REWARDS = [5, 5, 10, 10, 15, 15, 30]

/** A member's week, as the server would send it, with three days done and today's taken or not. */
function week(isTaken: boolean) {
  return REWARDS.map((messages, index) => ({
    date: `2026-11-${16 + index}`,
    is_today: index === 3,
    is_checkin: index < 3 || (index === 3 && isTaken),
    streak_day: index + 1,
    message_num: messages,
    coin_num: Math.round(messages * 0.4),
  }))
}

/** The dialog of the check-in over Explore, with a fixed week, so that every screenshot is the same. */
async function openCheckin(page: Page, say: Say, isTaken: boolean): Promise<void> {
  await page.route('**/api/user/getCheckinStatus', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: week(isTaken) } }),
  )
  await page.getByRole('button', { name: say('shell.header.giftDue') }).click()
  const button = say(isTaken ? 'rewards.checkin.doneButton' : 'rewards.checkin.action')
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).waitFor()
  await page.locator('.checkin-lit').first().waitFor()
}

/** Scenes that are not in the table: overlays, and pages that look different to others. */
const moments: Scene[] = [
  { name: 'index-visitor', address: (locale) => pathTo('index', locale), as: 'visitor' },
  {
    name: 'createSingle-sketch',
    address: (locale) => pathTo('createSingle', locale),
    as: 'reader',
    prepare: async (page, say) => {
      await page.locator('.sketch textarea').fill(SKETCHES[localeOf(page)])
      await page.locator('.sketch-lit').first().waitFor()
      await page.getByRole('button', { name: say('card-editor.wish.write') }).click()
      await page.getByRole('button', { name: say('card-editor.wish.undo') }).waitFor()
    },
  },
  {
    name: 'index-search',
    address: (locale) => pathTo('index', locale, {}, { q: 'zzqqxx' }),
    as: 'visitor',
  },
  {
    name: 'set-avatar',
    address: (locale) => pathTo('set', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('personal-data.avatar.title') }).click()
      const picture = await (await page.request.get('/pictures/ilse/240.webp')).body()
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'me.webp', mimeType: 'image/webp', buffer: picture })
      await page.getByRole('slider').waitFor()
    },
  },
  {
    name: 'set-export',
    address: (locale) => pathTo('set', locale),
    as: 'reader',
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('personal-data.copy.start'), exact: true }).click()
      await page.getByText(say('personal-data.copy.done', { size: '…' }).split('…')[0] ?? '').waitFor()
    },
  },
  {
    name: 'admin-usage-price',
    address: (locale) => pathTo('admin-usage', locale),
    as: 'reader',
    prepare: async (page, say) => {
      await page
        .getByRole('button', { name: say('admin.usage.prices.set') })
        .first()
        .click()
    },
  },
  { name: 'AboutView-visitor', address: (locale) => pathTo('AboutView', locale), as: 'visitor' },
  {
    name: 'checkout-declined',
    address: (locale) => pathTo('checkout', locale, {}, { product: 'coins-100' }),
    as: 'reader',
    prepare: async (page, say) => {
      await payByTestCard(page, say, 'declined')
      await page.getByText(say('billing.declined.title')).waitFor()
    },
  },
  {
    name: 'checkout-confirm',
    address: (locale) => pathTo('checkout', locale, {}, { product: 'coins-500' }),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await payByTestCard(page, say, 'confirm')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'checkout-waiting',
    address: (locale) => pathTo('checkout', locale, {}, { product: 'messages-200' }),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await payByTestCard(page, say, 'silent')
      await page.getByRole('heading', { name: say('billing.order.waiting') }).waitFor()
    },
  },
  {
    name: 'checkout-paid',
    address: (locale) => pathTo('checkout', locale, {}, { product: 'membership-365' }),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await payByTestCard(page, say, 'paid')
      await page.getByRole('heading', { name: say('billing.paid.member') }).waitFor()
    },
  },
  {
    name: 'order-receipt',
    address: (locale) => pathTo('orders', locale),
    as: 'reader',
    prepare: async (page, say) => {
      await page
        .locator('.order-row', { hasText: say('billing.status.paid') })
        .first()
        .click()
      await page.locator('.receipt').waitFor()
    },
  },
  {
    name: 'order-limit',
    address: (locale) => pathTo('orders', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => page.getByRole('button', { name: say('billing.cap.change') }).click(),
  },
  {
    name: 'template-one',
    address: (locale) => pathTo('templatedateils', locale, {}, { id: 'library-cat' }),
    as: 'visitor',
  },
  {
    name: 'set-preset',
    address: (locale) => pathTo('set', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('presets.list.add') }).click()
      await page.getByRole('dialog').locator('summary').click()
    },
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
    name: 'checkin',
    address: (locale) => pathTo('index', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openCheckin(page, say, false),
  },
  {
    name: 'checkin-done',
    address: (locale) => pathTo('index', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openCheckin(page, say, true),
  },
  {
    name: 'sign-in-dialog',
    address: (locale) => pathTo('card', locale, { id: 'ilse' }),
    as: 'visitor',
    screenOnly: true,
    prepare: (page, say) => openDialog(page, say('characters.card.like')),
  },
  {
    name: 'age-dialog',
    address: (locale) => pathTo('index', locale),
    as: 'visitor',
    screenOnly: true,
    prepare: async (page) => {
      await page.getByRole('switch').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

/** Those of a guest come last: from then on, the visitor's browser is theirs. */
export const SCENES: readonly Scene[] = [...pages, ...moments, ...shelfScenes, ...deskScenes, ...chatScenes]

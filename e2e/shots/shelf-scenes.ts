import { pathTo } from '@everkin/web/app/paths.ts'
import type { Page } from '@playwright/test'
import { openDialog, type Say, type Scene, visibleButton } from './scene.ts'

/** Opens the menu of the first of the person's own characters, and one of its entries. */
async function askAboutOwnCard(page: Page, say: Say, entry: string): Promise<void> {
  await page.locator('[aria-haspopup=menu]').filter({ visible: true }).last().click()
  // By key: a click would first scroll the page, and the menu moves with it.
  await page.getByRole('menuitem', { name: say(entry), exact: true }).press('Enter')
  await page.locator('dialog[open]').waitFor()
}

/** Characters, shelves and accounts: filled, empty, and under a dialog. */
export const shelfScenes: readonly Scene[] = [
  { name: 'index-found', address: (locale) => pathTo('index', locale, {}, { q: 'cat' }), as: 'visitor' },
  { name: 'index-groups', address: (locale) => pathTo('index', locale, {}, { show: 'groups' }), as: 'reader' },
  { name: 'index-newcomer', address: (locale) => pathTo('index', locale), as: 'newcomer', screenOnly: true },
  {
    name: 'index-sort',
    address: (locale) => pathTo('index', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page) => page.locator('.sort summary').click(),
  },
  {
    name: 'card-report',
    address: (locale) => pathTo('card', locale, { id: 'ilse' }),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openDialog(page, say('characters.card.report')),
  },
  {
    name: 'card-invite',
    address: (locale) => pathTo('card', locale, { id: 'wren' }),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openDialog(page, say('invitations.action')),
  },
  {
    name: 'card-own',
    address: (locale, { ownCharacter }) => pathTo('card', locale, { id: ownCharacter }),
    as: 'reader',
  },
  { name: 'card-draft', address: (locale, { draft }) => pathTo('card', locale, { id: draft }), as: 'reader' },
  { name: 'group-own', address: (locale, { ownGroup }) => pathTo('group', locale, { id: ownGroup }), as: 'reader' },
  {
    name: 'createSingle-more',
    address: (locale, { ownCharacter }) => pathTo('createSingle', locale, {}, { id: ownCharacter }),
    as: 'reader',
    prepare: (page) => page.locator('.editor-folded > summary').first().click(),
  },
  {
    name: 'createSingle-versions-two',
    address: (locale, { ownCharacter }) => pathTo('createSingle-versions', locale, {}, { id: ownCharacter }),
    as: 'reader',
    prepare: (page) => page.locator('del').first().waitFor(),
  },
  {
    name: 'createGroups-own',
    address: (locale, { ownGroup }) => pathTo('createGroups', locale, {}, { id: ownGroup }),
    as: 'reader',
  },
  {
    name: 'me-delete',
    address: (locale) => pathTo('me', locale),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => askAboutOwnCard(page, say, 'card-editor.mine.delete'),
  },
  { name: 'me-empty', address: (locale) => pathTo('me', locale), as: 'newcomer' },
  { name: 'me-groups-empty', address: (locale) => pathTo('me-groups', locale), as: 'newcomer' },
  { name: 'lorebooks-empty', address: (locale) => pathTo('lorebooks', locale), as: 'newcomer' },
  {
    name: 'lorebooks-open',
    address: (locale) => pathTo('lorebooks', locale),
    as: 'reader',
    prepare: async (page) => {
      await page.locator('.book-row a').first().click()
      await page.getByRole('textbox').first().waitFor()
    },
  },
  { name: 'orders-empty', address: (locale) => pathTo('orders', locale), as: 'newcomer' },
  { name: 'AiGeneratedImage-empty', address: (locale) => pathTo('AiGeneratedImage', locale), as: 'newcomer' },
  {
    name: 'invitation-letter',
    address: (locale, { invitation }) => pathTo('invitation', locale, {}, { code: invitation }),
    as: 'visitor',
  },
  {
    name: 'login-code',
    address: (locale) => pathTo('login-emailLogin', locale),
    as: 'visitor',
    prepare: async (page, say) => {
      await page.getByRole('textbox').first().fill('mara@example.org')
      await visibleButton(page, say('accounts.email.sendCode')).click()
      await page.getByRole('textbox', { name: say('accounts.code.label') }).waitFor()
    },
  },
  {
    name: 'login-password',
    address: (locale) => pathTo('login-emailLogin', locale),
    as: 'visitor',
    prepare: async (page, say) => {
      await visibleButton(page, say('accounts.email.usePassword')).click()
      await page.locator('input[type=password]').waitFor()
    },
  },
  {
    name: 'profile-dialog',
    address: (locale) => pathTo('index', locale),
    as: 'arrival',
    screenOnly: true,
    prepare: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'under-18', address: (locale) => pathTo('index', locale), as: 'minor' },
  {
    name: 'set-delete',
    address: (locale) => pathTo('set', locale),
    as: 'reader',
    screenOnly: true,
    prepare: async (page, say) => {
      await page
        .locator('#account')
        .getByRole('button', { name: new RegExp(say('shell.account.deleteAccount')) })
        .click()
      await page.locator('dialog[open]').waitFor()
    },
  },
]

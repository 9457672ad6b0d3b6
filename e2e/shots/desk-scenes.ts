import { pathTo } from '@everkin/web/app/paths.ts'
import { openDialog, type Scene } from './scene.ts'

/** The desk with something on it, and what people see of its decisions. */
export const deskScenes: readonly Scene[] = [
  {
    name: 'admin-queue-case',
    address: (locale, { reportedCase }) => pathTo('admin-queue', locale, {}, { case: reportedCase }),
    as: 'reader',
  },
  {
    name: 'admin-queue-quarantine',
    address: (locale, { quarantinedCase }) => pathTo('admin-queue', locale, {}, { case: quarantinedCase }),
    as: 'reader',
  },
  {
    name: 'admin-queue-appeal',
    address: (locale, { appealCase }) => pathTo('admin-queue', locale, {}, { show: 'appeal', case: appealCase }),
    as: 'reader',
  },
  {
    name: 'admin-items-found',
    address: (locale) => pathTo('admin-items', locale, {}, { q: 'a' }),
    as: 'reader',
  },
  {
    name: 'admin-person-other',
    address: (locale, { person }) => pathTo('admin-person', locale, {}, { id: person }),
    as: 'reader',
  },
  {
    name: 'admin-person-erase',
    address: (locale, { person }) => pathTo('admin-person', locale, {}, { id: person }),
    as: 'reader',
    screenOnly: true,
    prepare: (page, say) => openDialog(page, say('desk.person.erase')),
  },
  {
    name: 'admin-order',
    address: (locale, { order }) => pathTo('admin-orders', locale, {}, { order }),
    as: 'reader',
  },
  {
    name: 'admin-not-allowed',
    address: (locale) => pathTo('admin', locale),
    as: 'newcomer',
  },
  { name: 'decisions-empty', address: (locale) => pathTo('decisions', locale), as: 'newcomer' },
  {
    name: 'decisions-appeal',
    address: (locale) => pathTo('decisions', locale),
    as: 'newcomer',
    prepare: async (page, say) => {
      await page.getByRole('button', { name: say('moderation.stops.start') }).click()
      await page.getByRole('button', { name: say('moderation.notices.send') }).waitFor()
    },
  },
  { name: 'suspended-person', address: (locale) => pathTo('suspended', locale), as: 'suspended' },
]

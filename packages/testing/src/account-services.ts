import type { Mail, Mailer } from '@everkin/server/domains/accounts/mailer.ts'
import type { AccountServices } from '@everkin/server/domains/accounts/services.ts'
import { forgetLikes } from '@everkin/server/domains/characters/forget-likes.ts'
import { eraseReporter } from '@everkin/server/domains/safety/report.ts'
import { eraseOwner } from '@everkin/server/domains/wallet/erase-owner.ts'
import { purse } from '@everkin/server/domains/wallet/purse.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

const texts = loadTexts(createLog('silent'))

/** The services of the calls about accounts, with a post room whose mails a test reads, and a record of cut sockets. */
export interface TestAccounts {
  services: AccountServices
  clock: TestClock
  mails: Mail[]
  /** Sessions and people whose sockets were cut, in order. */
  cut: string[]
  /** Whether mails are refused from now on. */
  refuseMail(on: boolean): void
  /** The six digits of the newest mail to this address. */
  codeFor(email: string): string
}

/** Everything real but the post, the sockets and the time. */
export function testAccounts(database: Database, settings: Partial<AccountServices['settings']> = {}): TestAccounts {
  const clock = createTestClock()
  const mails: Mail[] = []
  const cut: string[] = []
  let isRefusing = false
  const mailer: Mailer = {
    async send(mail) {
      if (isRefusing) throw new Error('the post room is closed')
      mails.push(mail)
    },
  }
  return {
    clock,
    mails,
    cut,
    refuseMail(on) {
      isRefusing = on
    },
    codeFor(email) {
      const code = mails.findLast((mail) => mail.to === email)?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
      if (!code) throw new Error('no code was sent')
      return code
    },
    services: {
      database,
      clock,
      texts,
      mailer,
      purse,
      settings: {
        adminEmails: ['operator@example.org'],
        newAccountMessages: 20,
        rateLimits: true,
        nsfwEnabled: true,
        nsfwAgeRule: 'declared',
        countryHeader: null,
        ...settings,
      },
      live: {
        toPerson: () => undefined,
        closeSession: (sessionId) => cut.push(sessionId),
        closePerson: (personId) => cut.push(personId),
      },
      appSecret: 'a secret of tests, 32 letters or more',
      log: createLog('silent'),
      onErase: [eraseReporter, (tx, person) => forgetLikes(tx, person.id), (tx, person) => eraseOwner(tx, person.id)],
    },
  }
}

import { AddressRejected, type Mail, type Mailer } from '@everkin/server/modules/accounts/mailer.ts'
import { accountHandlers } from '@everkin/server/modules/accounts/routes.ts'
import { SECURITY_NOTICE_JOB, securityNoticeJob } from '@everkin/server/modules/accounts/security-notice.ts'
import type { AccountServices } from '@everkin/server/modules/accounts/services.ts'
import { makeCardsPrivate } from '@everkin/server/modules/characters/write-card.ts'
import { createInvitationPort } from '@everkin/server/modules/invitations/revoke-minor-gifts.ts'
import { NO_MODERATOR } from '@everkin/server/modules/safety/moderation/moderator.ts'
import { walletPort } from '@everkin/server/modules/wallet/wallet-port.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import type { Caller } from '@everkin/server/platform/http/caller.ts'
import { createRateLimiter } from '@everkin/server/platform/http/rate-limit.ts'
import { createJobQueue } from '@everkin/server/platform/jobs/job-queue.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { inMemoryJournal, inMemoryMedia } from './in-memory-files.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { testModules } from './test-modules.ts'

const APP_SECRET = { current: 'a secret of tests, 32 letters or more', fallbacks: [] }
/** No chats exist in these tests. */
const NO_GUEST_CHATS: AccountServices['guestChats'] = { move: async () => async () => undefined }

/** The real costs would be most of the time of these tests; `slow-hash.test.ts` pins them. */
export const CHEAP_HASHES = { password: { N: 16, r: 1, p: 1 }, code: { N: 16, r: 1, p: 1 } }
const texts = loadTexts(createLog('silent'))

/** The services of the accounts module, with a mailer whose mails a test can read, and a record of closed sockets. */
export interface TestAccounts {
  services: AccountServices
  /** The handlers; a code is used where it was asked for last, for any caller. */
  calls: ReturnType<typeof accountHandlers>
  /** Handlers with other services, which know the codes of `calls`. */
  callsWith(services: AccountServices): ReturnType<typeof accountHandlers>
  clock: TestClock
  mails: Mail[]
  /** Sessions and people whose sockets were closed, in order. */
  closedSockets: string[]
  /** Sends the mails that tell owners about changes, and returns how many were due. */
  sendNotices(): Promise<number>
  /** Whether mails are rejected from now on; `address`: because there is no such mailbox. */
  refuseMail(on: boolean | 'address'): void
  /** The six digits of the newest mail to this address. */
  codeFor(email: string): string
}

/** Everything is real but mail, sockets, time and the cost of hashes. */
export function testAccounts(database: Database, settings: Partial<AccountServices['settings']> = {}): TestAccounts {
  const clock = createTestClock()
  const mails: Mail[] = []
  const closedSockets: string[] = []
  let refusal: boolean | 'address' = false
  const mailer: Mailer = {
    async send(mail) {
      if (refusal === 'address') throw new AddressRejected()
      if (refusal) throw new Error('the mail server rejects mails')
      mails.push(mail)
    },
  }
  const media = inMemoryMedia()
  const jobs = createJobQueue({ database, clock, log: createLog('silent'), owner: 'test' })
  jobs.handle(SECURITY_NOTICE_JOB, securityNoticeJob({ database, mailer, texts }))
  const chosen = {
    mode: 'production' as const,
    adminEmails: ['operator@example.org'],
    newAccountMessages: 20,
    guestMessages: 3,
    audience: 'adults' as const,
    rateLimits: true,
    nsfwEnabled: true,
    nsfwAgeRule: 'declared' as const,
    countryHeader: null,
    ...settings,
  }
  const services: AccountServices = {
    database,
    clock,
    texts,
    mailer,
    jobs,
    siteUrl: () => 'http://localhost:3000',
    identities: null,
    wallet: walletPort,
    invitations: createInvitationPort(APP_SECRET),
    guestChats: NO_GUEST_CHATS,
    ageProvider: null,
    moderator: NO_MODERATOR,
    cards: { makePrivate: async (tx, personId, now) => void (await makeCardsPrivate(tx, personId, now)) },
    settings: chosen,
    live: {
      publishToPerson: () => undefined,
      closeSession: (sessionId) => closedSockets.push(sessionId),
      closePerson: (personId) => closedSockets.push(personId),
    },
    appSecret: APP_SECRET,
    hashCosts: CHEAP_HASHES,
    log: createLog('silent'),
    limiter: createRateLimiter(clock, true),
    media,
    journal: inMemoryJournal(),
    modules: testModules(database, clock, media),
  }
  const challenges = new Map<string, string>()
  const callsWith = (chosen: AccountServices) => keepChallenges(accountHandlers(chosen), challenges)
  return {
    services,
    calls: callsWith(services),
    callsWith,
    clock,
    mails,
    closedSockets,
    sendNotices: () => jobs.runDue(),
    refuseMail(on) {
      refusal = on
    },
    codeFor(email) {
      const code = mails.findLast((mail) => mail.to === email)?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
      if (!code) throw new Error('no code was sent')
      return code
    },
  }
}

/** Passes the challenge of the newest code for an address to the call that uses it, as a browser or program would. */
function keepChallenges(
  calls: ReturnType<typeof accountHandlers>,
  challenges: Map<string, string>,
): ReturnType<typeof accountHandlers> {
  const keyOf = (email: string) => email.toLowerCase()
  const inItsBrowser = <One extends Caller>(email: string, caller: One): One => {
    const challenge = challenges.get(keyOf(email))
    const kept = challenge && { 'sign-in': challenge, '__Host-sign-in': challenge }
    return { ...caller, cookies: { ...kept, ...caller.cookies } }
  }
  const withChallenge = <Body extends { email: string }>(body: Body) => ({
    challenge: challenges.get(keyOf(body.email)),
    ...body,
  })
  return {
    ...calls,
    sendCode: async ({ query, body }, caller) => {
      const sent = await calls.sendCode({ query, body }, { ...caller, isBrowser: false })
      challenges.set(keyOf(body.email), sent.challenge ?? '')
      const { challenge: _, ...shown } = sent
      return shown
    },
    emailLogin: ({ query, body }, caller) =>
      calls.emailLogin({ query, body: withChallenge(body) }, inItsBrowser(body.email, caller)),
    resetPassword: ({ query, body }, caller) =>
      calls.resetPassword({ query, body: withChallenge(body) }, inItsBrowser(body.email, caller)),
  }
}

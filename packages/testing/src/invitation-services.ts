import type { AccountServices } from '@everkin/server/modules/accounts/services.ts'
import type { SignedIn } from '@everkin/server/modules/accounts/sign-in/sign-in-person.ts'
import { createTagNames } from '@everkin/server/modules/characters/tag-names.ts'
import { countActivity } from '@everkin/server/modules/chats/store/message-lists.ts'
import { invitationHandlers } from '@everkin/server/modules/invitations/routes.ts'
import type { InvitationServices } from '@everkin/server/modules/invitations/services.ts'
import { publishWalletChanges } from '@everkin/server/modules/wallet/publish-wallet.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import type { Caller } from '@everkin/server/platform/http/caller.ts'
import { createRateLimiter } from '@everkin/server/platform/http/rate-limit.ts'
import { testAccounts } from './account-services.ts'
import { asCaller, identityOf } from './builders.ts'

/** Accounts and invitations together, with shortcuts for tests. Rate limits are off, limits on gifts are on. */
export function testInvitations(database: Database) {
  const accounts = testAccounts(database, { rateLimits: false })
  const { services: accountServices, clock } = accounts
  const sent: { personId: string; type: string }[] = []
  const services: InvitationServices = {
    ...accountServices,
    limiter: createRateLimiter(clock, true),
    tagNames: createTagNames(accountServices.texts),
    siteUrl: () => 'https://everkin.example',
    activityOf: countActivity,
  }
  const live: AccountServices['live'] = {
    ...accountServices.live,
    publishToPerson: (personId, { type }) => sent.push({ personId, type }),
  }
  publishWalletChanges({ database, clock, live })
  const calls = invitationHandlers(services)
  const accountCalls = accounts.calls

  /** The code of a new invitation. */
  const invite = async (inviterId: string, cardId: string, options: Partial<Caller> = {}) => {
    const identity = identityOf({ id: inviterId, lang: 'en' })
    const { code } = await calls.createInvitation(
      { query: undefined, body: { card_id: cardId } },
      asCaller({ ...options, identity }),
    )
    return code
  }
  /** Signs in with an address and the code of an invitation, from a new browser. */
  const join = async (email: string, code: string | undefined, options: Partial<Caller> = {}): Promise<SignedIn> => {
    const caller = asCaller(options)
    await accountCalls.sendCode({ query: undefined, body: { email, purpose: 'login' } }, asCaller())
    const body = { email, code: accounts.codeFor(email), invite_code: code }
    return accountCalls.emailLogin({ query: undefined, body }, caller)
  }
  return { ...accounts, accounts: accountServices, services, calls, accountCalls, sent, invite, join }
}

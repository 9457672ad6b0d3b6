import type { accounts } from '@everkin/contract/http/accounts.ts'
import type { User } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller, SignedInCaller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import { exportData } from './export/export-data.ts'
import { loadPerson, type Person } from './person.ts'
import { confirmAge, setNsfw } from './profile/adult-content.ts'
import { saveProfile } from './profile/save-profile.ts'
import type { AccountServices } from './services.ts'
import {
  clearSessionCookies,
  ensureDeviceCookie,
  setNsfwCookie,
  setUserCookie,
  tokenFromUserCookie,
} from './sessions/session-cookies.ts'
import { saveTimeZone } from './sessions/session-usage.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/sessions.ts'
import { emailLogin } from './sign-in/email-login.ts'
import { firebaseLogin } from './sign-in/firebase-login.ts'
import { sendCode } from './sign-in/send-code.ts'
import { resetPassword, setPassword } from './sign-in/set-password.ts'
import { loadSignInMethods } from './sign-in/sign-in-methods.ts'
import { userView } from './views.ts'

/** The HTTP handlers of this module. */
export function accountHandlers(services: AccountServices): Handlers<typeof accounts> {
  const { database, clock } = services
  return {
    sendCode: ({ body: { email, purpose, lang } }, caller) =>
      sendCode(services, { email, purpose, locale: lang ?? caller.locale }, caller),
    emailLogin: ({ body }, caller) => emailLogin(services, body, caller),
    firebaseLogin: ({ body }, caller) => firebaseLogin(services, body, caller),
    resetPassword: ({ body }, caller) => resetPassword(services, body, caller),
    setPassword: async ({ body }, caller) => {
      await setPassword(services, body, caller)
      return {}
    },
    signInWays: (_input, caller) => loadSignInMethods(database, caller.identity.personId),
    logout: async (_input, caller) => {
      await endSession(services, caller.identity.personId, caller.identity.sessionId).catch(ignoreNotFound)
      clearSessionCookies(caller)
      return {}
    },
    deleteAccount: async (_input, caller) => {
      await deleteAccount(services, caller.identity.personId)
      clearSessionCookies(caller)
      return {}
    },
    sessions: async (_input, caller) => {
      const sessions = await listSessions(database, caller.identity.personId, clock.now())
      return sessions.map((session) => ({
        id: session.id,
        device: session.device,
        created_at: session.created_at.toISOString(),
        last_seen_at: session.last_seen_at.toISOString(),
        current: session.id === caller.identity.sessionId,
      }))
    },
    revokeSession: async ({ body }, caller) => {
      await endSession(services, caller.identity.personId, body.session_id)
      if (body.session_id === caller.identity.sessionId) clearSessionCookies(caller)
      return {}
    },
    revokeOtherSessions: async (_input, caller) => {
      await endOtherSessions(services, caller.identity.personId, caller.identity.sessionId)
      return {}
    },
    exportData: (_input, caller) => exportData(services, caller),
    confirmAge: async (_input, caller) => {
      const person = await confirmAge(services, caller.identity.personId, caller.country)
      return changedUser(services, person, caller)
    },
    setNsfw: async ({ body }, caller) => {
      const person = await setNsfw(services, caller.identity.personId, body.on, caller.country)
      return changedUser(services, person, caller)
    },
    info: async (_input, caller) => {
      const person = await personOfCaller(services, caller)
      await saveTimeZone(database, person, caller.timeZone)
      return viewOf(services, person)
    },
    profile: async ({ body }, caller) => {
      const deviceHash = ensureDeviceCookie(services.appSecret, caller)
      const person = await saveProfile(services, caller.identity.personId, body, deviceHash)
      return changedUser(services, person, caller)
    },
    ledger: ({ query }, caller) => services.wallet.history(database, caller.identity.personId, query),
  }
}

async function personOfCaller(services: AccountServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  return person
}

async function viewOf(services: AccountServices, person: Person): Promise<User> {
  const now = services.clock.now()
  return userView(person, await services.wallet.read(services.database, person, now), services.settings, now)
}

/** The person after a change; also updates the browser's readable cookies. */
async function changedUser(services: AccountServices, person: Person, caller: Caller): Promise<User> {
  const user = await viewOf(services, person)
  const token = tokenFromUserCookie(caller.cookies)
  if (caller.isBrowser && token !== null) setUserCookie(caller, user, token)
  if (caller.isBrowser) setNsfwCookie(caller, user.nsfw)
  return user
}

/** Signing out twice succeeds. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.errorName === 'NotFound')) throw error
}

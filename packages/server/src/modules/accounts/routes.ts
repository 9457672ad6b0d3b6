import type { accounts } from '@everkin/contract/http/accounts.ts'
import type { ageCheck } from '@everkin/contract/http/age-check.ts'
import type { User } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller, SignedInCaller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { ageCheckInfo, finishAgeCheck, startAgeCheck } from './age/check-age.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import { exportData } from './export/export-data.ts'
import { addPasskey, passkeyOptions, passkeyView, removePasskey, renamePasskey } from './passkeys/manage-passkeys.ts'
import { passkeyLogin, passkeyLoginOptions } from './passkeys/passkey-login.ts'
import { selectPasskeys } from './passkeys/passkey-store.ts'
import { loadPerson, type Person } from './person.ts'
import { confirmAge, setNsfw } from './profile/adult-content.ts'
import { saveProfile } from './profile/save-profile.ts'
import { logSecurityEvent } from './security-log.ts'
import type { AccountServices } from './services.ts'
import { ensureDevice } from './sessions/device.ts'
import { assertFreshSignIn } from './sessions/fresh-sign-in.ts'
import { clearSessionCookies, setNsfwCookie, setUserCookie, tokenFromUserCookie } from './sessions/session-cookies.ts'
import { saveTimeZone } from './sessions/session-usage.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/sessions.ts'
import { confirmIdentity, sendConfirmCode } from './sign-in/confirm-identity.ts'
import { emailLogin } from './sign-in/email-login.ts'
import { firebaseLogin } from './sign-in/firebase-login.ts'
import { forgetDeviceOfSession, forgetOtherDevices } from './sign-in/known-devices.ts'
import { sendCode } from './sign-in/send-code.ts'
import { resetPassword, setPassword } from './sign-in/set-password.ts'
import { loadSignInMethods, unlinkIdentity } from './sign-in/sign-in-methods.ts'
import { findSuspension } from './suspension/suspension-store.ts'
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
    passkeyLogin: ({ body }, caller) => passkeyLogin(services, body.passkey, caller),
    passkeyLoginOptions: async () => passkeyLoginOptions(services),
    passkeys: async (_input, caller) => (await selectPasskeys(database, caller.identity.personId)).map(passkeyView),
    passkeyOptions: async (_input, caller) =>
      passkeyOptions(services, await loadPersonOfCaller(services, caller), caller),
    addPasskey: ({ body }, caller) => addPasskey(services, body.passkey, caller),
    renamePasskey: ({ body: { passkey_id: id, name } }, caller) =>
      renamePasskey(services, caller.identity.personId, { id, name }),
    removePasskey: async ({ body }, caller) => {
      await removePasskey(services, body.passkey_id, caller)
      return {}
    },
    sendConfirmCode: ({ body }, caller) => sendConfirmCode(services, body.lang ?? caller.locale, caller),
    confirmIdentity: async ({ body }, caller) => {
      await confirmIdentity(services, body, caller)
      return {}
    },
    unlinkIdentity: async ({ body }, caller) => {
      await unlinkIdentity(services, body.provider, caller)
      return {}
    },
    signInWays: (_input, caller) => loadSignInMethods(database, caller.identity.personId),
    logout: async (_input, caller) => {
      await endSession(services, caller.identity.personId, caller.identity.sessionId).catch(ignoreNotFound)
      clearSessionCookies(caller)
      return {}
    },
    deleteAccount: async (_input, caller) => {
      // A repeated call finds neither the person nor the session.
      if (await loadPerson(database, caller.identity.personId)) {
        await assertFreshSignIn(database, caller.identity, clock.now())
        await deleteAccount(services, caller.identity.personId, caller.userAgent)
      }
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
      const { personId, sessionId } = caller.identity
      // A device that was signed out from elsewhere may be in other hands.
      if (body.session_id !== sessionId) await forgetDeviceOfSession(database, personId, body.session_id)
      await endSession(services, personId, body.session_id)
      logSecurityEvent(services, 'session_revoked', { personId, sessionId: body.session_id })
      if (body.session_id === caller.identity.sessionId) clearSessionCookies(caller)
      return {}
    },
    revokeOtherSessions: async (_input, caller) => {
      const { personId, sessionId } = caller.identity
      await forgetOtherDevices(database, personId, sessionId)
      await endOtherSessions(services, personId, sessionId)
      logSecurityEvent(services, 'session_revoked', { personId })
      return {}
    },
    exportData: async (_input, caller) => {
      await assertFreshSignIn(database, caller.identity, clock.now())
      return exportData(services, caller)
    },
    suspension: async (_input, caller) => {
      const suspension = await findSuspension(database, caller.identity.personId)
      if (!suspension) return { suspension: null }
      const { id, reason, suspendedAt } = suspension
      return { suspension: { id, reason, suspended_at: suspendedAt.toISOString() } }
    },
    confirmAge: async (_input, caller) => {
      const person = await confirmAge(services, caller.identity.personId, caller.country)
      return changedUser(services, person, caller)
    },
    setNsfw: async ({ body }, caller) => {
      const person = await setNsfw(services, caller.identity.personId, body.on, caller.country)
      return changedUser(services, person, caller)
    },
    info: async (_input, caller) => {
      const person = await loadPersonOfCaller(services, caller)
      await saveTimeZone(database, person, caller.timeZone, services.clock.now())
      return viewOf(services, person)
    },
    profile: async ({ body }, caller) => {
      const deviceHash = await ensureDevice(services, database, caller)
      const person = await saveProfile(services, caller.identity.personId, body, {
        deviceHash,
        country: caller.country,
      })
      return changedUser(services, person, caller)
    },
    ledger: ({ query }, caller) => services.wallet.history(database, caller.identity.personId, query),
  }
}

/** The HTTP handlers of age checks. */
export function ageCheckHandlers(services: AccountServices): Handlers<typeof ageCheck> {
  return {
    info: (_input, caller) => ageCheckInfo(services, caller),
    start: (_input, caller) => startAgeCheck(services, caller),
    finish: async ({ body }, caller) => changedUser(services, await finishAgeCheck(services, caller, body), caller),
  }
}

async function loadPersonOfCaller(services: AccountServices, caller: SignedInCaller): Promise<Person> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  return person
}

async function viewOf(services: AccountServices, person: Person): Promise<User> {
  const now = services.clock.now()
  return userView(person, await services.wallet.read(services.database, person.id, now), services.settings, now)
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

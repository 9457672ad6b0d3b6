import { deleteApp, initializeApp } from '@firebase/app'
import {
  browserPopupRedirectResolver,
  FacebookAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
} from '@firebase/auth'
import { type IdentityClient, type IdentityWay, PopupFailure, type ShownIdentity } from './shown-identity.ts'

type FirebaseClient = Extract<IdentityClient, { kind: 'firebase' }>

/** Database in which the SDK records for Google on which days it was used. */
const HEARTBEATS = 'firebase-heartbeat-database'

/** Shows Firebase's popup. It stores nothing in this browser: our own session is created from the token alone. */
export async function showFirebaseIdentity(
  client: FirebaseClient,
  way: IdentityWay,
  locale: string,
): Promise<ShownIdentity> {
  const app = initializeApp(
    { apiKey: client.api_key, authDomain: client.auth_domain, projectId: client.project_id },
    `sign-in ${Date.now()}`,
  )
  try {
    const auth = initializeAuth(app, {
      persistence: inMemoryPersistence,
      popupRedirectResolver: browserPopupRedirectResolver,
    })
    auth.languageCode = locale
    const { user } = await signInWithPopup(auth, providerOf(way))
    return { uid: user.uid, idToken: await user.getIdToken() }
  } catch (error) {
    throw new PopupFailure(reasonOf(error))
  } finally {
    await deleteApp(app).catch(() => {}) // it is not used again
    indexedDB.deleteDatabase(HEARTBEATS)
  }
}

function providerOf(way: IdentityWay): GoogleAuthProvider | FacebookAuthProvider {
  const provider = way === 'google' ? new GoogleAuthProvider() : new FacebookAuthProvider()
  provider.addScope('email')
  if (way === 'google') provider.setCustomParameters({ prompt: 'select_account' })
  return provider
}

const REASONS: Record<string, PopupFailure['reason']> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/cancelled-popup-request': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/account-exists-with-different-credential': 'otherWay',
}

function reasonOf(error: unknown): PopupFailure['reason'] {
  const code = (error as { code?: unknown } | null)?.code // Firebase's errors have one
  return REASONS[String(code)] ?? 'unreachable'
}

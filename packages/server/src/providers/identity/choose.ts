import type { ApiData } from '@everkin/contract/api-types.ts'
import { createRemoteJWKSet } from 'jose'
import type { IdentityProvider, IdentityVerifier } from '../../modules/accounts/module.ts'
import type { Settings } from '../../platform/config.ts'
import type { ExternalSources } from '../../platform/http/security-headers.ts'
import { DEMO_IDENTITY_PATH, type DemoIdentity, openDemoIdentity } from './demo-identity.ts'
import { createTokenVerifier } from './token-verifier.ts'

const FIREBASE_ISSUER = 'https://securetoken.google.com/'
const FIREBASE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

const JWKS_TIMEOUT_MS = 5_000

/** The hosts that Firebase's web SDK contacts when a person presses one of the buttons. */
const FIREBASE_SOURCES = {
  scripts: ['https://apis.google.com'],
  connections: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
}

/** The configured identity sign-in. */
export interface ChosenIdentity {
  verifier: IdentityVerifier | null
  demo: DemoIdentity | null
  /** The client's configuration: how to open the popup, and for which provider. */
  client: ApiData<'GET /api/config'>['identity']
  providers: readonly IdentityProvider[]
  /** The external sources that the pages may load for it. */
  sources: ExternalSources | null
}

const NO_IDENTITY: ChosenIdentity = { verifier: null, demo: null, client: null, providers: [], sources: null }

type IdentitySettings = Pick<
  Settings,
  | 'mode'
  | 'dataDir'
  | 'smtpUrl'
  | 'identityProjectId'
  | 'identityApiKey'
  | 'identityAuthDomain'
  | 'identityIssuer'
  | 'identityJwksUrl'
  | 'identityProviders'
>

/** The issuer that the settings name; else, in local mode only, the demo provider; else none. */
export async function chooseIdentity(settings: IdentitySettings): Promise<ChosenIdentity> {
  const { identityProjectId: projectId, identityApiKey: apiKey } = settings
  if (projectId !== null) {
    const authDomain = settings.identityAuthDomain ?? `${projectId}.firebaseapp.com`
    return {
      verifier: createTokenVerifier({
        issuer: settings.identityIssuer ?? `${FIREBASE_ISSUER}${projectId}`,
        audience: projectId,
        keys: createRemoteJWKSet(new URL(settings.identityJwksUrl ?? FIREBASE_KEYS), {
          timeoutDuration: JWKS_TIMEOUT_MS,
        }),
      }),
      demo: null,
      // Without the key there is no popup; programs with a token of their own can still sign in with it.
      client:
        apiKey === null ? null : { kind: 'firebase', project_id: projectId, api_key: apiKey, auth_domain: authDomain },
      providers: apiKey === null ? [] : settings.identityProviders,
      sources: apiKey === null ? null : { ...FIREBASE_SOURCES, frames: [`https://${authDomain}`] },
    }
  }
  if (settings.mode !== 'local') return NO_IDENTITY
  const demo = await openDemoIdentity(settings.dataDir, settings.smtpUrl === null)
  return {
    verifier: createTokenVerifier(demo.trusted),
    demo,
    client: { kind: 'demo', page: DEMO_IDENTITY_PATH },
    providers: ['google', 'facebook'],
    sources: null,
  }
}

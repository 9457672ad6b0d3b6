import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import {
  AgeCheckRejected,
  type AgeCheckSecrets,
  type AgeProvider,
  AgeProviderUnavailable,
  readAgeClaim,
} from '../../modules/accounts/module.ts'
import type { Settings } from '../../platform/config.ts'

type AgeCheckSettings = Pick<
  Settings,
  'ageCheckIssuer' | 'ageCheckClientId' | 'ageCheckClientSecret' | 'ageCheckClaim' | 'ageCheckScope' | 'ageCheckName'
>

const TIMEOUT_SECONDS = 8

/** The provider that the settings name, or null. It is asked about itself when the first person checks their age. */
export function chooseAgeProvider(settings: AgeCheckSettings): AgeProvider | null {
  const { ageCheckIssuer: issuer, ageCheckClientId: clientId } = settings
  if (issuer === null || clientId === null) return null
  const server = new URL(issuer)
  const open = () =>
    discovery(
      server,
      clientId,
      settings.ageCheckClientSecret ?? undefined,
      settings.ageCheckClientSecret ? undefined : None(),
      {
        // Signatures are checked, although the token comes straight from the provider. Settings allow http only for hosts
        // in a private network.
        execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
        timeout: TIMEOUT_SECONDS,
        [customFetch]: safeFetch,
      },
    ).catch((error: unknown) => {
      throw unavailable(error)
    })
  let known: Promise<Configuration> | null = null
  // A failed discovery is tried again with the next check.
  const configuration = () => {
    known ??= open().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
  return { name: settings.ageCheckName ?? server.host, ...openIdChecks(configuration, settings) }
}

/** A redirect could lead into the operator's own network. */
const safeFetch: CustomFetch = (url, options) => {
  const { method, headers, body, signal } = options
  return fetch(url, { method, headers, body: body as string | URLSearchParams | undefined, signal, redirect: 'error' }) // the library sends text and forms
}

function openIdChecks(
  configuration: () => Promise<Configuration>,
  { ageCheckClaim: claim, ageCheckScope: scope }: AgeCheckSettings,
): Omit<AgeProvider, 'name'> {
  return {
    async urlFor({ redirectUri, state, nonce, verifier }) {
      const config = await configuration()
      const wanted = { [claim]: { essential: true } }
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(config.serverMetadata().claims_parameter_supported && {
          claims: JSON.stringify({ id_token: wanted, userinfo: wanted }),
        }),
      }).href
    },
    async read(secrets, answer, now) {
      const config = await configuration()
      const finding = readAgeClaim(await loadClaim(config, secrets, answer, claim), now)
      if (!finding) throw new AgeCheckRejected('the claim says nothing about the age')
      return finding
    },
  }
}

/** The claim, from the ID token or else from the provider's endpoint for claims. Its other contents are not kept. */
async function loadClaim(
  config: Configuration,
  { redirectUri, state, nonce, verifier }: AgeCheckSecrets,
  { code, iss }: { code: string; iss?: string | undefined },
  claim: string,
): Promise<unknown> {
  const answered = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, state, iss })) if (value) answered.searchParams.set(name, value)
  try {
    const tokens = await authorizationCodeGrant(config, answered, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new AgeCheckRejected('no ID token')
    if (claims[claim] !== undefined || !config.serverMetadata().userinfo_endpoint) return claims[claim]
    return (await fetchUserInfo(config, tokens.access_token, claims.sub))[claim]
  } catch (error) {
    throw error instanceof AgeCheckRejected
      ? error
      : isOfTheNetwork(error)
        ? unavailable(error)
        : new AgeCheckRejected()
  }
}

/** Errors that say nothing about the answer: no connection, no answer in time, or a failing server. */
function isOfTheNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && !('code' in error)) return true // of fetch
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') return true
  const response = error.cause instanceof Response ? error.cause : null
  const status = 'status' in error && typeof error.status === 'number' ? error.status : response?.status
  return status !== undefined && status >= 500
}

/** Without the provider's own words, which may hold a code or a token. */
const unavailable = (_error: unknown) => new AgeProviderUnavailable()

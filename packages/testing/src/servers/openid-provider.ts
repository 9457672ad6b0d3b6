import { createHash, randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from '../postgres-cluster.ts'

/** A real OpenID provider that signs its tokens with RS256 and adds Firebase's claims. */
export interface OpenIdProvider {
  issuer: string
  audience: string
  jwksUrl: string
  /** Runs the whole flow with code and PKCE for this account. */
  signIn(account: string): Promise<{ uid: string; idToken: string }>
  close(): Promise<void>
}

const CLIENT = 'everkin-openid-test'

export async function openOpenIdProvider(): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const redirectUri = `${issuer}/nowhere`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'RS256',
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub', 'firebase'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: async (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.org`,
        email_verified: true,
        firebase: { sign_in_provider: 'google.com' },
      }),
    }),
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: true } },
  })
  const server: Server = provider.listen(port, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return {
    issuer,
    audience: CLIENT,
    jwksUrl: `${issuer}/jwks`,
    signIn: async (account) => {
      const verifier = randomBytes(32).toString('base64url')
      const code = await authorize(
        issuer,
        redirectUri,
        account,
        createHash('sha256').update(verifier).digest('base64url'),
      )
      const reply = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: CLIENT,
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      })
      const { id_token: idToken } = (await reply.json()) as { id_token: string } // as specified by the protocol
      return { uid: account, idToken }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Follows the provider's own pages like a browser: signs in, consents, and is redirected with a code. */
async function authorize(issuer: string, redirectUri: string, account: string, challenge: string): Promise<string> {
  const jar = new Map<string, string>()
  const query = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce: randomBytes(8).toString('hex'),
  })
  let next = { url: `${issuer}/auth?${query}`, body: undefined as URLSearchParams | undefined }
  for (let step = 0; step < 12; step++) {
    const reply = await fetch(next.url, {
      method: next.body ? 'POST' : 'GET',
      body: next.body,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = reply.headers.get('location')
    const page = location ? '' : await reply.text()
    if (location) next = { url: new URL(location, issuer).href, body: undefined }
    else next = { url: formTarget(page, next.url), body: formOf(page, account) }
    if (next.url.startsWith(redirectUri)) return new URL(next.url).searchParams.get('code') ?? ''
  }
  throw new Error('the provider redirected too many times')
}

const formTarget = (page: string, from: string) => new URL(page.match(/action="([^"]+)"/)?.[1] ?? '', from).href

function formOf(page: string, account: string): URLSearchParams {
  const prompt = page.match(/name="prompt" value="(\w+)"/)?.[1] ?? ''
  return new URLSearchParams({ prompt, ...(prompt === 'login' && { login: account, password: 'of no account' }) })
}

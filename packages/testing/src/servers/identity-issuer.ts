import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { freePort } from '../postgres-cluster.ts'

/** An issuer of identity tokens in Firebase's format, with a key server that can be switched off and changed. */
export interface IdentityIssuer {
  issuer: string
  audience: string
  jwksUrl: string
  /** The public key of the newest pair, for forged tokens. */
  publicKey: JWK
  /** A valid token, except for the changes that the test makes to its claims. */
  sign(claims?: Record<string, unknown>, now?: Date): Promise<string>
  /** What the token endpoint answers from now on, and what the endpoint for claims adds. */
  giveTokens(tokens: { idToken: string; claims?: Record<string, unknown> }): void
  /** The forms that the token endpoint has received. */
  tokenRequests: URLSearchParams[]
  /** Replaces the key with a new one. */
  rotate(): Promise<void>
  /** What the key server answers from now on; null for its keys. */
  answer(status: number | 'never' | null): void
  /** The number of requests for its keys. */
  fetches(): number
  close(): Promise<void>
}

export async function openIdentityIssuer(alg: 'RS256' | 'ES256' = 'RS256'): Promise<IdentityIssuer> {
  let generation = 0
  let fetches = 0
  let status: number | 'never' | null = null
  const audience = 'everkin-test'
  const makePair = async () => {
    const pair = await generateKeyPair(alg, { extractable: true })
    return { ...pair, kid: `key-${++generation}` }
  }
  let pair = await makePair()
  const port = await freePort()
  const publicJwk = async () => ({ ...(await exportJWK(pair.publicKey)), kid: pair.kid, alg, use: 'sig' })
  const tokenRequests: URLSearchParams[] = []
  let tokens: { idToken: string; claims?: Record<string, unknown> } | null = null
  const openIdAnswer = async (path: string, body: string): Promise<object | null> => {
    if (path.endsWith('/.well-known/openid-configuration'))
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/claims`,
        jwks_uri: `http://127.0.0.1:${port}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [alg],
        claims_parameter_supported: true,
      }
    if (path.endsWith('/claims')) return { sub: 'subject-1', ...tokens?.claims }
    if (!path.endsWith('/token')) return null
    tokenRequests.push(new URLSearchParams(body))
    return { access_token: 'an access token', token_type: 'Bearer', expires_in: 60, id_token: tokens?.idToken }
  }
  const server: Server = createServer(async (request, response) => {
    fetches += 1
    if (status === 'never') return
    if (status !== null) return response.writeHead(status).end('gone fishing')
    let body = ''
    for await (const piece of request) body += String(piece)
    const answer = (await openIdAnswer(request.url ?? '', body)) ?? { keys: [await publicJwk()] }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${port}/everkin-test`
  let publicKey: JWK = await publicJwk()
  return {
    issuer,
    audience,
    jwksUrl: `http://127.0.0.1:${port}/keys`,
    get publicKey() {
      return publicKey
    },
    async sign(claims = {}, now = new Date('2026-11-20T12:00:00.000Z')) {
      const seconds = Math.floor(now.getTime() / 1000)
      const payload = {
        iss: issuer,
        aud: audience,
        sub: 'subject-1',
        iat: seconds,
        exp: seconds + 3600,
        auth_time: seconds,
        email: 'Robin@Example.org',
        email_verified: true,
        firebase: { sign_in_provider: 'google.com' },
        jti: String(++generation),
        ...claims,
      }
      return new SignJWT(payload).setProtectedHeader({ alg, kid: pair.kid }).sign(pair.privateKey)
    },
    giveTokens(next) {
      tokens = next
    },
    tokenRequests,
    async rotate() {
      pair = await makePair()
      publicKey = await publicJwk()
    },
    answer(next) {
      status = next
    },
    fetches: () => fetches,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

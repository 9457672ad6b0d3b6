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
  const server: Server = createServer(async (_request, response) => {
    fetches += 1
    if (status === 'never') return
    if (status !== null) return response.writeHead(status).end('gone fishing')
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: [await publicJwk()] }))
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

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/config.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { chooseIdentity } from './choose.ts'
import { DEMO_IDENTITY_PATH, openDemoIdentity } from './demo-identity.ts'
import { describeIdentityVerifier, VERIFIED_AT } from './identity-verifier.suite.ts'
import { createTokenVerifier } from './token-verifier.ts'

const PRODUCTION = { MODE: 'production', SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://everkin.example' }

describeIdentityVerifier('the verifier of the demo provider', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'everkin-demo-identity-'))
  const { trusted, sign } = await openDemoIdentity(dataDir, true)
  const privateJwk = JSON.parse(readFileSync(join(dataDir, 'demo-identity-key.json'), 'utf8')) as JWK // its own file
  const { kty, n, e } = privateJwk
  const kid = 'demo'
  return {
    verifier: createTokenVerifier(trusted),
    issuer: trusted.issuer,
    alg: 'RS256',
    publicKey: { kty, n, e, kid } as JWK, // of an RSA key
    async sign(claims = {}) {
      const claim = { provider: 'google', name: 'Robin', email: 'Robin@Example.org' } as const
      const issued = decodeJwt((await sign(claim, VERIFIED_AT)).idToken)
      return new SignJWT({ ...issued, sub: 'subject-1', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(await importJWK(privateJwk, 'RS256'))
    },
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
})

describe('the demo identity provider', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'everkin-demo-identity-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const choose = (environment: Record<string, string> = {}) =>
    chooseIdentity(readSettings({ DATA_DIR: dataDir, ...environment }))

  it('signs what the shared verifier accepts, and names the same person again', async () => {
    const { verifier, demo } = await choose()
    const claim = { provider: 'google', name: 'Robin', email: 'Robin@example.org' } as const
    const first = await demo!.sign(claim, VERIFIED_AT)
    const again = await demo!.sign({ ...claim, email: 'robin@EXAMPLE.org', name: 'R.' }, VERIFIED_AT)
    expect(again.uid).toBe(first.uid)
    expect(again.idToken).not.toBe(first.idToken)
    expect(await verifier!.verify(first.idToken, VERIFIED_AT)).toMatchObject({
      subject: first.uid,
      provider: 'google',
      email: 'robin@example.org',
      isEmailVerified: true,
    })
    expect((await demo!.sign({ ...claim, provider: 'facebook' }, VERIFIED_AT)).uid).not.toBe(first.uid)
  })

  it('keeps one key that only its owner can read, and accepts no other', async () => {
    const { demo } = await choose()
    const path = join(dataDir, 'demo-identity-key.json')
    const kept = readFileSync(path, 'utf8')
    expect(statSync(path).mode & 0o077).toBe(0)
    const { idToken } = await demo!.sign({ provider: 'google', name: 'Robin', email: null }, VERIFIED_AT)
    const restarted = await choose()
    expect(readFileSync(path, 'utf8')).toBe(kept)
    expect((await restarted.verifier!.verify(idToken, VERIFIED_AT)).email).toBeNull()
    const elsewhere = mkdtempSync(join(tmpdir(), 'everkin-demo-identity-'))
    const other = createTokenVerifier((await openDemoIdentity(elsewhere, true)).trusted)
    await expect(other.verify(idToken, VERIFIED_AT)).rejects.toThrow()
    rmSync(elsewhere, { recursive: true, force: true })
  })

  it('verifies no address where real mail is sent, and never one from Facebook', async () => {
    const claim = { name: 'Robin', email: 'robin@example.org' } as const
    const vouches = async (environment: Record<string, string>, provider: 'google' | 'facebook') => {
      const { verifier, demo } = await choose(environment)
      const { idToken } = await demo!.sign({ ...claim, provider }, VERIFIED_AT)
      return (await verifier!.verify(idToken, VERIFIED_AT)).isEmailVerified
    }
    expect(await vouches({}, 'google')).toBe(true)
    expect(await vouches({}, 'facebook')).toBe(false)
    expect(await vouches({ SMTP_URL: 'smtp://mail.example' }, 'google')).toBe(false)
  })

  it('is absent in production mode and beside a configured issuer', async () => {
    expect(await choose(PRODUCTION)).toMatchObject({ verifier: null, demo: null, client: null, providers: [] })
    const named = await choose({ IDENTITY_PROJECT_ID: 'my-project', IDENTITY_API_KEY: 'key' })
    expect(named).toMatchObject({
      demo: null,
      client: { kind: 'firebase', auth_domain: 'my-project.firebaseapp.com' },
      providers: ['google', 'facebook'],
      sources: { frames: ['https://my-project.firebaseapp.com'] },
    })
    expect(await choose({ IDENTITY_PROJECT_ID: 'my-project' })).toMatchObject({ client: null, providers: [] })
  })

  it('allows Firebase’s popup in the pages’ policy where it is set up, and nothing otherwise', async () => {
    const policyOf = async (environment: Record<string, string>) => {
      const { sources } = await choose(environment)
      return securityHeaders({ allowed: null, guests: sources })['content-security-policy']
    }
    const closed = securityHeaders({ allowed: null })['content-security-policy']
    expect(await policyOf({})).toBe(closed)
    expect(await policyOf(PRODUCTION)).toBe(closed)
    expect(await policyOf({ IDENTITY_PROJECT_ID: 'my-project' })).toBe(closed)
    const open = await policyOf({
      IDENTITY_PROJECT_ID: 'p',
      IDENTITY_API_KEY: 'key',
      IDENTITY_AUTH_DOMAIN: 'in.example',
    })
    expect(open).toContain("script-src 'self' https://apis.google.com;")
    expect(open).toContain('frame-src https://in.example;')
    expect(open?.replace(/ https:\/\/[\w.]+/g, '').replace(' frame-src;', '')).toBe(closed)
  })
})

describe('the pages of the demo identity provider', () => {
  let local: TestServer
  let production: TestServer
  beforeAll(async () => {
    local = await startTestServer()
    production = await startTestServer({ database: local.context.database, settings: PRODUCTION })
  })
  afterAll(() => Promise.all([local.end(), production.end()]))

  const claim = { provider: 'google', name: 'Robin', email: 'demo.robin@example.org' }
  const post = (server: TestServer, body: unknown, origin: string | null = server.origin) =>
    fetch(`${server.origin}${DEMO_IDENTITY_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin !== null && { origin }) },
      body: JSON.stringify(body),
    })

  it('says in the reader’s language that it is not a real one', async () => {
    const page = await fetch(`${local.origin}${DEMO_IDENTITY_PATH}?provider=facebook`, {
      headers: { 'accept-language': 'ar' },
    })
    const html = await page.text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('تسجيل دخول تجريبي. لا يُستخدم حساب Google أو Facebook حقيقي.')
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('creates an account through the same call and the same checks as a real one', async () => {
    const { uid, id_token } = (await (await post(local, claim)).json()) as { uid: string; id_token: string }
    const body = { type: 'google' as const, uid, id_token }
    const swapped = await local.call('POST /api/account/firebaseLogin', { body: { ...body, uid: 'another' } })
    expect(swapped.code).toBe(3003)
    const signedIn = await local.call('POST /api/account/firebaseLogin', { body })
    expect(signedIn).toMatchObject({ code: 1, data: { email: claim.email } })
    expect((await local.call('POST /api/account/firebaseLogin', { body })).code).toBe(3003)
    const config = await local.call('GET /api/config')
    expect(config.data).toMatchObject({ sign_in: { google: true, facebook: true }, identity: { kind: 'demo' } })
  })

  it('signs nothing for another site, without an origin, or for invalid input', async () => {
    expect((await post(local, claim, 'https://elsewhere.example')).status).toBe(403)
    expect((await post(local, claim, null)).status).toBe(403)
    for (const wrong of [{}, { ...claim, provider: 'apple' }, { ...claim, name: ' ' }, { ...claim, email: 'x' }, null])
      expect((await post(local, wrong)).status).toBe(400)
  })

  it('does not exist in production mode', async () => {
    expect((await fetch(`${production.origin}${DEMO_IDENTITY_PATH}`)).status).toBe(404)
    expect((await post(production, claim)).status).toBe(404)
    const config = await production.call('GET /api/config')
    expect(config.data).toMatchObject({ sign_in: { google: false, facebook: false }, identity: null })
    const body = { type: 'google' as const, uid: 'x', id_token: 'x' }
    expect((await production.call('POST /api/account/firebaseLogin', { body })).code).toBe(3003)
  })
})

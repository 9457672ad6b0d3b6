import { createHmac } from 'node:crypto'
import { type IdentityIssuer, openIdentityIssuer } from '@everkin/testing/servers/identity-issuer.ts'
import { createRemoteJWKSet, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityKeysUnavailable, IdentityRejected } from '../../modules/accounts/sign-in/identity-verifier.ts'
import { createTokenVerifier } from './token-verifier.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const SECONDS = NOW.getTime() / 1000

/** A verifier that queries the issuer's key server without rate limit. */
const verifierOf = ({ issuer, audience, jwksUrl }: IdentityIssuer) =>
  createTokenVerifier({
    issuer,
    audience,
    keys: createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: 0, timeoutDuration: 1_000 }),
  })

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('checking an identity token', () => {
  let issuer: IdentityIssuer
  beforeAll(async () => {
    issuer = await openIdentityIssuer()
  })
  afterAll(() => issuer.close())

  const refused = async (idToken: string) =>
    expect(verifierOf(issuer).verify(idToken, NOW)).rejects.toBeInstanceOf(IdentityRejected)

  it('returns the person it names, with the address in lower case', async () => {
    expect(await verifierOf(issuer).verify(await issuer.sign(), NOW)).toEqual({
      issuer: issuer.issuer,
      subject: 'subject-1',
      provider: 'google',
      email: 'robin@example.org',
      isEmailVerified: true,
      expiresAt: new Date((SECONDS + 3630) * 1000),
    })
  })

  it('accepts ES256 from an issuer that signs with it', async () => {
    const other = await openIdentityIssuer('ES256')
    expect((await verifierOf(other).verify(await other.sign(), NOW)).subject).toBe('subject-1')
    await other.close()
  })

  it('trusts an address only where the token explicitly marks it as verified', async () => {
    for (const claim of ['true', 1, null, false]) {
      const identity = await verifierOf(issuer).verify(await issuer.sign({ email_verified: claim }), NOW)
      expect(identity.isEmailVerified).toBe(false)
    }
    for (const email of [
      undefined,
      7,
      '',
      'no address',
      'a@b c',
      'nul\0@example.org',
      `${'x'.repeat(250)}@example.org`,
    ])
      expect((await verifierOf(issuer).verify(await issuer.sign({ email }), NOW)).email).toBeNull()
  })

  it.each<[string, Record<string, unknown>]>([
    ['another audience', { aud: 'someone-else' }],
    ['another issuer', { iss: 'https://securetoken.google.com/everkin-test' }],
    ['no issuer', { iss: undefined }],
    ['a life that is over', { exp: SECONDS - 31 }],
    ['no end', { exp: undefined }],
    ['an end that is no number', { exp: 'tomorrow' }],
    ['a time of issue that lies ahead', { iat: SECONDS + 31 }],
    ['a sign-in that lies ahead', { auth_time: SECONDS + 31 }],
    ['a sign-in of eleven minutes ago', { auth_time: SECONDS - 660 }],
    ['no time of sign-in', { auth_time: undefined }],
    ['a time of sign-in in words', { auth_time: 'now' }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject with NUL', { sub: 'a\0b' }],
    ['an endless subject', { sub: 'x'.repeat(256) }],
    ['a provider that is none of ours', { firebase: { sign_in_provider: 'password' } }],
    ['a provider that is a property of every object', { firebase: { sign_in_provider: 'constructor' } }],
    ['no provider', { firebase: undefined }],
    ['a validity that has not begun', { nbf: SECONDS + 31 }],
  ])('AUTH-06: rejects a token with %s', async (_name, claims) => {
    await refused(await issuer.sign(claims))
  })

  it('AUTH-06: rejects `alg: none`, in every spelling and with a signature or without', async () => {
    const [, payload, signature] = (await issuer.sign()).split('.')
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      await refused(`${encoded({ alg })}.${payload}.`)
      await refused(`${encoded({ alg, kid: issuer.publicKey.kid })}.${payload}.${signature}`)
    }
  })

  it('AUTH-06: rejects HS256 signed with the public key, in every form that key is published in', async () => {
    const [, payload] = (await issuer.sign()).split('.')
    const head = encoded({ alg: 'HS256', kid: issuer.publicKey.kid, typ: 'JWT' })
    const key = await importJWK(issuer.publicKey, 'RS256', { extractable: true })
    const pem = await exportSPKI(key as Parameters<typeof exportSPKI>[0]) // our keys are never symmetric
    for (const secret of [pem, pem.trim(), JSON.stringify(issuer.publicKey), issuer.publicKey.n ?? '']) {
      const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
      await refused(`${head}.${payload}.${signature}`)
    }
  })

  it('AUTH-06: rejects a token by another key under a known id, by an unknown id, or with its own key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const [, payload = ''] = (await issuer.sign()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const sign = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
    await refused(await sign({ kid: issuer.publicKey.kid }))
    await refused(await sign({ kid: 'unknown' }))
    await refused(await sign({ jwk: publicKey }))
    await refused(await sign({ kid: issuer.publicKey.kid, jku: 'http://127.0.0.1:1/keys' }))
    await refused(await sign({ kid: issuer.publicKey.kid, crit: ['exp'] }).catch(() => 'not.a.token'))
  })

  it('AUTH-06: rejects what was changed after signing, and what is not a token', async () => {
    const [head, payload = '', signature] = (await issuer.sign()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    await refused(`${head}.${encoded({ ...claims, sub: 'someone-else' })}.${signature}`)
    await refused(`${head}.${encoded({ ...claims, email: 'operator@example.org' })}.${signature}`)
    for (const nothing of ['', 'a', 'a.b', 'a.b.c', '..', `${head}.${payload}`, `${head}.${payload}.${signature}.x.y`])
      await refused(nothing)
  })

  it('AUTH-06: accepts a new key as soon as it is used, and the old one no more', async () => {
    const rotating = await openIdentityIssuer()
    const verifier = verifierOf(rotating)
    const before = await rotating.sign()
    await verifier.verify(before, NOW)
    await verifier.verify(await rotating.sign(), NOW)
    expect(rotating.fetches()).toBe(1)
    await rotating.rotate()
    expect((await verifier.verify(await rotating.sign(), NOW)).subject).toBe('subject-1')
    await expect(verifier.verify(before, NOW)).rejects.toBeInstanceOf(IdentityRejected)
    await rotating.close()
  })

  it('reports that the keys are unavailable, not that the token is invalid, when it cannot tell', async () => {
    const away = await openIdentityIssuer()
    const token = await away.sign()
    for (const status of [500, 404, 429]) {
      away.answer(status)
      await expect(verifierOf(away).verify(token, NOW)).rejects.toBeInstanceOf(IdentityKeysUnavailable)
    }
    away.answer(null)
    expect((await verifierOf(away).verify(token, NOW)).subject).toBe('subject-1')
    await away.close()
    await expect(verifierOf(away).verify(token, NOW)).rejects.toBeInstanceOf(IdentityKeysUnavailable)
  })
})

import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityRejected, type IdentityVerifier } from '../../modules/accounts/sign-in/identity-verifier.ts'

/** The time at which the suite verifies tokens. */
export const VERIFIED_AT = new Date('2026-11-20T12:00:00.000Z')
const SECONDS = VERIFIED_AT.getTime() / 1000

/** A verifier under test, and an issuer that it trusts. */
export interface IdentityStage {
  verifier: IdentityVerifier
  issuer: string
  alg: 'RS256' | 'ES256'
  /** The issuer's public key with its id, for forged tokens. */
  publicKey: JWK
  /**
   * A token that is valid for an hour, of a person `subject-1` who has just signed in with Google as
   * Robin@Example.org, except for the changes to its claims.
   */
  sign(claims?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The contract of every identity verifier; run for each kind of signature and for the demo provider. */
export function describeIdentityVerifier(name: string, open: () => Promise<IdentityStage>): void {
  describe(`${name} keeps the promises of an identity verifier`, () => {
    let stage: IdentityStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage.close())

    const refused = async (idToken: string) =>
      expect(stage.verifier.verify(idToken, VERIFIED_AT)).rejects.toBeInstanceOf(IdentityRejected)

    it('returns the person it names, with the address in lower case', async () => {
      expect(await stage.verifier.verify(await stage.sign(), VERIFIED_AT)).toEqual({
        issuer: stage.issuer,
        subject: 'subject-1',
        provider: 'google',
        email: 'robin@example.org',
        isEmailVerified: true,
        expiresAt: new Date((SECONDS + 3630) * 1000),
      })
    })

    it('trusts an address only where the token explicitly marks it as verified', async () => {
      for (const claim of ['true', 1, null, false]) {
        const identity = await stage.verifier.verify(await stage.sign({ email_verified: claim }), VERIFIED_AT)
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
        expect((await stage.verifier.verify(await stage.sign({ email }), VERIFIED_AT)).email).toBeNull()
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
      await refused(await stage.sign(claims))
    })

    it('AUTH-06: rejects `alg: none`, in every spelling and with a signature or without', async () => {
      const [, payload, signature] = (await stage.sign()).split('.')
      for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
        await refused(`${encoded({ alg })}.${payload}.`)
        await refused(`${encoded({ alg, kid: stage.publicKey.kid })}.${payload}.${signature}`)
      }
    })

    it('AUTH-06: rejects HS256 signed with the public key, in every form that key is published in', async () => {
      const [, payload] = (await stage.sign()).split('.')
      const head = encoded({ alg: 'HS256', kid: stage.publicKey.kid, typ: 'JWT' })
      const key = await importJWK(stage.publicKey, stage.alg, { extractable: true })
      const pem = await exportSPKI(key as Parameters<typeof exportSPKI>[0]) // our keys are never symmetric
      for (const secret of [
        pem,
        pem.trim(),
        JSON.stringify(stage.publicKey),
        stage.publicKey.n ?? stage.publicKey.x ?? '',
      ]) {
        const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
        await refused(`${head}.${payload}.${signature}`)
      }
    })

    it('AUTH-06: rejects a token by another key under a known id, by an unknown id, or with its own key', async () => {
      const { privateKey, publicKey } = await generateKeyPair(stage.alg, { extractable: true })
      const [, payload = ''] = (await stage.sign()).split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const sign = (header: object) =>
        new SignJWT(claims).setProtectedHeader({ alg: stage.alg, ...header }).sign(privateKey)
      await refused(await sign({ kid: stage.publicKey.kid }))
      await refused(await sign({ kid: 'unknown' }))
      await refused(await sign({ jwk: publicKey }))
      await refused(await sign({ kid: stage.publicKey.kid, jku: 'http://127.0.0.1:1/keys' }))
      await refused(await sign({ kid: stage.publicKey.kid, crit: ['exp'] }).catch(() => 'not.a.token'))
    })

    it('AUTH-06: rejects what was changed after signing, and what is not a token', async () => {
      const [head, payload = '', signature] = (await stage.sign()).split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      await refused(`${head}.${encoded({ ...claims, sub: 'someone-else' })}.${signature}`)
      await refused(`${head}.${encoded({ ...claims, email: 'operator@example.org' })}.${signature}`)
      for (const nothing of [
        '',
        'a',
        'a.b',
        'a.b.c',
        '..',
        `${head}.${payload}`,
        `${head}.${payload}.${signature}.x.y`,
      ])
        await refused(nothing)
    })

    it('reveals nothing of a rejected token, and not why it was rejected', async () => {
      const errorOf = async (token: string) =>
        stage.verifier.verify(token, VERIFIED_AT).catch((error: unknown) => error)
      const token = await stage.sign({ aud: 'canary-audience', email: 'canary@example.org' })
      const errors = [
        await errorOf(token),
        await errorOf(await stage.sign({ exp: SECONDS - 31 })),
        await errorOf('canary'),
      ]
      for (const error of errors) {
        expect(error).toMatchObject({ message: '' })
        expect(inspect(error, { depth: null })).not.toContain('canary')
        expect(inspect(error, { depth: null })).not.toContain(token.split('.')[1])
      }
    })

    it('verifies several tokens at once, each on its own', async () => {
      const tokens = await Promise.all(['one', 'two', 'three'].map((sub) => stage.sign({ sub })))
      const verified = await Promise.all(tokens.map((token) => stage.verifier.verify(token, VERIFIED_AT)))
      expect(verified.map(({ subject }) => subject)).toEqual(['one', 'two', 'three'])
    })
  })
}

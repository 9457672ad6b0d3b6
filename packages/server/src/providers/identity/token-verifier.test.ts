import { type IdentityIssuer, openIdentityIssuer } from '@everkin/testing/servers/identity-issuer.ts'
import { createRemoteJWKSet } from 'jose'
import { describe, expect, it } from 'vitest'
import { IdentityKeysUnavailable, IdentityRejected } from '../../modules/accounts/sign-in/identity-verifier.ts'
import { describeIdentityVerifier, VERIFIED_AT } from './identity-verifier.suite.ts'
import { createTokenVerifier } from './token-verifier.ts'

/** A verifier that queries the issuer's key server without rate limit. */
const verifierOf = ({ issuer, audience, jwksUrl }: IdentityIssuer, timeoutDuration = 1_000) =>
  createTokenVerifier({
    issuer,
    audience,
    keys: createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: 0, timeoutDuration }),
  })

for (const alg of ['RS256', 'ES256'] as const) {
  describeIdentityVerifier(`a token verifier for ${alg}`, async () => {
    const issuer = await openIdentityIssuer(alg)
    const { publicKey, sign, close } = issuer
    return { verifier: verifierOf(issuer), issuer: issuer.issuer, alg, publicKey, sign, close }
  })
}

describe('the keys of an issuer', () => {
  it('AUTH-06: are replaced as soon as a new one is used, and the old one no more', async () => {
    const rotating = await openIdentityIssuer()
    const verifier = verifierOf(rotating)
    const before = await rotating.sign()
    await verifier.verify(before, VERIFIED_AT)
    await verifier.verify(await rotating.sign(), VERIFIED_AT)
    expect(rotating.fetches()).toBe(1)
    await rotating.rotate()
    expect((await verifier.verify(await rotating.sign(), VERIFIED_AT)).subject).toBe('subject-1')
    await expect(verifier.verify(before, VERIFIED_AT)).rejects.toBeInstanceOf(IdentityRejected)
    await rotating.close()
  })

  it('are reported as unavailable, and no token as invalid, when they cannot be fetched', async () => {
    const away = await openIdentityIssuer()
    const token = await away.sign()
    for (const status of [500, 404, 429]) {
      away.answer(status)
      await expect(verifierOf(away).verify(token, VERIFIED_AT)).rejects.toBeInstanceOf(IdentityKeysUnavailable)
    }
    away.answer(null)
    expect((await verifierOf(away).verify(token, VERIFIED_AT)).subject).toBe('subject-1')
    await away.close()
    await expect(verifierOf(away).verify(token, VERIFIED_AT)).rejects.toBeInstanceOf(IdentityKeysUnavailable)
  })

  it('are unavailable when their server never answers', async () => {
    const silent = await openIdentityIssuer()
    silent.answer('never')
    const verifying = verifierOf(silent, 50).verify(await silent.sign(), VERIFIED_AT)
    await expect(verifying).rejects.toBeInstanceOf(IdentityKeysUnavailable)
    await silent.close()
  })
})

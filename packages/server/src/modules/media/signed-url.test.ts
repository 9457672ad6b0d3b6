import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signMediaUrl, verifySignature } from './signed-url.ts'

const digestOf = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest()
const before = digestOf('before')
const after = Object.assign(digestOf('after'), { fallbacks: [before] })
const now = new Date('2026-11-28T10:00:00Z')
const claims = { mediaId: 'picture', personId: 'person' }
const signatureIn = (url: string) => url.split('/')[3] ?? ''

describe('the signed URL of a file', () => {
  const signature = signatureIn(signMediaUrl(before, claims, 'small.webp', now))

  it('names its file and its reader to this server alone', () => {
    expect(verifySignature(before, signature)).toMatchObject(claims)
    expect(Buffer.from(signature, 'base64url').includes('person')).toBe(false)
    expect(verifySignature(digestOf('after'), signature)).toBeNull()
  })

  it('outlives the secret that signed it while that is a fallback', () => {
    expect(verifySignature(after, signature)).toMatchObject(claims)
    expect(verifySignature(before, signatureIn(signMediaUrl(after, claims, 'small.webp', now)))).toBeNull()
  })
})

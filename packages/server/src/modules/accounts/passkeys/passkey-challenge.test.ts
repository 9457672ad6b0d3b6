import { describe, expect, it } from 'vitest'
import { CHALLENGE_LIFETIME_MS, createChallenge, isOwnChallenge } from './passkey-challenge.ts'

const BEFORE = { appSecret: { current: 'a secret of tests, 32 letters or more', fallbacks: [] } }
const AFTER = { appSecret: { current: 'the next secret of tests, 32 letters', fallbacks: [BEFORE.appSecret.current] } }
const LOGIN = { kind: 'login' } as const
const now = new Date('2026-11-28T10:00:00Z')

describe('the challenge of a passkey', () => {
  const challenge = createChallenge(BEFORE, LOGIN, now).toString('base64url')

  it('is for one purpose, until it expires', () => {
    expect(isOwnChallenge(BEFORE, LOGIN, challenge, now)).toBe(true)
    expect(isOwnChallenge(BEFORE, { kind: 'add', personId: 'person' }, challenge, now)).toBe(false)
    expect(isOwnChallenge(BEFORE, LOGIN, challenge, new Date(now.getTime() + CHALLENGE_LIFETIME_MS))).toBe(false)
  })

  it('cannot be made with a secret that was replaced', () => {
    expect(isOwnChallenge(AFTER, LOGIN, challenge, now)).toBe(false)
  })
})

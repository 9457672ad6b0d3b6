import { describe, expect, it } from 'vitest'
import { createKeyCipher } from './connection-key.ts'

const SECRET = { current: 'a secret of tests, 32 letters or more', fallbacks: [] }

describe('createKeyCipher', () => {
  it('returns the key to the same server and connection, and never stores it in clear', () => {
    const stored = createKeyCipher(SECRET).encrypt('sk-very-secret', 'one')
    expect(Buffer.from(stored).includes('very-secret')).toBe(false)
    expect(createKeyCipher(SECRET).decrypt(stored, 'one')).toBe('sk-very-secret')
  })

  it('encrypts the same key differently each time', () => {
    const cipher = createKeyCipher(SECRET)
    expect(cipher.encrypt('sk', 'one')).not.toEqual(cipher.encrypt('sk', 'one'))
  })

  it('returns a key of a fallback, and encrypts it again with the current secret', () => {
    const stored = createKeyCipher(SECRET).encrypt('sk-very-secret', 'one')
    const next = { current: 'the next secret of tests, 32 letters', fallbacks: [SECRET.current] }
    const cipher = createKeyCipher(next)
    expect(cipher.decrypt(stored, 'one')).toBe('sk-very-secret')
    expect(cipher.renew(stored, 'other')).toBeNull()
    const renewed = cipher.renew(stored, 'one') ?? new Uint8Array()
    expect(createKeyCipher({ ...next, fallbacks: [] }).decrypt(renewed, 'one')).toBe('sk-very-secret')
    expect(cipher.renew(renewed, 'one')).toBeNull()
  })

  it('returns nothing for another secret, another connection, a changed byte, or garbage', () => {
    const cipher = createKeyCipher(SECRET)
    const stored = cipher.encrypt('sk-very-secret', 'one')
    expect(
      createKeyCipher({ ...SECRET, current: 'another secret of tests, also 32 letters' }).decrypt(stored, 'one'),
    ).toBeNull()
    expect(cipher.decrypt(stored, 'other')).toBeNull()
    for (let at = 0; at < stored.length; at++) {
      const changed = Uint8Array.from(stored)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(cipher.decrypt(changed, 'one')).toBeNull()
    }
    for (const bytes of [new Uint8Array(), Uint8Array.of(1), stored.slice(0, 20)])
      expect(cipher.decrypt(bytes, 'one')).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { signAudioLink, verifyAudioLink } from './audio-link.ts'

const BEFORE = { current: 'a secret of tests, 32 letters or more', fallbacks: [] }
const AFTER = { current: 'the next secret of tests, 32 letters', fallbacks: [BEFORE.current] }
const now = new Date('2026-11-28T10:00:00Z')

describe('a link to speech', () => {
  const { sig, expiresAt } = signAudioLink(BEFORE, 'person', 'message', now)

  it('is for one person and one message, until it expires', () => {
    expect(verifyAudioLink(BEFORE, 'message', sig, now)).toBe('person')
    expect(verifyAudioLink(BEFORE, 'another', sig, now)).toBeNull()
    expect(verifyAudioLink(BEFORE, 'message', sig.replace('person', 'nosrep'), now)).toBeNull()
    expect(verifyAudioLink(BEFORE, 'message', sig, expiresAt)).toBeNull()
  })

  it('cannot be signed with a secret that was replaced', () => {
    expect(verifyAudioLink(AFTER, 'message', sig, now)).toBeNull()
  })
})

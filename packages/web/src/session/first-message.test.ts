import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetFirstMessage, saveFirstMessage, takeFirstMessage } from './first-message.ts'

const NOW = Date.UTC(2026, 10, 23)

describe('a first message before there is a chat', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = new Map()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
    return () => vi.unstubAllGlobals()
  })

  it('is taken once, by the chat with this card', () => {
    saveFirstMessage('ilse', '  Whose is the suitcase? ', NOW)
    expect(takeFirstMessage('bram', NOW)).toBeNull()
    expect(takeFirstMessage('ilse', NOW + 60_000)).toBe('Whose is the suitcase?')
    expect(takeFirstMessage('ilse', NOW)).toBeNull()
  })

  it('is forgotten after half an hour, and when the last one is empty', () => {
    saveFirstMessage('ilse', 'Hello', NOW)
    expect(takeFirstMessage('ilse', NOW + 30 * 60_000)).toBeNull()
    saveFirstMessage('ilse', 'Hello', NOW)
    saveFirstMessage('ilse', '   ', NOW)
    expect(stored.size).toBe(0)
    saveFirstMessage('ilse', 'Hello', NOW)
    forgetFirstMessage()
    expect(stored.size).toBe(0)
  })

  it.each(['', '{', '[]', '{"cardId":1,"text":"x","atMs":0}', '"ilse"'])('ignores %j in the storage', (value) => {
    stored.set('everkin-first-message', value)
    expect(takeFirstMessage('ilse', NOW)).toBeNull()
  })

  it('waits in the document without storage', () => {
    const fail = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('sessionStorage', { getItem: fail, setItem: fail, removeItem: fail })
    saveFirstMessage('ilse', 'Hello', NOW)
    expect(takeFirstMessage('ilse', NOW)).toBe('Hello')
    expect(takeFirstMessage('ilse', NOW)).toBeNull()
  })
})

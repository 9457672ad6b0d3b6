import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTabItem, writeTabItem } from './tab-storage.ts'

afterEach(() => vi.unstubAllGlobals())

describe('what a tab stores', () => {
  it('is read back until it is removed', () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
    expect(readTabItem('a')).toBe('')
    expect(writeTabItem('a', 'text')).toBe(true)
    expect(readTabItem('a')).toBe('text')
    expect(writeTabItem('a', null)).toBe(true)
    expect(stored.size).toBe(0)
  })

  it('replaces what is stored, also while the storage is full', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => 'stored before',
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
      removeItem: () => {},
    })
    expect(writeTabItem('c', 'newer')).toBe(false)
    expect(readTabItem('c')).toBe('newer')
    writeTabItem('c', null)
  })

  it('lasts as long as the document in a browser that blocks site data', () => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
    expect(readTabItem('b')).toBe('')
    expect(writeTabItem('b', 'text')).toBe(false)
    expect(readTabItem('b')).toBe('text')
    expect(writeTabItem('b', null)).toBe(false)
    expect(readTabItem('b')).toBe('')
    Reflect.deleteProperty(globalThis, 'sessionStorage')
  })
})

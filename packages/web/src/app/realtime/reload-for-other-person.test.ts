import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadForOtherPerson } from './reload-for-other-person.ts'

describe('a page that someone comes back to', () => {
  let cookie = ''
  let isVisible = true
  let isOnline = true
  let comeBack: (() => void) | null = null
  let focusWindow: (() => void) | null = null
  const reload = vi.fn()
  beforeEach(() => {
    ;[cookie, isVisible, isOnline] = ['', true, true]
    reload.mockClear()
    vi.stubGlobal('document', {
      get cookie() {
        return cookie
      },
      get visibilityState() {
        return isVisible ? 'visible' : 'hidden'
      },
      addEventListener: (_type: string, listener: () => void) => (comeBack = listener),
      removeEventListener: () => (comeBack = null),
    })
    vi.stubGlobal('navigator', {
      get onLine() {
        return isOnline
      },
    })
    vi.stubGlobal('window', {
      location: { reload },
      addEventListener: (_type: string, listener: () => void) => (focusWindow = listener),
      removeEventListener: () => (focusWindow = null),
    })
    return () => vi.unstubAllGlobals()
  })
  const signIn = (user: object) => {
    cookie = `lang=en; user=${encodeURIComponent(JSON.stringify(user))}`
  }

  it('is loaded again when another person is signed in', () => {
    reloadForOtherPerson('mara')
    signIn({ id: 'mara', token: 't' })
    comeBack?.()
    expect(reload).not.toHaveBeenCalled()
    signIn({ id: 'jonas', token: 't' })
    isVisible = false
    comeBack?.()
    expect(reload).not.toHaveBeenCalled()
    isVisible = true
    comeBack?.()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is loaded again when its window, which was visible all the time, gets the focus', () => {
    reloadForOtherPerson('mara')
    signIn({ id: 'jonas', token: 't' })
    expect(reload).not.toHaveBeenCalled()
    focusWindow?.()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('stays as it is for a visitor, for a cookie without a person, and without a network', () => {
    reloadForOtherPerson('mara')
    for (const text of ['', 'user=', 'user=%7B', 'user=null', `user=${encodeURIComponent('{"token":"t"}')}`]) {
      cookie = text
      comeBack?.()
    }
    signIn({ id: 'jonas', token: 't' })
    isOnline = false
    comeBack?.()
    expect(reload).not.toHaveBeenCalled()
  })

  it('is left alone once its watch has ended', () => {
    reloadForOtherPerson('mara')()
    expect(comeBack).toBeNull()
    expect(focusWindow).toBeNull()
  })
})

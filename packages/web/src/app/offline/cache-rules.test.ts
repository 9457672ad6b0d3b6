import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { describe, expect, it } from 'vitest'
import { PAGE_NAMES, pageNamed, pathTo } from '../paths.ts'
import { findOutdatedCaches, findSurplus, isCacheable, MAX_CACHED, requestKind } from './cache-rules.ts'

const at = (path: string) => new URL(path, 'https://everkin.example')

describe('the strategy for a request', () => {
  it.each([
    ['/assets/frame-abc.js', false, 'asset'],
    ['/pictures/ilse/240.webp', false, 'picture'],
    ['/chat?chat_id=1', true, 'document'],
    ['/ar/chat?chat_id=1', true, 'document'],
    ['/index%20copy', true, 'document'],
    ['/chat.data?chat_id=1&_routes=x', false, 'data'],
    ['/_root.data', false, 'data'],
    ['/ar.data', false, 'data'],
    ['/__manifest?paths=%2Fchat&version=1', false, 'data'],
  ])('treats %s (navigation: %s) as %s', (path, isNavigation, kind) => {
    expect(requestKind(at(path), isNavigation)).toBe(kind)
  })

  it.each([
    '/api/chat/list',
    '/api/docs',
    '/ws?token=x',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest/de.webmanifest',
    '/sw.js',
    '/outbox',
    '/no/such/page',
    '/no/such/page.data',
  ])('leaves %s to the browser', (path) => {
    for (const isNavigation of [true, false]) expect(requestKind(at(path), isNavigation)).toBeNull()
  })

  it('treats a request as a page only when the page is opened, not when something else requests its address', () => {
    expect(requestKind(at('/chat?chat_id=1'), false)).toBeNull()
  })
})

describe('what is cached', () => {
  const NEVER = /^(login|admin|age-check|suspended|AboutView|checkout|invitation|orders|loadingServer|offline)/

  it('every page except sign-in, the desk, payments, expiring pages and fallbacks, in every language', () => {
    for (const name of PAGE_NAMES) {
      for (const locale of LOCALE_CODES) {
        const path = pathTo(name, locale, { id: 'x' }, name === 'chat' ? { chat_id: 'c' } : {})
        const isKept = !NEVER.test(name)
        expect([path, isCacheable(at(path))]).toEqual([path, isKept])
        const [pathname, query = ''] = path.split('?')
        if (pathname !== '/') expect(isCacheable(at(`${pathname}.data?${query}`))).toBe(isKept)
      }
    }
    expect(PAGE_NAMES.filter((name) => pageNamed(name).guarded).length).toBeGreaterThan(3)
  })

  it('a chat, but not the page that starts one', () => {
    expect(isCacheable(at('/chat?chat_id=1'))).toBe(true)
    expect(isCacheable(at('/de/chat?card_id=ilse'))).toBe(false)
    expect(isCacheable(at('/chat.data?card_id=ilse'))).toBe(false)
  })

  it('has a limit for each kind, and evicts the oldest first', () => {
    const chats = Array.from({ length: MAX_CACHED.chat + 3 }, (_, nth) => at(`/chat?chat_id=${nth}`).href)
    const pages = Array.from({ length: MAX_CACHED.page + 1 }, (_, nth) => at(`/card/${nth}`).href)
    const data = Array.from({ length: MAX_CACHED.data }, (_, nth) => at(`/chat.data?chat_id=${nth}`).href)
    const pictures = Array.from({ length: MAX_CACHED.picture }, (_, nth) => at(`/pictures/p${nth}/96.webp`).href)
    const surplus = findSurplus([...chats, ...pages, ...data, ...pictures])
    expect(new Set(surplus)).toEqual(new Set([...chats.slice(0, 3), ...pages.slice(0, 1)]))
  })
})

describe('outdated caches', () => {
  it('keeps the previous version with its pages and deletes all older ones', () => {
    const names = ['a', 'b', 'c'].flatMap((version) => [`everkin-assets-${version}`, `everkin-pages-${version}-mara`])
    const others = ['everkin-chats-mara', 'everkin-pictures', 'somebody-elses']
    expect(findOutdatedCaches([...names, ...others], 'c')).toEqual(['everkin-assets-a', 'everkin-pages-a-mara'])
  })

  it('deletes nothing for the first version', () => {
    expect(findOutdatedCaches(['everkin-assets-a', 'everkin-pages-a-visitor'], 'a')).toEqual([])
  })
})

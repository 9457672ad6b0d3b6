import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPathOf, PAGE_NAMES, pageAt, pageNamed, pathInLocale, pathTo, routeId, safeNext } from './paths.ts'

describe('pathTo', () => {
  it('adds the prefix of a language, and none for English', () => {
    expect(pathTo('index', 'en')).toBe('/')
    expect(pathTo('index', 'ar')).toBe('/ar')
    expect(pathTo('login-verifyCode', 'ja')).toBe('/ja/login/verifyCode')
  })

  it('encodes path and query values, and omits undefined ones', () => {
    expect(pathTo('card', 'de', { id: 'a/b c' })).toBe('/de/card/a%2Fb%20c')
    expect(pathTo('chat', 'en', {}, { chat_id: 'x&y', seq: undefined })).toBe('/chat?chat_id=x%26y')
    expect(pathTo('index copy', 'fr')).toBe('/fr/index%20copy')
  })

  it('is the inverse of pageAt in every language', () => {
    for (const name of PAGE_NAMES) {
      for (const locale of LOCALE_CODES) expect(pageAt(pathTo(name, locale, { id: 'x' }))).toBe(name)
    }
  })
})

describe('pageAt', () => {
  it.each(['/nope', '/card', '/card/a/b', '/chat/x', '/xx/chat', '/%', '/ar/ar'])('finds no page at %s', (path) => {
    expect(pageAt(path)).toBeNull()
  })

  it('never throws for any address', () => {
    fc.assert(fc.property(fc.string(), (path) => [null, ...PAGE_NAMES].includes(pageAt(path))))
  })
})

describe('pathInLocale', () => {
  it('replaces the prefix and preserves the rest', () => {
    expect(pathInLocale('/de/card/ilse', 'ar')).toBe('/ar/card/ilse')
    expect(pathInLocale('/de', 'en')).toBe('/')
    expect(pathInLocale('/', 'zh')).toBe('/zh')
  })

  it.each(['//evil.example/x', '/de//evil.example/x', '///evil.example/x', '/\\evil.example/x'])(
    'stays on this site for %s',
    (pathname) => {
      expect(pathInLocale(pathname, 'en')).toBe('/evil.example/x')
      expect(pathInLocale(pathname, 'ja')).toBe('/ja/evil.example/x')
    },
  )

  it('keeps a path without a prefix as it is', () => {
    expect(pathInLocale('/card/ilse', 'en')).toBe('/card/ilse')
  })
})

describe('canonicalPathOf', () => {
  it('is the page itself, except that the copy of Explore has the address of Explore', () => {
    expect(canonicalPathOf('/de/card/ilse')).toBe('/de/card/ilse')
    expect(canonicalPathOf('/de/index%20copy')).toBe('/de')
    expect(canonicalPathOf('/index%20copy')).toBe('/')
  })

  it('only refers to existing pages', () => {
    const originals = PAGE_NAMES.flatMap((name) => pageNamed(name).canonical ?? [])
    expect(PAGE_NAMES).toEqual(expect.arrayContaining(originals))
  })
})

describe('safeNext', () => {
  it('accepts a path on this site with its query', () => {
    expect(safeNext('/ar/chat?card_id=ilse', 'ar')).toBe('/ar/chat?card_id=ilse')
  })

  it.each([
    null,
    '',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    '/login/emailLogin?next=/login',
  ])('replaces %j by the home page', (next) => {
    expect(safeNext(next, 'en')).toBe('/')
  })
})

it('includes page and language in route ids', () => {
  expect(routeId('login-verifyCode', 'pt')).toBe('login-verifyCode___pt')
})

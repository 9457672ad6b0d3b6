import { describe, expect, it } from 'vitest'
import { clearCookieLine, cookieLine, parseCookies } from './cookies.ts'
import {
  detectDeviceType,
  networkPrefix,
  parseCountry,
  parseCredentials,
  parseLanguageRegion,
  parsePageCredentials,
  parseTimeZone,
  resolveLocale,
} from './request-metadata.ts'

describe('language of a reply', () => {
  it.each([
    ['de', 'fr', 'de'],
    [undefined, 'fr-CH, en;q=0.8', 'fr'],
    [undefined, 'xx, pt-PT;q=0.5, ja;q=0.9', 'ja'],
    [undefined, 'de;q=0, es', 'es'],
    [undefined, undefined, 'en'],
    [undefined, '*', 'en'],
    ['xx', 'zh-Hans-CN', 'zh'],
    ['__proto__', ';;;,,,q=', 'en'],
    ['constructor', 'ar'.repeat(10_000), 'en'],
  ])('cookie %s and Accept-Language %s', (cookie, header, locale) => {
    const cookies = parseCookies(cookie && `i18n_redirected=${cookie}`)
    expect(resolveLocale({ 'accept-language': header }, cookies)).toBe(locale)
  })
})

describe('time zones', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5', 'Asia/Kathmandu'])(
    'knows %s',
    (zone) => {
      expect(parseTimeZone(zone)).toBe(zone)
    },
  )

  it.each(['', 'Mars/X', '../../etc', '+05:30', '-08', 'Europe/Berlin\n', 'x'.repeat(10_240), '__proto__', null, 7])(
    'WAL-09: treats %j as no zone, without an error',
    (zone) => {
      expect(parseTimeZone(zone)).toBeNull()
    },
  )

  it('WAL-09: stays right after thousands of bad ones', () => {
    for (let i = 0; i < 3_000; i++) parseTimeZone(`Nowhere/${i}`)
    expect(parseTimeZone('Africa/Lagos')).toBe('Africa/Lagos')
    expect(parseTimeZone('Nowhere/2999')).toBeNull()
  })
})

describe('networks', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('RATE-01: counts %s as %s', (address, network) => {
    expect(networkPrefix(address)).toBe(network)
  })
})

describe('device types', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 0],
    ['Mozilla/5.0 (Linux; Android 15; Pixel Tablet)', 0],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 1],
    ['', 1],
  ] as const)('%s', (userAgent, type) => {
    expect(detectDeviceType(userAgent)).toBe(type)
  })
})

describe('countries', () => {
  it.each([
    ['de', 'DE'],
    ['BR', 'BR'],
    ['XX', null],
    ['T1', null],
    ['DEU', null],
    ['', null],
    [undefined, null],
    [['DE', 'FR'], null],
  ])('%j', (header, country) => {
    expect(parseCountry(header)).toBe(country)
  })
})

describe('cookies', () => {
  it('reads names and values, decoded, the first of a name', () => {
    expect({ ...parseCookies('a=1; b=%7B%22x%22%3A1%7D;c = d ; a=2; bad; e=a=b') }).toEqual({
      a: '1',
      b: '{"x":1}',
      c: 'd',
      e: 'a=b',
    })
  })

  it('keeps undecodable values, and has no inherited names', () => {
    const cookies = parseCookies('a=%zz; __proto__=x; toString=y')
    expect(cookies.a).toBe('%zz')
    expect(cookies.toString).toBe('y')
    expect(Object.keys(cookies)).toEqual(['a', '__proto__', 'toString'])
    expect(parseCookies(undefined).constructor).toBeUndefined()
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('writes lines that can contain anything', () => {
    expect(cookieLine('user', '{"a":";"}\r\n', { maxAgeSeconds: 60, httpOnly: true, secure: true })).toBe(
      'user=%7B%22a%22%3A%22%3B%22%7D%0D%0A; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(clearCookieLine('user')).toBe('user=; Max-Age=0; Path=/; SameSite=Lax')
  })
})

describe('the two halves of a session', () => {
  const both = { token: 'token', secret: 'secret' }
  const asked = (headers: Record<string, string>, readerCookies: Record<string, string>, isSecure = false) => ({
    headers,
    readerCookies,
    isSecure,
  })
  const token = { 'user-token': 'token' }

  it('reads the token from the header and the secret from the cookie or Bearer', () => {
    expect(parseCredentials(asked(token, { session: 'secret' }))).toEqual(both)
    expect(parseCredentials(asked(token, { '__Host-session': 'secret', session: 'planted' }))).toEqual(both)
    expect(parseCredentials(asked({ ...token, authorization: 'Bearer secret' }, {}))).toEqual(both)
  })

  it('AUTH-12: accepts neither half alone, and no token from a cookie for /api', () => {
    expect(parseCredentials(asked(token, {}))).toBeNull()
    expect(parseCredentials(asked({}, { session: 'secret' }))).toBeNull()
    expect(parseCredentials(asked({}, { session: 'secret', user: '{"token":"token"}' }))).toBeNull()
    expect(parseCredentials(asked({ ...token, authorization: 'Basic secret' }, {}))).toBeNull()
    expect(parseCredentials(asked({ 'user-token': 't'.repeat(201) }, { session: 'secret' }))).toBeNull()
  })

  it('accepts by https only the cookie that no other host of the domain can set', () => {
    expect(parseCredentials(asked(token, { session: 'planted' }, true))).toBeNull()
    expect(parseCredentials(asked(token, { '__Host-session': 'secret', session: 'planted' }, true))).toEqual(both)
    expect(parsePageCredentials(asked({}, { session: 'planted', user: '{"token":"token"}' }, true))).toBeNull()
  })

  it('lets a page read the token from the readable cookie', () => {
    expect(parsePageCredentials(asked({}, { session: 'secret', user: '{"token":"token"}' }))).toEqual(both)
    for (const user of ['', 'null', '[]', '{"token":7}', '{', undefined as unknown as string])
      expect(parsePageCredentials(asked({}, { session: 'secret', user }))).toBeNull()
  })
})

describe('the region of a language', () => {
  it.each([
    ['de-AT,de;q=0.9,en-US;q=0.8', 'AT'],
    ['de, en-gb;q=0.7', 'GB'],
    ['zh-Hans-CN', 'CN'],
    ['es-419,es;q=0.9', null],
    ['*', null],
    [undefined, null],
  ])('%s: %s', (header, region) => expect(parseLanguageRegion(header)).toBe(region))
})

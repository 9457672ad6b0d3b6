import { existsSync } from 'node:fs'
import { LOCALE_CODES, LOCALES } from '@everkin/contract/locales.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Manifest {
  id: string
  lang: string
  dir: string
  description: string
  start_url: string
  scope: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { name: string; url: string }[]
}

describe('the manifest', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.end())

  const get = (locale: string) => fetch(`${server.origin}/manifest/${locale}.webmanifest`)
  const read = async (locale: string) => (await (await get(locale)).json()) as Manifest

  it.each(LOCALE_CODES)('of %s starts and stays in that language', async (locale) => {
    const manifest = await read(locale)
    const home = locale === 'en' ? '/' : `/${locale}`
    expect(manifest).toMatchObject({ start_url: home, scope: home, dir: LOCALES[locale].direction })
    expect(manifest.lang).toBe(locale)
    for (const { url } of manifest.shortcuts) expect(url.startsWith(home)).toBe(true)
  })

  it('is one app in every language, described in its own words', async () => {
    const all = await Promise.all(LOCALE_CODES.map(read))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length)
  })

  it('names icons that are drawn, one of them for launchers that cut a shape out of it', async () => {
    const { icons } = await read('en')
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const build = new URL('../../../build', import.meta.url).href
    if (existsSync(new URL(`${build}/pictures`)))
      for (const { src } of icons) expect(existsSync(new URL(build + src))).toBe(true)
  })

  it('has a type of its own, and is not there for a language that is none', async () => {
    const manifest = await get('ja')
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    expect((await get('xx')).status).toBe(404)
    expect((await get('constructor')).status).toBe(404)
  })
})

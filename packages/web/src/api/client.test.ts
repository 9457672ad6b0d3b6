import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, setNetworkErrorMessage } from './api-error.ts'
import { callApi, readSessionToken } from './client.ts'

const requests: { url: string; request: RequestInit }[] = []

/** Stubs the browser around `callApi`: a document with a cookie and language, and a server that gives one response. */
function browser({ cookie = '', reply }: { cookie?: string; reply: () => Response }) {
  vi.stubGlobal('document', { cookie, documentElement: { lang: 'ar' } })
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    requests.push({ url, request })
    return reply()
  })
}

const envelope = (code: number, msg: string, data: unknown) => () => Response.json({ code, msg, data })

beforeEach(() => {
  requests.length = 0
  setNetworkErrorMessage('No connection')
})
afterEach(() => vi.unstubAllGlobals())

describe('callApi', () => {
  it('sends token, time zone and language, and returns the data', async () => {
    const cookie = `nsfw=0; user=${encodeURIComponent(JSON.stringify({ token: 'half' }))}`
    browser({ cookie, reply: envelope(1, '', { list: [], next_cursor: null }) })
    const data = await callApi('GET /api/chat.Single/cardList', { query: { q: 'نور', tag: undefined, limit: 24 } })
    expect(data).toEqual({ list: [], next_cursor: null })
    expect(requests[0]?.url).toBe('/api/chat.Single/cardList?q=%D9%86%D9%88%D8%B1&limit=24')
    expect(requests[0]?.request.headers).toMatchObject({
      'User-Token': 'half',
      Platform: '3',
      'Page-Language': 'ar',
      'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  it('throws the server’s error with its message', async () => {
    browser({ reply: envelope(3001, 'That code isn’t right.', { tries_left: 4 }) })
    const failure = await callApi('POST /api/account/emailLogin', { body: { email: 'a@b.co', code: 'X' } }).catch(
      (e) => e,
    )
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      name: 'WrongCode',
      code: 3001,
      message: 'That code isn’t right.',
      data: { tries_left: 4 },
    })
  })

  it('treats an unknown error code as an internal error', async () => {
    browser({ reply: envelope(7777, 'What?', null) })
    await expect(callApi('GET /api/config')).rejects.toMatchObject({ name: 'Internal', code: 7777 })
  })

  it.each([
    ['no response', () => Promise.reject(new TypeError('failed'))],
    ['a page instead of an envelope', () => Promise.resolve(new Response('<html>', { status: 502 }))],
    ['JSON of another shape', () => Promise.resolve(Response.json([1]))],
  ])('throws Network for %s', async (_, reply) => {
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
    vi.stubGlobal('fetch', reply)
    await expect(callApi('GET /api/config')).rejects.toMatchObject({
      name: 'Network',
      code: 0,
      message: 'No connection',
    })
  })
})

describe('readSessionToken', () => {
  it('reads the token from the user cookie, or else from that of a guest', () => {
    const user = `user=${encodeURIComponent(JSON.stringify({ id: 'u', token: 'abc' }))}`
    vi.stubGlobal('document', { cookie: `nsfw=0; ${user}; guest=def` })
    expect(readSessionToken()).toBe('abc')
    vi.stubGlobal('document', { cookie: 'nsfw=0; user=; guest=def' })
    expect(readSessionToken()).toBe('def')
  })

  it.each([
    '',
    'user=%',
    'user=not-json',
    'user=null',
    'user=%7B%22token%22%3A1%7D',
    'user=%7B%22token%22%3A%22%22%7D',
    'user=',
    'superuser=x',
  ])('finds no token in %j', (cookie) => {
    vi.stubGlobal('document', { cookie })
    expect(readSessionToken()).toBeNull()
  })
})

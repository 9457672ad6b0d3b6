import type { IncomingMessage } from 'node:http'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createForwardedReader } from './forwarded.ts'

interface Arrival {
  from?: string
  chain?: string
  scheme?: string
}

const arrive = ({ from = '10.0.0.1', chain, scheme }: Arrival) =>
  ({
    socket: { remoteAddress: from },
    headers: { 'x-forwarded-for': chain, 'x-forwarded-proto': scheme },
  }) as unknown as IncomingMessage // all that is read of it

function readerOf(
  trustProxy: number | string[],
  mode: 'local' | 'production' = 'local',
  publicUrl = 'http://a.example',
) {
  const warnings: string[] = []
  const log = { warn: (text: string) => void warnings.push(text) } as unknown as Parameters<
    typeof createForwardedReader
  >[1]
  return { ...createForwardedReader({ mode, publicUrl, trustProxy }, log), warnings }
}

it.each<[string, number | string[], Arrival, string]>([
  ['no proxy is trusted', 0, { chain: '203.0.113.9' }, '10.0.0.1'],
  ['one proxy appends', 1, { chain: '198.51.100.66, 203.0.113.9' }, '203.0.113.9'],
  ['two proxies append', 2, { chain: '198.51.100.66, 203.0.113.9, 10.0.0.2' }, '203.0.113.9'],
  ['the client invents many', 1, { chain: `${'198.51.100.66, '.repeat(50)}203.0.113.9` }, '203.0.113.9'],
  ['proxies of a network append', ['10.0.0.0/8'], { chain: '198.51.100.66, 203.0.113.9, 10.0.0.2' }, '203.0.113.9'],
  ['a stranger skips the proxies', ['10.0.0.0/8'], { from: '192.0.2.1', chain: '203.0.113.9' }, '192.0.2.1'],
  ['the proxy is on this machine', ['loopback'], { from: '::ffff:127.0.0.1', chain: '203.0.113.9' }, '203.0.113.9'],
  ['the proxy adds a port', 1, { chain: '203.0.113.9:52114' }, '203.0.113.9'],
  ['the proxy adds a port to IPv6', 1, { chain: '[2001:db8:1:2:3::4]:52114' }, '2001:db8:1:2::/64'],
  ['the proxy names no address', 1, { chain: 'unknown' }, '10.0.0.1'],
  ['the proxy sends no header', 1, {}, '10.0.0.1'],
])('RATE-01: the client is found when %s', (_name, trustProxy, arrival, client) => {
  expect(readerOf(trustProxy).networkOf(arrive(arrival))).toBe(client)
})

it('takes the scheme from PUBLIC_URL in production mode, and from a trusted proxy in local mode', () => {
  const claimsHttps = arrive({ scheme: 'https' })
  expect(readerOf(0).isSecure(claimsHttps)).toBe(false)
  expect(readerOf(1).isSecure(claimsHttps)).toBe(true)
  expect(readerOf(1).isSecure(arrive({ scheme: 'https, http' }))).toBe(false)
  expect(readerOf(['10.0.0.0/8']).isSecure(arrive({ from: '192.0.2.1', scheme: 'https' }))).toBe(false)
  expect(readerOf(0, 'production', 'https://a.example').isSecure(arrive({}))).toBe(true)
  expect(readerOf(1, 'production', 'http://a.example').isSecure(claimsHttps)).toBe(false)
})

it('warns once when the header arrives and no proxy is trusted', () => {
  const off = readerOf(0)
  off.networkOf(arrive({}))
  expect(off.warnings).toEqual([])
  for (let i = 0; i < 3; i++) off.networkOf(arrive({ chain: '203.0.113.9' }))
  expect(off.warnings).toHaveLength(1)
  const on = readerOf(1)
  on.networkOf(arrive({ chain: '203.0.113.9' }))
  expect(on.warnings).toEqual([])
})

it('RATE-01: a client behind the proxy cannot leave its rate limit with headers of its own', async () => {
  const server = await startTestServer({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  onTestFinished(() => server.end())
  const call = (claimed: string, client: string) =>
    server.call('GET /api/config', { headers: { 'x-forwarded-for': `${claimed}, ${client}` } })
  await Promise.all(Array.from({ length: 120 }, (_, i) => call(`198.51.100.${i}`, '203.0.113.9')))
  expect((await call('198.51.100.200', '203.0.113.9')).code).toBe(1005)
  expect((await call('198.51.100.200', '203.0.113.10')).code).toBe(1)
})

it('AUTH-12: cookies and headers are those of https in production mode without any header of the proxy', async () => {
  const server = await startTestServer({
    settings: { MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://everkin.example' },
  })
  onTestFinished(() => server.end())
  const answer = await fetch(`${server.origin}/api/account/logout`, { method: 'POST' })
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

import dns, { type LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORBIDDEN_ADDRESS, guardNameLookups, isForbiddenAddress } from './outgoing-addresses.ts'

describe('isForbiddenAddress', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '::ffff:100.100.100.200',
  ])('forbids %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '10.0.0.2',
    '192.168.1.5',
    '172.16.0.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
    '::ffff:10.0.0.2',
    '2606:4700::1',
    'localhost',
  ])('allows %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(false)
  })
})

describe('guardNameLookups', () => {
  const original = dns.lookup
  let server: Server
  let port: number
  let answers: LookupAddress[][]

  beforeEach(async () => {
    server = createServer((_request, response) => response.setHeader('connection', 'close').end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port // it listens on a port
    dns.lookup = ((_name: string, { all }: { all?: boolean }, callback: (...result: unknown[]) => void) => {
      const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
      if (all) callback(null, found)
      else callback(null, found[0]?.address, found[0]?.family)
    }) as unknown as typeof dns.lookup // one of its overloads
    guardNameLookups()
  })
  afterEach(async () => {
    dns.lookup = original
    await new Promise((resolve) => server.close(resolve))
  })

  const ask = async () => (await fetch(`http://models.example.org:${port}/`)).text()
  const find = (name: string) =>
    new Promise((resolve) => {
      dns.lookup(name, (error, found) => resolve(error?.code ?? found))
    })
  const local = { address: '127.0.0.1', family: 4 }
  const metadata = { address: '169.254.169.254', family: 4 }

  it('judges the address of each connection, not that of an earlier one', async () => {
    answers = [[local], [metadata]]
    expect(await ask()).toBe('hello')
    await expect(ask()).rejects.toMatchObject({ cause: { code: FORBIDDEN_ADDRESS } })
  })

  it.each(['fe80::1', 'fd00:ec2::254', '::ffff:169.254.169.254'])(
    'refuses a name that leads to %s',
    async (address) => {
      answers = [[{ address, family: 6 }]]
      await expect(ask()).rejects.toMatchObject({ cause: { code: FORBIDDEN_ADDRESS } })
    },
  )

  it('uses the other addresses of a name, as .local names often have a link-local one', async () => {
    answers = [[{ address: 'fe80::1', family: 6 }, metadata, local]]
    expect(await ask()).toBe('hello')
  })

  it('lets a container reach the machine it runs on, as Podman calls it, and nothing else by that name', async () => {
    answers = [[{ address: '169.254.1.2', family: 4 }]]
    expect(await find('host.containers.internal')).toBe('169.254.1.2')
    expect(await find('models.example.org')).toBe(FORBIDDEN_ADDRESS)
    answers = [[metadata]]
    expect(await find('host.containers.internal')).toBe(FORBIDDEN_ADDRESS)
  })

  it('keeps the other ways to call it', async () => {
    answers = [[metadata, local]]
    expect(await find('models.example.org')).toBe('127.0.0.1')
    const one = await new Promise((resolve) => {
      dns.lookup('models.example.org', 4, (_error, found) => resolve(found))
    })
    expect(one).toBe('127.0.0.1')
  })

  it('is set once', () => {
    const { lookup } = dns
    guardNameLookups()
    expect(dns.lookup).toBe(lookup)
  })
})

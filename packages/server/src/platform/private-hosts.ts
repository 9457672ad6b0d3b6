import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a listening address, or that of a connection, is reachable from this machine only. */
export function isLoopbackHost(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIP(address) === 4) return address.startsWith('127.')
  return address === '::1' || address === 'localhost'
}

const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** Whether a host of a URL is in one's own network: a private address, a name of one label, or a reserved ending. */
export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(name)) return PRIVATE_RANGES.has(ipaddr.process(name).range())
  return !name.includes('.') || /\.(local|localhost|internal|lan|home\.arpa)$/.test(name)
}

/** Who can open a URL of this site: nobody but this machine, its own network, or everyone. */
export function reachOf(url: string): 'device' | 'network' | 'everyone' {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isLoopbackHost(host) || host.endsWith('.localhost')) return 'device'
  return isPrivateHost(host) ? 'network' : 'everyone'
}

/** Whether what is sent to this URL crosses a public network without encryption. */
export function isSentInClear(url: string | null): boolean {
  if (url === null) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isPrivateHost(hostname)
}

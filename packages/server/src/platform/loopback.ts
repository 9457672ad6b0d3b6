import { isIP } from 'node:net'

/** Whether a listening address, or that of a connection, is reachable from this machine only. */
export function isLoopbackHost(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIP(address) === 4) return address.startsWith('127.')
  return address === '::1' || address === 'localhost'
}

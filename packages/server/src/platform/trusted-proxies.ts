import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** `off`, the number of proxies (`on` is one), or the networks that they are in. Never everyone. */
export function parseTrustedProxies(value: string, context: z.RefinementCtx): number | readonly string[] {
  if (value === 'off' || value === 'on') return value === 'on' ? 1 : 0
  if (/^\d$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue('must be off, the number of proxies (1 to 9), or their networks, separated by commas')
  return z.NEVER
}

function isNetwork(network: string): boolean {
  if (network === 'loopback') return true
  const [address = ''] = network.split('/', 1)
  if (isIP(address) === 0) return false
  return network === address || (ipaddr.isValidCIDR(network) && ipaddr.parseCIDR(network)[1] > 0)
}

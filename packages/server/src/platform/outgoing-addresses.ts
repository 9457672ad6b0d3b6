import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where clouds hand out credentials beside the link-local addresses: AWS and Google over IPv6, Alibaba, Oracle. */
const METADATA_RANGES = ['fd00:ec2::/32', 'fd20:ce::254/128', '100.100.100.200/32', '192.0.0.192/32'].map((range) =>
  ipaddr.parseCIDR(range),
)

/** Ranges that carry an IPv4 address in their last 32 bits. */
const RANGES_WITH_IPV4 = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052'])

/**
 * Whether no connection may be made to this IP address: machines in data centres get their credentials from link-local
 * addresses and a few others. Loopback and private addresses are fine, most model servers are there.
 */
export function isForbiddenAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = withoutEmbedding(ipaddr.parse(text))
  if (address.range() === 'linkLocal') return true
  return METADATA_RANGES.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

function withoutEmbedding(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const isEmbedded = address instanceof ipaddr.IPv6 && RANGES_WITH_IPV4.has(address.range())
  return isEmbedded ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address
}

/**
 * Names that container engines write into a container's hosts file for the machine it runs on. Podman's pasta network
 * uses 169.254.1.2 for it, and the model server may run there.
 */
const HOST_MACHINE_NAMES = new Set(['host.containers.internal', 'host.docker.internal'])
const HOST_MACHINE_ADDRESS = '169.254.1.2'

function mayLeadTo(name: string, address: string): boolean {
  return !isForbiddenAddress(address) || (address === HOST_MACHINE_ADDRESS && HOST_MACHINE_NAMES.has(name))
}

/** The code of the error for a name that leads to forbidden addresses alone. */
export const FORBIDDEN_ADDRESS = 'EFORBIDDENADDRESS'

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (name: string, options: LookupOptions, callback: LookupCallback) => void

const GUARDED = Symbol('guarded lookup')

/**
 * Leaves forbidden addresses out of every name lookup of this process, with an error where nothing else is left. A URL
 * that was checked may lead elsewhere when it is used, so only the address of the connection itself counts. Node's
 * sockets take `dns.lookup` at each connection, and `fetch` has no option of its own for it.
 */
export function guardNameLookups(): void {
  if (GUARDED in dns.lookup) return
  const original = dns.lookup as unknown as Lookup // one of its overloads
  const guarded = (name: string, given: LookupOptions | number | LookupCallback, callback: LookupCallback) => {
    if (typeof given === 'function') return guarded(name, {}, given)
    const options = typeof given === 'number' ? { family: given } : given
    // An address that someone wrote out, such as that of HOST.
    if (isIP(name)) return original(name, options, callback)
    original(name, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const [first, ...others] = addresses.filter(({ address }) => mayLeadTo(name, address))
      if (error) callback(error, '')
      else if (!first) callback(forbidden(), '')
      else if (options.all) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    })
  }
  dns.lookup = Object.assign(guarded, original, { [GUARDED]: true }) as unknown as typeof dns.lookup // its overloads
}

/** Does not contain the name, as errors get into logs. */
function forbidden(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name leads to a forbidden address'), { code: FORBIDDEN_ADDRESS })
}

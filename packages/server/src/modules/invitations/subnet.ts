import ipaddr from 'ipaddr.js'

/**
 * The network that gifts are counted by: an IPv4 address's /24, an IPv6 address's /56, which is what one customer of a
 * provider usually has. Takes what `networkPrefix` gives: a whole IPv4 address, or an IPv6 address cut to its /64.
 */
export function subnetOf(network: string): string {
  const address = network.replace(/\/64$/, '')
  if (!ipaddr.isValid(address)) return network
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return `${network.slice(0, network.lastIndexOf('.'))}.0/24`
  const [one = 0, two = 0, three = 0, four = 0] = (parsed as ipaddr.IPv6).parts // by its kind
  return `${[one, two, three, four & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

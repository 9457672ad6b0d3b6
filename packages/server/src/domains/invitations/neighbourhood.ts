/**
 * The network that gifts are counted by: an IPv4 address's /24, an IPv6 address's /56, which is what a farm rents and
 * a neighbourhood shares. Takes what `networkOf` gives: a whole IPv4 address, or an IPv6 address cut to its /64.
 */
export function neighbourhoodOf(network: string): string {
  const groups = /^([0-9a-f]*):([0-9a-f]*):([0-9a-f]*):([0-9a-f]*)::\/64$/i.exec(network)
  if (groups) {
    const [one = 0, two = 0, three = 0, four = 0] = groups.slice(1).map((group) => Number.parseInt(group || '0', 16))
    return `${[one, two, three, four & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
  }
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}

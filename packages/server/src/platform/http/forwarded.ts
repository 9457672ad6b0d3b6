import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Settings } from '../config.ts'
import type { Log } from '../log.ts'
import { networkPrefix } from './request-metadata.ts'

/** What forwarding headers say about a request, as far as the proxy that sent them is trusted. */
export interface ForwardedReader {
  /** The network of the client, for rate limits: see `networkPrefix`. */
  networkOf(request: IncomingMessage): string
  /** Whether the browser reached the site by https, so that cookies must be `Secure`. */
  isSecure(request: IncomingMessage): boolean
}

/**
 * Reads `X-Forwarded-For` from its right end: each proxy appends the address that it saw, so the first address from the
 * right that is not a trusted proxy is the client, and anything that the client itself wrote is left of it and is
 * ignored. Warns once when the header arrives although no proxy is trusted: all visitors then count as one network.
 *
 * In production mode the scheme is that of PUBLIC_URL, whatever a request says.
 */
export function createForwardedReader(
  { mode, publicUrl, trustProxy }: Pick<Settings, 'mode' | 'publicUrl' | 'trustProxy'>,
  log: Pick<Log, 'warn'>,
): ForwardedReader {
  const isTrusted =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddr.compile([...trustProxy])
  let hasWarned = trustProxy !== 0
  return {
    networkOf: (request) => {
      if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
        hasWarned = true
        log.warn('X-Forwarded-For arrives, but TRUST_PROXY is off: behind a proxy, all visitors share their limits')
      }
      const own = request.socket.remoteAddress ?? ''
      const address = withoutPort(proxyAddr(request, isTrusted) ?? own) // undefined for a socket that has closed
      return networkPrefix(ipaddr.isValid(address) ? address : own)
    },
    isSecure: ({ headers, socket }) => {
      if (mode === 'production') return publicUrl?.startsWith('https:') ?? false
      if (!isTrusted(socket.remoteAddress ?? '', 0)) return false
      return (
        String(headers['x-forwarded-proto'] ?? '')
          .split(',')
          .at(-1)!
          .trim() === 'https'
      )
    },
  }
}

/** Some proxies append the client's port too, which is another one for each connection. */
function withoutPort(address: string): string {
  return /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(address)?.slice(1).find(Boolean) ?? address
}

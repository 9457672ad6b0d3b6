import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Settings } from '../config.ts'
import { isLoopbackHost } from '../loopback.ts'

/**
 * Which Host headers a request may have. Local mode has no password in front of its mail outbox, so a web page whose
 * name resolves to this machine (DNS rebinding) must be rejected. Production mode leaves this to the proxy.
 */
export function createHostCheck(
  settings: Pick<Settings, 'mode' | 'publicUrl' | 'localModeOpen'>,
): (host: string | undefined) => boolean {
  if (settings.mode === 'production') return () => true
  const publicName = settings.publicUrl === null ? null : new URL(settings.publicUrl).hostname
  return (host) => {
    const name = hostNameOf(host)
    if (name === null) return false
    if (isLoopbackName(name) || name === publicName) return true
    // No name was resolved, so there was no DNS rebinding.
    return settings.localModeOpen && isIP(name.replace(/^\[|\]$/g, '')) !== 0
  }
}

/**
 * Whether a request comes directly from a program on this machine, under one of the machine's own names, as the pages
 * of local mode require. A proxy on the same machine connects from loopback too, so its traces count as foreign:
 * forwarding headers, and HTTP/1.0, which nginx uses by default.
 */
export function isDirectLocalRequest(request: IncomingMessage): boolean {
  const name = hostNameOf(request.headers.host)
  if (name === null || !isLoopbackName(name)) return false
  if (!isLoopbackHost(request.socket.remoteAddress ?? '')) return false
  if (request.httpVersion === '1.0') return false
  return !Object.keys(request.headers).some((header) => PROXY_HEADER.test(header))
}

const PROXY_HEADER = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|true-client-ip|cf-connecting-ip)$/

/** Only the documented names; other addresses of 127.0.0.0/8 are not in use. */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
}

/** The name in a Host header, in lower case and without its port; null when there is none. */
function hostNameOf(host: string | undefined): string | null {
  if (host === undefined || !/^[^\s/?#@\\]+$/.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname ?? null
}

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Settings } from '../config.ts'
import { isLoopbackHost } from '../private-hosts.ts'

/**
 * Which Host headers a request may have: this machine's own names and that of PUBLIC_URL. Local mode has no password in
 * front of its mail outbox, so a web page whose name resolves to this machine (DNS rebinding) must be rejected; in
 * production mode, a foreign name would otherwise get into links and caches. In production mode, monitoring may use any
 * name.
 */
export function createHostCheck(
  settings: Pick<Settings, 'mode' | 'publicUrl' | 'localModeOpen'>,
): (host: string | undefined, isMonitoring?: boolean) => boolean {
  const publicName = settings.publicUrl === null ? null : new URL(settings.publicUrl).hostname
  return (host, isMonitoring = false) => {
    if (isMonitoring && settings.mode === 'production') return true
    const name = hostNameOf(host)
    if (name === null) return false
    if (isLoopbackName(name) || name === publicName) return true
    // No name was resolved, so there was no DNS rebinding.
    return settings.mode === 'local' && settings.localModeOpen && isIP(name.replace(/^\[|\]$/g, '')) !== 0
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

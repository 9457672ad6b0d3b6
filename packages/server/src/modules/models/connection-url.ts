import { isForbiddenAddress } from '../../platform/outgoing-addresses.ts'
import type { ConnectionKind, ConnectionProblem } from './model-source.ts'

/** Where kinds with one provider are, unless another address is given. */
const DEFAULT_URLS: Partial<Record<ConnectionKind, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** Without trailing slashes and the path of the call itself, which people copy along; null for a blank one. */
export function normalizeBaseUrl(given: string | null): string | null {
  const url = (given ?? '')
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/(?:chat\/completions|completions|models)$/, '')
  return url === '' ? null : url
}

/** The address, or the one of the kind's provider. */
export function baseUrlOf(kind: ConnectionKind, baseUrl: string | null): string | null {
  return baseUrl ?? DEFAULT_URLS[kind] ?? null
}

/**
 * Why no connection to this address may be made; null when it may. Local addresses are legitimate: most model servers
 * run there. Where a name leads is checked with each connection (`guardNameLookups`).
 */
export function checkBaseUrl(kind: ConnectionKind, given: string | null): ConnectionProblem | null {
  if (kind === 'gguf') return given === null ? null : { reason: 'address', detail: null }
  const baseUrl = baseUrlOf(kind, given)
  if (baseUrl === null || !URL.canParse(baseUrl)) return { reason: 'address', detail: null }
  const url = new URL(baseUrl)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return { reason: 'address', hint: 'unsafe', detail: null }
  // A name may end in the dot of the root zone.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isForbidden = isForbiddenAddress(host) || host === 'metadata.google.internal'
  return isForbidden ? { reason: 'address', hint: 'unsafe', detail: null } : null
}

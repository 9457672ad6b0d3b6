import { randomBytes } from 'node:crypto'

/** A fresh nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Headers that only concern a document or a worker. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/** The inline scripts and styles of a page that is the same for everyone, as hashes for the policy. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The external sources that a page may load, for its one purpose. */
export interface ExternalSources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  /** Where people's pictures and videos may be loaded from, besides our own origin. */
  media?: readonly string[]
}

const NO_EXTERNAL_SOURCES: ExternalSources = { scripts: [], frames: [], connections: [] }

/** All of these together; null when there is none. */
export function mergeSources(sources: readonly (ExternalSources | null)[]): ExternalSources | null {
  const some = sources.filter((one) => one !== null)
  if (some.length === 0) return null
  return {
    scripts: some.flatMap(({ scripts }) => scripts),
    frames: some.flatMap(({ frames }) => frames),
    connections: some.flatMap(({ connections }) => connections),
    media: some.flatMap(({ media = [] }) => media),
  }
}

/**
 * Security headers of every reply (XSS-04), but for HSTS, which `prepareRequest` adds by https. Inline scripts run only
 * with this reply's nonce or with their hash. Images and fonts come only from our own origin, and so do connections
 * unless another site is named, so that nothing a person or a model writes can call home.
 */
export function securityHeaders(options: {
  allowed: { nonce: string } | InlineHashes | null
  guests?: ExternalSources | null
}): Record<string, string> {
  const { scripts, styles } = sourcesOf(options.allowed)
  const guests = options.guests ?? NO_EXTERNAL_SOURCES
  const media = guests.media ?? []
  const policy = [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts, ...guests.scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src ${["'self'", 'data:', 'blob:', ...media].join(' ')}`,
    `media-src ${["'self'", 'blob:', ...media].join(' ')}`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...guests.connections].join(' ')}`,
    ...(guests.frames.length > 0 ? [`frame-src ${guests.frames.join(' ')}`] : []),
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    'x-frame-options': 'DENY',
  }
}

function sourcesOf(allowed: { nonce: string } | InlineHashes | null): InlineHashes {
  if (allowed === null) return { scripts: [], styles: [] }
  if ('nonce' in allowed) return { scripts: [`'nonce-${allowed.nonce}'`], styles: [`'nonce-${allowed.nonce}'`] }
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)
  return { scripts: quoted(allowed.scripts), styles: quoted(allowed.styles) }
}

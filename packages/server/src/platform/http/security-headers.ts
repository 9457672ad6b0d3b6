import { randomBytes } from 'node:crypto'

/** A fresh nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Those that only say something about a document or a worker. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/**
 * Headers of every reply (XSS-04). Scripts run by nonce only; pictures, fonts and connections stay on our own origin,
 * so that nothing a person or a model writes can call home.
 */
export function securityHeaders(options: { nonce: string | null; isSecure: boolean }): Record<string, string> {
  const byNonce = options.nonce ? ` 'nonce-${options.nonce}'` : ''
  const policy = [
    `default-src 'none'`,
    `script-src 'self'${byNonce}`,
    `style-src 'self'${byNonce}`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
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
    ...(options.isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

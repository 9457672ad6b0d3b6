import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Well-known hosts that are missing from the public list. */
const ADDITIONAL_HOSTS = [
  'disposablemail.com',
  'emailondeck.com',
  'emailtemporanea.net',
  'fakemail.net',
  'mail.tm',
  'minuteinbox.com',
  'temp-mail.io',
  'tempmail.com',
  'tempmail.net',
]

/** Loaded on first use: the list has more than 100,000 hosts and most servers never need it. */
let hosts: Set<string> | null = null

/**
 * Whether an address is at a host of disposable addresses or one of its subdomains, according to the package
 * disposable-email-domains. New hosts appear every day, so the other limits on gifts do not rely on it.
 */
export function isDisposableEmail(email: string): boolean {
  hosts ??= loadHosts()
  const known = hosts
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, from) => known.has(labels.slice(from).join('.')))
}

function loadHosts(): Set<string> {
  const exact = require('disposable-email-domains') as string[]
  // Listed with all their subdomains.
  const wildcards = require('disposable-email-domains/wildcard.json') as string[]
  return new Set([...exact, ...wildcards, ...ADDITIONAL_HOSTS])
}

import { createHash } from 'node:crypto'

/** Facts about an action: ids, numbers and short names. What a person wrote, and addresses, are refused. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

/** An entry of the audit log as it is hashed. */
export interface AuditContent {
  seq: number
  at: Date
  /** An alias; null for the server itself. */
  actor: string | null
  action: string
  targetType: string
  /** An alias for a person; the id of anything else. */
  targetId: string | null
  reason: string | null
  /** JSON, as it is stored. */
  details: string
}

/** The hash before the first entry. */
export const FIRST_HASH = ''

/**
 * The hash of an entry: SHA-256 over the hash before it and the entry's own content, as JSON in a fixed order.
 * Changing, removing or inserting an entry changes every hash after it.
 */
export function hashOfEntry(previousHash: string, entry: AuditContent): string {
  const { seq, at, actor, action, targetType, targetId, reason, details } = entry
  const content = JSON.stringify([seq, at.toISOString(), actor, action, targetType, targetId, reason, details])
  return createHash('sha256').update(`${previousHash}\n${content}`, 'utf8').digest('hex')
}

/** A name of ours or an id: no spaces, no `@`, so neither sentences nor mail addresses. */
const PLAIN_VALUE = /^[\w.:+-]{0,128}$/

/** @throws Error for text that does not belong in the log: it could not be removed again. */
export function assertPlainValues(values: Iterable<string | number | boolean | null | undefined>): void {
  for (const value of values)
    if (typeof value === 'string' && !PLAIN_VALUE.test(value))
      throw new Error('the audit log takes only ids, numbers and short names')
}

import { createHmac } from 'node:crypto'
import { type AppSecret, allSecrets } from '../../platform/app-secret.ts'

type HashKind =
  | 'email'
  | 'mailbox'
  | 'network'
  | 'neighbourhood'
  | 'device'
  | 'identity'
  | 'left'
  | 'audio'
  | 'stopped'
  | 'media'
  | 'limit'
  | 'log'
  | 'passkey'
  | 'age-check'
  | 'age-check-nonce'
  | 'age-check-verifier'

/**
 * The hash that is stored for addresses, mailboxes, networks, devices and identities where only equality matters. It is
 * keyed with the server's secret, so that a copy of the database cannot be searched for them. `kind` keeps equal values
 * of different kinds apart.
 */
export function keyedHash({ current }: Pick<AppSecret, 'current'>, kind: HashKind, value: string): Buffer {
  return createHmac('sha256', current).update(`${kind}\n${value}`, 'utf8').digest()
}

/** The hashes that may be stored for a value: the current one, then those of the fallbacks of APP_SECRET. */
export function keyedHashes(appSecret: AppSecret, kind: HashKind, value: string): Buffer[] {
  return allSecrets(appSecret).map((current) => keyedHash({ current }, kind, value))
}

import { createHmac } from 'node:crypto'

/**
 * The hash that is stored for addresses, mailboxes, networks, devices and identities where only equality matters. It is
 * keyed with the server's secret, so that a copy of the database cannot be searched for them. `kind` keeps equal values
 * of different kinds apart.
 */
export function keyedHash(
  appSecret: string,
  kind:
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
    | 'age-check-verifier',
  value: string,
): Buffer {
  return createHmac('sha256', appSecret).update(`${kind}\n${value}`, 'utf8').digest()
}

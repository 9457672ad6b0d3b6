import { createHmac } from 'node:crypto'

/**
 * How addresses, mailboxes, networks, devices and identities are kept where only "the same one again" matters: keyed by
 * the server's secret, so that a copy of the database can not be searched for them. `kind` keeps equal values of
 * different kinds apart.
 */
export function keyedHash(
  appSecret: string,
  kind: 'email' | 'mailbox' | 'network' | 'neighbourhood' | 'device' | 'identity' | 'left' | 'audio' | 'media',
  value: string,
): Buffer {
  return createHmac('sha256', appSecret).update(`${kind}\n${value}`, 'utf8').digest()
}

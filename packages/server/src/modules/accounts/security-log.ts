import { AppError } from '../../platform/app-error.ts'
import type { AppSecret } from '../../platform/app-secret.ts'
import type { Log } from '../../platform/log.ts'
import { keyedHash } from './keyed-hash.ts'

/** What happens to the security of an account. Operators may filter by these names: do not rename them. */
export type SecurityEvent =
  | 'code_sent'
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'identity_confirmed'
  | 'session_revoked'
  | 'password_set'
  | 'password_changed'
  | 'password_reset'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'data_exported'
  | 'account_deleted'
  | 'operator_refused'

/** The person and the object of an event. Everything but `method` and `route` is logged as a keyed hash. */
interface Subject {
  personId?: string | undefined
  sessionId?: string | undefined
  email?: string | undefined
  network?: string | undefined
  /** How someone signs in, or what a code is for. */
  method?: string | undefined
  route?: string | undefined
}

export interface SecurityLogServices {
  log: Pick<Log, 'info'>
  appSecret: AppSecret
}

/**
 * Writes one info line per event, with the field `event`. People, sessions, addresses and networks are short keyed
 * hashes: lines of one of them can be matched with each other, and only with this server's secret to a name.
 */
export function logSecurityEvent(services: SecurityLogServices, event: SecurityEvent, about: Subject): void {
  const { personId, sessionId, email, network, ...plain } = about
  const hash = (value: string | undefined) =>
    value === undefined ? undefined : keyedHash(services.appSecret, 'log', value).toString('hex').slice(0, 16)
  const hashes = {
    person: hash(personId),
    session: hash(sessionId),
    address: hash(email?.toLowerCase()),
    network: hash(network),
  }
  services.log.info({ event, ...hashes, ...plain }, 'security event')
}

const FAILURES = ['WrongCode', 'CodeExpired', 'WrongPassword', 'IdentityNotValid']

/** Runs a proof of who someone is, and logs when it fails or when there were too many failures. */
export async function withFailuresLogged<Result>(
  services: SecurityLogServices,
  about: Subject,
  prove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prove()
  } catch (error) {
    const name = error instanceof AppError ? error.errorName : ''
    if (FAILURES.includes(name)) logSecurityEvent(services, 'sign_in_failed', about)
    if (name === 'TooManyRequests') logSecurityEvent(services, 'sign_in_locked', about)
    throw error
  }
}

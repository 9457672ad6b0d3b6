import type { Settings } from '../../platform/config.ts'
import type { Person } from './person.ts'

export type OperatorSettings = Pick<Settings, 'mode' | 'adminEmails'>

/**
 * Whether this person runs the server: the people of ADMIN_EMAILS; in local mode without it, whoever has the first
 * account.
 */
export function isOperator(person: Pick<Person, 'email' | 'isFirst'>, settings: OperatorSettings): boolean {
  if (settings.adminEmails.length > 0) return person.email !== null && settings.adminEmails.includes(person.email)
  return settings.mode === 'local' && person.isFirst
}

import type { Settings } from '../../platform/config.ts'
import type { Person } from './person.ts'

export type OperatorSettings = Pick<Settings, 'mode' | 'adminEmails'>

/** Whether this person runs the server: the people of ADMIN_EMAILS; in local mode without it, everybody. */
export function isOperator(person: Pick<Person, 'email'>, settings: OperatorSettings): boolean {
  if (settings.adminEmails.length > 0) return person.email !== null && settings.adminEmails.includes(person.email)
  return settings.mode === 'local'
}

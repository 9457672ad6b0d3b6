import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import type { Settings } from '../../platform/config.ts'
import type { Person } from './person.ts'

export type OperatorSettings = Pick<Settings, 'mode' | 'adminEmails'>

type PossibleOperator = Pick<Person, 'email' | 'isFirst' | 'operatorRole'>

/**
 * Whether the settings make this person an owner: the people of ADMIN_EMAILS; in local mode without it, the person with
 * the first account. Nobody can take this from them here.
 */
export function isOwnerBySettings(person: Pick<Person, 'email' | 'isFirst'>, settings: OperatorSettings): boolean {
  if (settings.adminEmails.length > 0) return person.email !== null && settings.adminEmails.includes(person.email)
  return settings.mode === 'local' && person.isFirst
}

/** What this person may do as an operator; null for everyone else. */
export function operatorRoleOf(person: PossibleOperator, settings: OperatorSettings): OperatorRole | null {
  return isOwnerBySettings(person, settings) ? 'owner' : person.operatorRole
}

/** Whether this person runs the server, with all that is in it. */
export function isOwner(person: PossibleOperator, settings: OperatorSettings): boolean {
  return operatorRoleOf(person, settings) === 'owner'
}

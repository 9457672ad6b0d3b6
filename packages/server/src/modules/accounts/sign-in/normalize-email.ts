import type { Queryable } from '../../../platform/db/database.ts'
import { selectPeopleByMailbox } from '../person-store.ts'

/** Two host names of the same mail service. */
const SAME_HOSTS: Record<string, string> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox of an address, to recognise several addresses of one person: lower case, without dots in the local part
 * and without the plus suffix. It is only compared, never written to or shown. Some hosts do distinguish dots; such a
 * collision costs a person a gift, never an account.
 */
export function normalizeMailbox(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const [local, host] = [address.slice(0, at), address.slice(at + 1)]
  const [beforePlus = ''] = local.split('+', 1)
  const name = beforePlus.replaceAll('.', '') || local
  return `${name}@${SAME_HOSTS[host] ?? host}`
}

/** Whether someone else has an account with the same mailbox. */
export async function isMailboxTaken(db: Queryable, person: { id: string; email: string | null }): Promise<boolean> {
  if (person.email === null) return false
  const mailbox = normalizeMailbox(person.email)
  const name = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const people = await selectPeopleByMailbox(db, name)
  return people.some(({ id, email }) => id !== person.id && normalizeMailbox(email) === mailbox)
}

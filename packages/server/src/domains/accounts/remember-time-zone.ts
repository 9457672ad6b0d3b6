import type { Queryable } from '../../platform/db/database.ts'
import type { Person } from './person.ts'
import { updateTimeZone } from './store.ts'

/** Keeps the last good zone that a person's requests named; does nothing while it is the same. */
export async function rememberTimeZone(
  db: Queryable,
  person: Pick<Person, 'id' | 'timeZone'>,
  timeZone: string | null,
): Promise<void> {
  if (timeZone !== null && timeZone !== person.timeZone) await updateTimeZone(db, person.id, timeZone)
}

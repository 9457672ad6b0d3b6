import type { Queryable } from '../../platform/db/database.ts'
import { type PersonaRow, selectPersonas } from './store.ts'

/** Every persona of a person, for the copy of their data (D2). They are erased with the person's row. */
export function exportPersonas(db: Queryable, personId: string): Promise<PersonaRow[]> {
  return selectPersonas(db, personId)
}

import type { Queryable } from '../../platform/db/database.ts'
import { selectDefaultPersona, selectPersona } from './store.ts'

/** A persona as chats use it. */
export interface ChatPersona {
  id: string
  name: string
  description: string
}

/** A persona of this person; null for one that is gone or somebody else's. */
export function findPersona(db: Queryable, personId: string, id: string): Promise<ChatPersona | null> {
  return selectPersona(db, personId, id)
}

/** The one that new chats begin with; null where there is none. */
export function findDefaultPersona(db: Queryable, personId: string): Promise<ChatPersona | null> {
  return selectDefaultPersona(db, personId)
}

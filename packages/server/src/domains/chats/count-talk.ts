import type { Queryable } from '../../platform/db/database.ts'
import type { Talk } from '../invitations/services.ts'
import { countSent } from './message-store.ts'

/** What invitations ask of a person's talk: messages of their own, and the calendar days (UTC) they fall on. */
export function countTalk(db: Queryable, personId: string): Promise<Talk> {
  return countSent(db, personId)
}

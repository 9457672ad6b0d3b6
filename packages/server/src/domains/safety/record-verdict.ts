import type { Queryable } from '../../platform/db/database.ts'
import { addToCrisisCount, insertVerdict, type NewVerdict } from './store.ts'

/** Keeps what the rules decided and by which version of them (B6); never the text they judged. */
export async function recordVerdict(db: Queryable, verdict: NewVerdict): Promise<void> {
  await insertVerdict(db, verdict)
}

/** Counts a crisis for its day, and nothing else about it (C5). */
export async function countCrisis(db: Queryable, kind: 'crisis' | 'crisis_imminent', now: Date): Promise<void> {
  await addToCrisisCount(db, now.toISOString().slice(0, 10), kind)
}

import type { Queryable } from '../../platform/db/database.ts'
import { selectAllOf } from './store.ts'

/** What is kept of a person's invitations, for the export of their data: nothing of whoever was on the other side. */
export async function exportInvitations(db: Queryable, personId: string): Promise<Record<string, string | null>[]> {
  const rows = await selectAllOf(db, personId)
  return rows.map((row) => ({
    part: row.inviter_id === personId ? 'sent' : 'taken',
    card_id: row.card_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    claimed_at: row.claimed_at?.toISOString() ?? null,
    ...(row.inviter_id === personId ? { thanked_at: row.thanked_at?.toISOString() ?? null } : { gift: row.gift_state }),
  }))
}

import { paginateByTime, parseTimeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { findPublicCard } from './create-invitation.ts'
import { stateOf } from './invitation-info.ts'
import { giftView } from './rules.ts'
import type { InvitationServices } from './services.ts'
import { inviterRewardOf, selectAllOf, selectOwn } from './store.ts'

interface ListedInvitation {
  id: string
  card: { id: string; name: string; avatar: string | null } | null
  created_at: string
  expires_at: string
  state: 'open' | 'expired' | 'claimed'
  thanks: { coin_num: number; message_num: number } | null
}

/**
 * A page of the person's own invitations, newest first. It does not reveal who claimed one or what they do here.
 * @throws AppError InvalidInput on `cursor` for an invalid cursor.
 */
export async function listInvitations(
  services: InvitationServices,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  caller: SignedInCaller,
): Promise<{ list: ListedInvitation[]; next_cursor: string | null }> {
  const now = services.clock.now()
  const before = parseTimeCursor(cursor)
  const rows = await selectOwn(services.database, caller.identity.personId, { before, limit: limit + 1 })
  const { list: shown, nextCursor } = paginateByTime(rows, limit, (row) => row.created_at)
  const cards = new Map(
    await Promise.all(
      [...new Set(shown.map((row) => row.card_id))].map(
        async (id) => [id, await findPublicCard(services, id, caller.locale)] as const,
      ),
    ),
  )
  return {
    list: shown.map((row) => {
      const card = cards.get(row.card_id)
      const thanks = inviterRewardOf(row)
      return {
        id: row.id,
        card: card ? { id: card.id, name: card.name, avatar: card.avatar } : null,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        state: stateOf(row, now),
        thanks: thanks && giftView(thanks),
      }
    }),
    next_cursor: nextCursor,
  }
}

/** A person's invitations for the personal data export, without anything about the other side. */
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

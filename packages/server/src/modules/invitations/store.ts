import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type Gift, invitationRules } from './rules.ts'

export type GiftState = 'given' | 'held' | 'taken_back' | 'lapsed'

export interface InvitationRow {
  id: string
  inviter_id: string | null
  card_id: string
  device_hash: Uint8Array | null
  created_at: Date
  expires_at: Date
  invitee_id: string | null
  claimed_at: Date | null
  gift_state: GiftState | null
  given_at: Date | null
  mailbox_hash: Uint8Array | null
  claim_device_hash: Uint8Array | null
  network_hash: Uint8Array | null
  thanks_state: 'given' | 'refused' | null
  thanked_at: Date | null
  /** What the link gives; null for invitations from before operators could change it. */
  gift_coins: number | null
  gift_messages: number | null
  thanks_coins: number | null
  thanks_messages: number | null
}

const COLUMNS = `id, inviter_id, card_id, device_hash, created_at, expires_at, invitee_id, claimed_at, gift_state,
  given_at, mailbox_hash, claim_device_hash, network_hash, thanks_state, thanked_at, gift_coins, gift_messages, thanks_coins,
  thanks_messages`

/** What the link gives. */
export function giftOf({ gift_coins, gift_messages }: Pick<InvitationRow, 'gift_coins' | 'gift_messages'>): Gift {
  const { gift } = invitationRules.defaults
  return { coins: gift_coins ?? gift.coins, messages: gift_messages ?? gift.messages }
}

/** What the inviter got; null if nothing yet. */
export function inviterRewardOf(row: InvitationRow): Gift | null {
  const { inviter_reward } = invitationRules.defaults
  if (row.thanked_at === null) return null
  return { coins: row.thanks_coins ?? inviter_reward.coins, messages: row.thanks_messages ?? inviter_reward.messages }
}

/** Whether only this person themselves may see their nickname and picture, by a decision of moderation. */
export async function isProfileRestricted(db: Queryable, personId: string): Promise<boolean> {
  const rows = await db.query('select 1 from person where id = $1 and profile_restriction is not null', [personId])
  return rows.length > 0
}

const LOCKS = 7_041_779

/**
 * Locks these hashes for counting until the transaction ends, always in the same order, so that two claims never
 * deadlock.
 */
export async function lockCounts(tx: Transaction, hashes: readonly Buffer[]): Promise<void> {
  const keys = [...new Set(hashes.map((hash) => hash.readInt32BE(0)))].sort((one, other) => one - other)
  for (const key of keys) await tx.query('select pg_advisory_xact_lock($1::int, $2::int)', [LOCKS, key])
}

export async function insertInvitation(
  tx: Transaction,
  invitation: {
    id: string
    codeHash: Uint8Array
    inviterId: string
    cardId: string
    deviceHash: Uint8Array | null
    gift: Gift
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.query(
    `insert into invitation (id, code_hash, inviter_id, card_id, device_hash, created_at, expires_at, gift_coins,
       gift_messages)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      invitation.id,
      invitation.codeHash,
      invitation.inviterId,
      invitation.cardId,
      invitation.deviceHash,
      invitation.now,
      invitation.expiresAt,
      invitation.gift.coins,
      invitation.gift.messages,
    ],
  )
}

/** When the `limit`-th newest invitation of a person was created, if that is later than `since`. */
export async function selectNthNewest(
  tx: Transaction,
  inviterId: string,
  { limit, since }: { limit: number; since: Date },
): Promise<Date | null> {
  const rows = await tx.query<{ created_at: Date }>(
    `select created_at from invitation where inviter_id = $1 and created_at > $2
     order by created_at desc offset $3 limit 1`,
    [inviterId, since, limit - 1],
  )
  return rows[0]?.created_at ?? null
}

export function selectByCode(db: Queryable, codeHash: Uint8Array): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(`select ${COLUMNS} from invitation where code_hash = $1`, [codeHash])
}

export function lockByCode(tx: Transaction, codeHash: Uint8Array): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(`select ${COLUMNS} from invitation where code_hash = $1 for update`, [codeHash])
}

export function lockByInvitee(tx: Transaction, inviteeId: string): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(`select ${COLUMNS} from invitation where invitee_id = $1 for update`, [inviteeId])
}

/** Locks the invitation, or returns nothing when another process holds the lock. */
export function tryLock(tx: Transaction, id: string): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(`select ${COLUMNS} from invitation where id = $1 for update skip locked`, [id])
}

export function selectOwn(
  db: Queryable,
  inviterId: string,
  page: { before: { createdAt: Date; id: string } | null; limit: number },
): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `select ${COLUMNS} from invitation
     where inviter_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
     order by created_at desc, id desc limit $4`,
    [inviterId, page.before?.createdAt ?? null, page.before?.id ?? null, page.limit],
  )
}

/** All rows about a person's invitations: those they sent and the one they claimed. */
export function selectAllOf(db: Queryable, personId: string): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `select ${COLUMNS} from invitation where inviter_id = $1 or invitee_id = $1 order by created_at, id`,
    [personId],
  )
}

/** Whether a gift was claimed with this mailbox, in this browser, or by this person. */
export async function hasClaim(
  tx: Transaction,
  by: { personId: string; mailboxHashes: readonly Uint8Array[]; deviceHash: Uint8Array | null },
): Promise<boolean> {
  const sameMailbox = by.mailboxHashes.map((_, index) => `or mailbox_hash = $${index + 3}`)
  const rows = await tx.query(
    `select 1 from invitation where claimed_at is not null and
       (invitee_id = $1 or claim_device_hash = $2::bytea ${sameMailbox.join(' ')}) limit 1`,
    [by.personId, by.deviceHash, ...by.mailboxHashes],
  )
  return rows.length > 0
}

async function replaceDevice(db: Queryable, from: Uint8Array, to: Uint8Array): Promise<void> {
  await db.query('update invitation set device_hash = $2 where device_hash = $1', [from, to])
  await db.query('update invitation set claim_device_hash = $2 where claim_device_hash = $1', [from, to])
}

/** Lets accounts replace the hash of a device after a change of APP_SECRET. */
export const INVITATION_DEVICES = { replaceDevice }

/** Whether this person created an invitation in this browser. */
export async function hasCreatedOnDevice(tx: Transaction, inviterId: string, deviceHash: Uint8Array): Promise<boolean> {
  const rows = await tx.query('select 1 from invitation where inviter_id = $1 and device_hash = $2 limit 1', [
    inviterId,
    deviceHash,
  ])
  return rows.length > 0
}

/** Gifts of the last day to a network and from an inviter. */
export async function countGifts(
  tx: Transaction,
  by: { networkHash: Uint8Array; inviterId: string; since: Date },
): Promise<{ network: number; inviter: number }> {
  const [row] = await tx.query<{ network: number; inviter: number }>(
    `select
       (select count(*)::int from invitation where network_hash = $1 and given_at > $3) as network,
       (select count(*)::int from invitation where inviter_id = $2 and given_at > $3) as inviter`,
    [by.networkHash, by.inviterId, by.since],
  )
  return row ?? { network: 0, inviter: 0 }
}

export async function updateClaimed(
  tx: Transaction,
  claim: {
    id: string
    inviteeId: string
    state: 'given' | 'held'
    mailboxHash: Uint8Array | null
    deviceHash: Uint8Array | null
    networkHash: Uint8Array
    now: Date
  },
): Promise<void> {
  await tx.query(
    `update invitation set invitee_id = $2, gift_state = $3, mailbox_hash = $4, claim_device_hash = $5,
       network_hash = $6, claimed_at = $7, given_at = case when $3 = 'given' then $7::timestamptz end
     where id = $1`,
    [claim.id, claim.inviteeId, claim.state, claim.mailboxHash, claim.deviceHash, claim.networkHash, claim.now],
  )
}

export async function updateGift(tx: Transaction, id: string, state: GiftState, givenAt: Date | null): Promise<void> {
  await tx.query('update invitation set gift_state = $2, given_at = coalesce($3, given_at) where id = $1', [
    id,
    state,
    givenAt,
  ])
}

/** Claims that may be due: a held gift, or a reward that is not granted yet. */
export function selectDue(
  db: Queryable,
  { claimed, checkedBefore, limit }: { claimed: { after: Date; before: Date }; checkedBefore: Date; limit: number },
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `select id from invitation
     where claimed_at is not null and thanks_state is null and claimed_at > $1 and claimed_at <= $2
       and gift_state in ('given', 'held') and invitee_id is not null
       and (checked_at is null or checked_at <= $3)
     order by checked_at nulls first, claimed_at limit $4`,
    [claimed.after, claimed.before, checkedBefore, limit],
  )
}

export async function updateChecked(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update invitation set checked_at = $2 where id = $1', [id, now])
}

export async function updateInviterReward(
  tx: Transaction,
  id: string,
  /** Null: refused. */
  given: Gift | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update invitation set thanks_state = $2, thanked_at = $3, thanks_coins = $4, thanks_messages = $5 where id = $1`,
    [id, given ? 'given' : 'refused', given && now, given?.coins ?? null, given?.messages ?? null],
  )
}

export async function countInviterRewards(
  tx: Transaction,
  inviterId: string,
  since: Date,
): Promise<{ day: number; ever: number }> {
  const [row] = await tx.query<{ day: number; ever: number }>(
    `select count(*)::int as ever, (count(*) filter (where thanked_at > $2))::int as day
     from invitation where inviter_id = $1 and thanked_at is not null`,
    [inviterId, since],
  )
  return row ?? { day: 0, ever: 0 }
}

/** Deletes a person's unclaimed invitations, which makes their links invalid. */
export async function deleteUnclaimedOf(tx: Transaction, inviterId: string): Promise<void> {
  await tx.query('delete from invitation where inviter_id = $1 and claimed_at is null', [inviterId])
}

/** Removes the person from invitations; only hashes stay, until they expire. */
export async function erasePerson(tx: Transaction, personId: string): Promise<void> {
  await tx.query('update invitation set inviter_id = null, device_hash = null where inviter_id = $1', [personId])
  await tx.query('update invitation set invitee_id = null where invitee_id = $1', [personId])
}

export async function deleteUnclaimedBefore(db: Queryable, expiredBefore: Date): Promise<void> {
  await db.query('delete from invitation where claimed_at is null and expires_at <= $1', [expiredBefore])
}

/** Clears the hashes of old claims, and deletes those of which both people are erased. */
export async function deleteHashesBefore(db: Queryable, claimedBefore: Date): Promise<void> {
  await db.query(
    `update invitation set device_hash = null, mailbox_hash = null, claim_device_hash = null, network_hash = null
     where claimed_at <= $1 and (mailbox_hash is not null or network_hash is not null or device_hash is not null)`,
    [claimedBefore],
  )
  await db.query('delete from invitation where claimed_at <= $1 and inviter_id is null and invitee_id is null', [
    claimedBefore,
  ])
}

export async function expireHeldBefore(db: Queryable, claimedBefore: Date): Promise<void> {
  await db.query(`update invitation set gift_state = 'lapsed' where gift_state = 'held' and claimed_at <= $1`, [
    claimedBefore,
  ])
}

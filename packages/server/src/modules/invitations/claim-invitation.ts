import { AppError } from '../../platform/app-error.ts'
import type { AppSecret } from '../../platform/app-secret.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import {
  type ClaimAnswer,
  type InvitationClaim,
  identifyDevice,
  isMailboxTaken,
  keyedHash,
  keyedHashes,
  listDeviceHashes,
  loadPerson,
  lockPersonRow,
  normalizeMailbox,
  type Person,
} from '../accounts/module.ts'
import { isMinor } from '../safety/module.ts'
import { hashCode } from './create-invitation.ts'
import { isDisposableEmail } from './disposable-email.ts'
import { grantGift, isWithinGiftLimits } from './gift-limits.ts'
import { type Gift, giftView } from './rules.ts'
import type { InvitationServices } from './services.ts'
import {
  giftOf,
  hasClaim,
  hasCreatedOnDevice,
  INVITATION_DEVICES,
  type InvitationRow,
  lockByCode,
  lockCounts,
  updateClaimed,
} from './store.ts'
import { subnetOf } from './subnet.ts'

const refused = (gift_refused: 4001 | 4002): ClaimAnswer => ({ gift: null, gift_held: false, gift_refused })
const given = (gift: Gift): ClaimAnswer => ({ gift: giftView(gift), gift_held: false, gift_refused: null })
const held: ClaimAnswer = { gift: null, gift_held: true, gift_refused: null }

/**
 * Claims the gift of an invitation, in the transaction that signs in the invitee. The same person asking again gets the
 * same answer and no second gift, so that a lost reply can be repeated (WAL-12). 4001 for a code that is unknown, used
 * or more than 24 hours old, from a suspended person, and where either person has blocked the other; 4002 for an
 * account that is not new, and for every sign of the person's own invitation, without saying which (WAL-13, WAL-14).
 * A refused claim does not use up the invitation.
 */
export async function claimInvitation(
  appSecret: AppSecret,
  tx: Transaction,
  claim: InvitationClaim,
): Promise<ClaimAnswer> {
  const codeHash = hashCode(claim.code)
  // Lock the person first, so that their age cannot change in between, then the invitation.
  const person = await lockPersonRow(tx, claim.personId)
  const invitation = codeHash && onlyRow(await lockByCode(tx, codeHash))
  if (!invitation || !person) return refused(4001)
  if (invitation.invitee_id === person.id) return answerOf(invitation)
  if (invitation.claimed_at || !invitation.inviter_id || claim.now >= invitation.expires_at) return refused(4001)
  const inviterId = invitation.inviter_id
  if (await isBlockedBetween(tx, person, inviterId)) return refused(4001)
  if ((await loadPerson(tx, inviterId))?.suspensionId !== null) return refused(4001)

  const { now, deviceHash } = claim
  const isNew = now.getTime() - person.createdAt.getTime() < DAY_MS
  if (!isNew || isMinor(person.ageState) || person.id === inviterId) return refused(4002)
  if (person.email !== null && isDisposableEmail(person.email)) return refused(4002)

  const mailboxHashes = person.email === null ? [] : keyedHashes(appSecret, 'mailbox', normalizeMailbox(person.email))
  const [mailboxHash = null] = mailboxHashes
  const networkHash = keyedHash(appSecret, 'neighbourhood', subnetOf(claim.network))
  await lockCounts(tx, [
    keyedHash(appSecret, 'device', `invitee ${person.id}`),
    keyedHash(appSecret, 'device', `inviter ${inviterId}`),
    networkHash,
    ...[mailboxHash, deviceHash].filter((hash) => hash !== null),
  ])
  if (await hasClaim(tx, { personId: person.id, mailboxHashes, deviceHash })) return refused(4002)
  if (await isMailboxTaken(tx, person)) return refused(4002)
  if (deviceHash && (await isOfInviter(tx, inviterId, deviceHash))) return refused(4002)

  const state = (await isWithinGiftLimits(tx, { networkHash, inviterId, now })) ? 'given' : 'held'
  await updateClaimed(tx, { id: invitation.id, inviteeId: person.id, state, mailboxHash, deviceHash, networkHash, now })
  if (state === 'held') return held
  await grantGift(tx, { personId: person.id, invitationId: invitation.id, gift: giftOf(invitation), now })
  return given(giftOf(invitation))
}

/**
 * Whether one of two people has blocked the other. An invitation between them is answered like an unknown one, so
 * that nobody learns of a block.
 */
export async function isBlockedBetween(
  db: Queryable,
  person: Pick<Person, 'id' | 'blockedIds'>,
  otherId: string,
): Promise<boolean> {
  if (person.blockedIds.includes(otherId)) return true
  const other = await loadPerson(db, otherId)
  return other?.blockedIds.includes(person.id) ?? false
}

function answerOf(invitation: InvitationRow): ClaimAnswer {
  if (invitation.gift_state === 'given') return given(giftOf(invitation))
  return invitation.gift_state === 'held' ? held : refused(4002)
}

async function isOfInviter(tx: Transaction, inviterId: string, deviceHash: Buffer): Promise<boolean> {
  if (await hasCreatedOnDevice(tx, inviterId, deviceHash)) return true
  return (await listDeviceHashes(tx, inviterId)).some((device) => device.equals(deviceHash))
}

/** Claims for a person who signed in without the code, with an account less than a day old. */
export async function claimSignedIn(
  services: InvitationServices,
  code: string,
  caller: SignedInCaller,
): Promise<ClaimAnswer> {
  const { database, clock, appSecret } = services
  const now = clock.now()
  const deviceHash = await identifyDevice({ appSecret, invitations: INVITATION_DEVICES }, database, caller)
  return database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, caller.identity.personId)
    if (!person) throw new AppError('NotSignedIn')
    return claimInvitation(appSecret, tx, {
      code,
      personId: person.id,
      deviceHash,
      network: caller.network,
      now,
    })
  })
}

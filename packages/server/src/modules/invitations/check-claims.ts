import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import {
  keyedHash,
  keyedHashes,
  listDeviceHashes,
  loadPerson,
  normalizeMailbox,
  type Person,
} from '../accounts/module.ts'
import { canShowOffers, isMinor } from '../safety/module.ts'
import { grant } from '../wallet/module.ts'
import { grantGift, isWithinGiftLimits } from './gift-limits.ts'
import { CHECK_INTERVAL_MS, CLAIM_CHECK_PERIOD_MS, invitationRules, REQUIRED_ACTIVITY } from './rules.ts'
import type { InvitationServices } from './services.ts'
import {
  countInviterRewards,
  giftOf,
  type InvitationRow,
  lockCounts,
  selectDue,
  tryLock,
  updateChecked,
  updateGift,
  updateInviterReward,
} from './store.ts'

type CheckServices = Pick<InvitationServices, 'database' | 'clock' | 'appSecret' | 'activityOf'>

const BATCH_SIZE = 50

/**
 * The recurring check: releases held gifts and rewards inviters, once the invitee is an active account (WAL-15,
 * WAL-16). Each invitation is checked in its own transaction, at most once an hour, by one process. Returns how many
 * were checked.
 */
export async function checkClaims(services: CheckServices): Promise<number> {
  const now = services.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = await selectDue(services.database, {
    claimed: { after: before(CLAIM_CHECK_PERIOD_MS), before: before(DAY_MS) },
    checkedBefore: before(CHECK_INTERVAL_MS),
    limit: BATCH_SIZE,
  })
  for (const { id } of due) await checkOne(services, id, now)
  return due.length
}

async function checkOne(services: CheckServices, id: string, now: Date): Promise<void> {
  await services.database.transaction(async (tx) => {
    const invitation = onlyRow(await tryLock(tx, id))
    if (!invitation || invitation.thanks_state) return
    await updateChecked(tx, id, now)
    const invitee = invitation.invitee_id === null ? null : await loadPerson(tx, invitation.invitee_id)
    if (!invitee || isMinor(invitee.ageState)) return
    const activity = await services.activityOf(tx, invitee.id)
    if (activity.messages < REQUIRED_ACTIVITY.messages || activity.days < REQUIRED_ACTIVITY.days) return
    await releaseGift(services, tx, invitation, invitee, now)
    await rewardInviter(services, tx, invitation, invitee, now)
  })
}

/** Releases a held gift if the daily limits allow it. */
async function releaseGift(
  services: CheckServices,
  tx: Transaction,
  invitation: InvitationRow,
  invitee: Person,
  now: Date,
): Promise<void> {
  const { id, inviter_id: inviterId, network_hash: networkHash } = invitation
  if (invitation.gift_state !== 'held' || !networkHash) return
  await lockCounts(tx, [Buffer.from(networkHash), inviterLock(services, inviterId)])
  if (!(await isWithinGiftLimits(tx, { networkHash, inviterId: inviterId ?? '', now }))) return
  await grantGift(tx, { personId: invitee.id, invitationId: id, gift: giftOf(invitation), now })
  await updateGift(tx, id, 'given', now)
}

async function rewardInviter(
  services: CheckServices,
  tx: Transaction,
  invitation: InvitationRow,
  invitee: Person,
  now: Date,
): Promise<void> {
  const inviter = invitation.inviter_id === null ? null : await loadPerson(tx, invitation.inviter_id)
  // Not within a day of a crisis message (C3), nor to a suspended person: a later check gives the reward.
  if (!inviter || inviter.suspensionId !== null || !canShowOffers(inviter.lastCrisisAt, now)) return
  await lockCounts(tx, [inviterLock(services, inviter.id)])
  const count = await countInviterRewards(tx, inviter.id, new Date(now.getTime() - DAY_MS))
  const { inviter_reward: reward, inviter_rewards: limits } = (await invitationRules.load(tx)).value
  const isRefused = isMinor(inviter.ageState) || count.ever >= limits.ever
  if (isRefused || (await areSamePerson(services, tx, invitation, inviter, invitee))) {
    await updateInviterReward(tx, invitation.id, null, now)
    return
  }
  if (count.day >= limits.day) return
  const reason = { personId: inviter.id, cause: 'invitationThanks', ref: invitation.id, now }
  const key = `invitation:thanks:${invitation.id}`
  await grant(tx, { ...reason, asset: 'coin', amount: reward.coins, key: `${key}:coin` })
  await grant(tx, { ...reason, asset: 'message', amount: reward.messages, key: `${key}:message` })
  await updateInviterReward(tx, invitation.id, reward, now)
}

/** Whether inviter and invitee share a browser or a mailbox, now or when the gift was claimed (WAL-14). */
async function areSamePerson(
  { appSecret }: CheckServices,
  tx: Transaction,
  invitation: InvitationRow,
  inviter: Person,
  invitee: Person,
): Promise<boolean> {
  const mailbox = inviter.email === null ? null : normalizeMailbox(inviter.email)
  if (mailbox !== null && invitee.email !== null && mailbox === normalizeMailbox(invitee.email)) return true
  const known = invitation.mailbox_hash
  if (mailbox !== null && known && keyedHashes(appSecret, 'mailbox', mailbox).some((hash) => hash.equals(known)))
    return true
  const inviterDevices = await listDeviceHashes(tx, inviter.id)
  const inviteeDevices = await listDeviceHashes(tx, invitee.id)
  const ofInviter = [...inviterDevices, ...(invitation.device_hash ? [Buffer.from(invitation.device_hash)] : [])]
  const ofInvitee = [
    ...inviteeDevices,
    ...(invitation.claim_device_hash ? [Buffer.from(invitation.claim_device_hash)] : []),
  ]
  return ofInviter.some((device) => ofInvitee.some((other) => other.equals(device)))
}

function inviterLock({ appSecret }: CheckServices, inviterId: string | null): Buffer {
  return keyedHash(appSecret, 'device', `inviter ${inviterId ?? ''}`)
}

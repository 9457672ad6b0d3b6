import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/caller.ts'
import { loadPerson } from '../accounts/module.ts'
import { findItem } from '../albums/module.ts'
import { findWrittenCard } from '../characters/module.ts'
import { mediaIdFromReference, readForReview } from '../media/module.ts'
import { recordAudit } from '../operators/module.ts'
import { cardTexts } from './desk-items.ts'
import {
  type ConfirmingRole,
  deleteQuarantine,
  findQuarantine,
  type KeptContent,
  type QuarantineRow,
  selectConsents,
  selectExpiredEvidence,
  upsertConsent,
  upsertQuarantine,
} from './quarantine-store.ts'
import { CONSENT_MS, EVIDENCE_MS } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { isCard, type Target } from './targets.ts'

/** Puts an item into quarantine, with its texts as they are now and the files that belong to it (R3). */
export async function openQuarantine(tx: Transaction, target: Target, now: Date): Promise<void> {
  await upsertQuarantine(tx, target, { ...(await contentOf(tx, target)), now })
}

async function contentOf(db: Queryable, target: Target): Promise<{ content: KeptContent; files: string[] }> {
  if (isCard(target)) {
    const card = await findWrittenCard(db, target.id)
    return { content: { texts: card ? cardTexts(card) : [] }, files: fileIds(card?.avatar, card?.cover) }
  }
  if (target.type === 'image') {
    const item = await findItem(db, target.id)
    const texts = Object.values(item?.captions ?? {}).map((text) => ({ field: 'caption', text }))
    return { content: { texts }, files: item ? [item.fileId] : [] }
  }
  if (target.type === 'user') {
    const person = await loadPerson(db, target.id)
    return { content: { texts: [] }, files: fileIds(person?.avatar) }
  }
  // A stopped text has a row of its own, which is deleted when its appeal is decided.
  return { content: { texts: [] }, files: target.type === 'file' ? [target.id] : [] }
}

function fileIds(...references: (string | null | undefined)[]): string[] {
  return references.flatMap((reference) => (reference ? (mediaIdFromReference(reference) ?? []) : []))
}

/** Who has confirmed within a day that they need to see an item; null when it is not in quarantine. */
export async function quarantineState(
  { database, clock }: Pick<ModerationServices, 'database' | 'clock'>,
  target: Target,
): Promise<{ confirmed: ConfirmingRole[] } | null> {
  if (!(await findQuarantine(database, target))) return null
  const consents = await selectConsents(database, target, consentStart(clock.now()))
  return { confirmed: consents.map(({ role }) => role) }
}

const consentStart = (now: Date) => new Date(now.getTime() - CONSENT_MS)

/**
 * Confirms that an operator needs to see what is in quarantine, and tells who else has to: an owner and a moderator, two
 * different people, within a day. Null: it may be seen now. Each step is in the audit log before anything is read.
 * @throws AppError NotAllowed for someone who is neither.
 */
export async function confirmView(
  { database, clock }: Pick<ModerationServices, 'database' | 'clock'>,
  operator: Pick<Identity, 'personId' | 'role'>,
  target: Target,
  { caseId, reason }: { caseId: string; reason: string },
): Promise<ConfirmingRole | null> {
  const { personId, role } = operator
  if (role !== 'owner' && role !== 'moderator') throw new AppError('NotAllowed')
  const now = clock.now()
  return database.transaction(async (tx) => {
    await upsertConsent(tx, target, { role, operatorId: personId, now })
    const consents = await selectConsents(tx, target, consentStart(now))
    const isShared = consents.some((other) => other.role !== role && other.operatorId !== personId)
    await recordAudit(tx, {
      actorId: personId,
      action: isShared ? 'quarantine.seen' : 'quarantine.confirmed',
      targetType: 'case',
      targetId: caseId,
      reason,
      now,
    })
    if (isShared) return null
    return role === 'owner' ? 'moderator' : 'owner'
  })
}

/** What is kept of an item in quarantine: its texts, and its pictures as data URLs, which no address leads to. */
export async function readQuarantine(
  { database, media }: Pick<ModerationServices, 'database' | 'media'>,
  { content, files }: QuarantineRow,
): Promise<{ texts: KeptContent['texts']; pictures: string[] }> {
  const pictures: string[] = []
  for (const id of files) {
    const picture = await readForReview({ database, files: media.files }, id)
    if (picture) pictures.push(`data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString('base64')}`)
  }
  return { texts: content.texts, pictures }
}

/** Deletes evidence whose owner is gone for good, a year after its quarantine began, and records it in the audit log. */
export async function expireEvidence({
  database,
  clock,
}: Pick<ModerationServices, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const target of await selectExpiredEvidence(database, new Date(now.getTime() - EVIDENCE_MS)))
    await database.transaction(async (tx) => {
      await deleteQuarantine(tx, target)
      const { type: targetType, id: targetId } = target
      await recordAudit(tx, { actorId: null, action: 'quarantine.expired', targetType, targetId, now })
    })
}

import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { MediaServices } from './services.ts'
import { selectAccountAge } from './store.ts'

const MIB = 1024 * 1024
/** On a public server an account costs one mail address, so a new one may store less. */
const NEW_ACCOUNT_MS = 7 * DAY_MS

interface Quota {
  bytes: number
  newAccountBytes: number
}

/** Quotas by the module that stores the files. */
const QUOTAS = {
  media: { bytes: LIMITS.uploadBytes, newAccountBytes: 100 * MIB },
  'card-files': { bytes: LIMITS.cardFilesBytes, newAccountBytes: 200 * MIB },
} as const satisfies Record<string, Quota>

/** All that modules count: files, and the texts of cards with their versions and drafts. */
const TOTAL_QUOTA: Quota = { bytes: LIMITS.storageBytes, newAccountBytes: 250 * MIB }

const MAX_NEW_ACCOUNT_UPLOADS = 300

/**
 * Call it before something large of a person is stored, and again in the transaction that stores it, under the person's
 * lock (UPL-08). `kind` names what is stored; null checks the total alone.
 * @throws AppError TooLarge with the exceeded limit in bytes, NotSignedIn when the person no longer exists.
 */
export async function assertStorageQuota(
  { storedBytes, clock, settings }: Pick<MediaServices, 'storedBytes' | 'clock' | 'settings'>,
  db: Queryable,
  personId: string,
  kind: keyof typeof QUOTAS | null,
): Promise<void> {
  const [account] = await selectAccountAge(db, personId)
  if (!account) throw new AppError('NotSignedIn')
  const isNew = settings.mode === 'production' && clock.now().getTime() - account.created_at.getTime() < NEW_ACCOUNT_MS
  if (kind === 'media' && account.uploads >= (isNew ? MAX_NEW_ACCOUNT_UPLOADS : LIMITS.uploads))
    throw new AppError('TooLarge', { limit: limitOf(QUOTAS.media, isNew) })
  const stored = await storedBytes(db, personId)
  const total = [...stored.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (kind !== null) assertBelow(stored.get(kind) ?? 0, limitOf(QUOTAS[kind], isNew))
  assertBelow(total, limitOf(TOTAL_QUOTA, isNew))
}

function limitOf({ bytes, newAccountBytes }: Quota, isNew: boolean): number {
  return isNew ? newAccountBytes : bytes
}

function assertBelow(bytes: number, limit: number): void {
  if (bytes >= limit) throw new AppError('TooLarge', { limit })
}

import type { Queryable } from '../../../platform/db/database.ts'
import { deleteAgeMarksBefore } from '../age/age-mark-store.ts'
import { deleteNoticesBefore, NOTICE_LIFETIME_MS } from '../security-notice.ts'
import { deleteSessionsBefore } from '../sessions/session-store.ts'
import { oldestValid } from '../sessions/sessions.ts'
import { deleteTokensBefore } from '../sign-in/identity-store.ts'
import { deleteDevicesBefore, KNOWN_DEVICE_MS } from '../sign-in/known-devices.ts'
import { RETENTION_MS } from '../sign-in/sign-in-limits.ts'
import { deleteOldCounts } from '../sign-in/sign-in-store.ts'
import { deleteTombstonesBefore } from './deleted-account-tombstone.ts'

/** Deletes expired sessions, codes, failures, used tokens, tombstones and devices. Run as a recurring job. */
export async function purgeSignInData(db: Queryable, now: Date): Promise<void> {
  await deleteSessionsBefore(db, oldestValid(now))
  await deleteAgeMarksBefore(db, now)
  await deleteTokensBefore(db, now)
  await deleteTombstonesBefore(db, now)
  await deleteNoticesBefore(db, new Date(now.getTime() - NOTICE_LIFETIME_MS))
  await deleteDevicesBefore(db, new Date(now.getTime() - KNOWN_DEVICE_MS))
  await deleteOldCounts(db, {
    codes: new Date(now.getTime() - RETENTION_MS.codes),
    failures: new Date(now.getTime() - RETENTION_MS.failures),
  })
}

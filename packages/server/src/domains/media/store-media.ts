import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { newSecret } from '../../platform/ids.ts'
import type { Repainted, Rewritten } from './media-files.ts'
import type { MediaServices } from './services.ts'
import { insertMedia, type MediaPurpose, type MediaRow, sumOf, sumUnderLock, touchByContent } from './store.ts'

/** What is stored, and whose it is. */
export interface NewMedia {
  personId: string
  purpose: MediaPurpose
  made: Repainted | Rewritten
  /** Of the bytes that came; null where each is kept for itself. */
  contentHash: Buffer | null
}

/**
 * Stores files under a name that nobody can guess. They lie there before their row does, and go after it, so that a
 * crash leaves files that nobody names, never the other way round (UPL-09); `sweepMedia` finds them. What its owner has
 * already is not stored again.
 * @throws AppError TooLarge when it would be more than one person may have (UPL-08), NotSignedIn when they are gone.
 */
export async function storeMedia(
  services: Pick<MediaServices, 'database' | 'files' | 'clock'>,
  { personId, purpose, made, contentHash }: NewMedia,
): Promise<MediaRow> {
  const { database, files, clock } = services
  const id = newSecret()
  const thumbnailId = made.thumbnail && newSecret()
  const names = thumbnailId ? [id, thumbnailId] : [id]
  const row: MediaRow = {
    id,
    purpose,
    kind: 'durationMs' in made ? 'video' : 'image',
    width: made.width,
    height: made.height,
    bytes: [...made.files, ...(made.thumbnail ?? [])].reduce((sum, file) => sum + file.bytes.length, 0),
    duration_ms: 'durationMs' in made ? made.durationMs : null,
    thumbnail_id: thumbnailId,
    main_file: made.main,
    small_file: made.small,
    created_at: clock.now(),
  }
  try {
    await files.place(id, made.files)
    if (thumbnailId && made.thumbnail) await files.place(thumbnailId, made.thumbnail)
    const before = await database.transaction(async (tx) => {
      const sum = await sumUnderLock(tx, personId)
      if (!sum) throw new AppError('NotSignedIn')
      const same = contentHash && onlyRow(await touchByContent(tx, { personId, purpose, contentHash }, clock.now()))
      if (same) return same
      if (purpose !== 'generated') refuseTooMuch(sum)
      await insertMedia(tx, { ...row, personId, contentHash })
      return null
    })
    if (before) await files.remove(names)
    return before ?? row
  } catch (error) {
    await files.remove(names)
    throw error
  }
}

/** @throws AppError TooLarge when a person has as much as one may. */
export async function refuseFull({ database }: Pick<MediaServices, 'database'>, personId: string): Promise<void> {
  const [sum] = await sumOf(database, personId)
  if (sum) refuseTooMuch(sum)
}

function refuseTooMuch({ files, bytes }: { files: number; bytes: number }): void {
  if (files >= LIMITS.uploads || bytes >= LIMITS.uploadBytes)
    throw new AppError('TooLarge', { limit: LIMITS.uploadBytes })
}

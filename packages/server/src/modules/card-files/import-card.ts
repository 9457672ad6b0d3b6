import { createHash } from 'node:crypto'
import type { ReportLine } from '@everkin/card-formats'
import { detectLanguage } from '@everkin/contract/detect-language.ts'
import { CARD_FILE_KINDS, type cardFiles } from '@everkin/contract/http/card-files.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { isLocale } from '@everkin/contract/locales.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { lockPersonRow } from '../accounts/module.ts'
import { assertStorageQuota, storeUpload } from '../media/module.ts'
import type { ScreenedCard } from './card-worker-client.ts'
import { localizeReport } from './localize-report.ts'
import { loadImporter, readCardFile } from './read-card-file.ts'
import { reportImportedCard } from './report-import.ts'
import type { CardFileServices } from './services.ts'
import { insertImport, lockHashes, selectDuplicates } from './store.ts'

/** Enough for someone who moves in with everything they have; the storage quota limits the rest. */
const IMPORT_LIMIT = { max: 600, windowMs: HOUR_MS }
const LANGUAGE_SAMPLE_LENGTH = 4_000

/**
 * Before a file is received: whether this person may import one.
 * @throws AppError NotSignedIn, AgeNotOpen (A3, A5), TooManyRequests, TooLarge when the quota is used up (UPL-08).
 */
export async function assertCanImport(services: CardFileServices, caller: SignedInCaller): Promise<void> {
  const person = await loadImporter(services, caller)
  await services.limiter.consume(`importCard:${person.id}`, IMPORT_LIMIT)
  await assertStorageQuota(services.media, services.database, person.id, 'card-files')
}

type Imported = DataOf<typeof cardFiles.importCard>

/**
 * Reads a character from a file. The file is kept for a day, its main image becomes an upload of the person's, and the
 * input for `saveCard` is returned; nothing else is stored.
 * @throws AppError FileType, InvalidInput on `file` (the rejection reason is its message; a standalone lorebook is
 * redirected), SafetyStop (only the verdict is stored), AgeNotOpen, TooLarge (for one file, or for all of a person's
 * together), TooManyRequests, Unavailable.
 */
export async function importCard(
  services: CardFileServices,
  caller: SignedInCaller,
  bytes: Uint8Array,
): Promise<Imported> {
  const person = await loadImporter(services, caller)
  const read = await readCardFile(services, person.id, 'readCard', bytes, CARD_FILE_KINDS)
  const duplicates = await selectDuplicates(services.database, person.id, read.contentHash)
  const { avatar, lines } = await storeMainImage(services, person.id, read.picture === 'whole' ? bytes : read.picture)
  const importId = await storeImportedFile(services, person.id, bytes, read, avatar)
  const report = [...read.report, ...lines, ...reportImportedCard(services, caller, read)]
  const translate = services.texts.translate(caller.locale)
  const linesOf = (list: ReportLine['list']) =>
    localizeReport(
      report.filter((line) => line.list === list),
      'report',
      translate,
      caller.locale,
    )
  const look = linesOf('look')
  return {
    card: { ...toUnsavedCard(read, caller.locale), avatar, import_id: importId },
    warnings: look,
    used: linesOf('used'),
    kept: linesOf('kept'),
    look,
    file: { kind: read.kind, format: read.format, bytes: bytes.length, pictures: read.pictures },
    duplicates,
  }
}

async function storeMainImage(
  services: CardFileServices,
  personId: string,
  picture: Uint8Array | null,
): Promise<{ avatar: string | null; lines: ReportLine[] }> {
  if (!picture) return { avatar: null, lines: [] }
  if (picture.length > LIMITS.pictureBytes) return { avatar: null, lines: [{ list: 'look', code: 'picture_large' }] }
  try {
    const { url } = await storeUpload(services.media, { personId, purpose: 'card', bytes: picture, poster: null })
    return { avatar: url, lines: [] }
  } catch (error) {
    const isUnreadable =
      error instanceof AppError && (error.errorName === 'FileType' || error.errorName === 'InvalidInput')
    if (!isUnreadable) throw error
    return { avatar: null, lines: [{ list: 'look', code: 'picture_unreadable' }] }
  }
}

/** The file is stored before its row, so that a crash leaves a file without a row, never a row without a file. */
async function storeImportedFile(
  services: CardFileServices,
  personId: string,
  bytes: Uint8Array,
  read: ScreenedCard,
  picture: string | null,
): Promise<string> {
  const now = services.clock.now()
  const id = newId(now)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await services.files.place(hash, bytes)
  await services.database.transaction(async (tx) => {
    // Concurrent imports of one person run one after another.
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    await assertStorageQuota(services.media, tx, personId, 'card-files')
    await lockHashes(tx, [hash])
    await insertImport(tx, {
      id,
      person_id: personId,
      file_hash: hash,
      content_hash: read.contentHash,
      kind: read.kind,
      format: read.format,
      pictures: read.pictures,
      bytes: bytes.length,
      picture,
      card_id: null,
      created_at: now,
    })
    // A purge or an erasure may have removed the same file since it was stored above.
    if (!(await services.files.has(hash))) await services.files.place(hash, bytes)
  })
  return id
}

function toUnsavedCard(
  { fields, own, rating }: ScreenedCard,
  locale: SignedInCaller['locale'],
): Omit<Imported['card'], 'avatar' | 'import_id'> {
  const { name, nickname, creator_notes, creator_notes_multilingual, group_only_greetings, tags, ...rest } = fields
  const stated = own.language !== null && isLocale(own.language) ? own.language : null
  const written = `${fields.first_mes}\n${fields.description}`.slice(0, LANGUAGE_SAMPLE_LENGTH)
  return {
    type: 'single',
    name,
    cover: null,
    tagline: own.tagline,
    greeting: fields.first_mes,
    tags: tags.map((tag) => ({ id: tag, name: tag, count: 0 })),
    gender: own.gender ?? 'other',
    age: own.age,
    language: stated ?? detectLanguage(written) ?? locale,
    rating,
    visibility: 'private',
    voice: own.voice,
    creator_notes,
    definition_public: false,
    definition: {
      ...rest,
      ...(nickname !== '' && { nickname }),
      ...(group_only_greetings.length > 0 && { group_only_greetings }),
      ...(Object.keys(creator_notes_multilingual).length > 0 && { creator_notes_multilingual }),
    },
  }
}

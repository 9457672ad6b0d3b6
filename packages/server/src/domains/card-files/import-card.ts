import { createHash } from 'node:crypto'
import { CARD_FILE_KINDS, type cardFiles } from '@everkin/contract/http/card-files.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { holdPerson } from '../accounts/person.ts'
import { replyRoom } from '../chats/open-reply.ts'
import { cardOverflow } from '../chats/prompt/card-overflow.ts'
import { takeFile } from '../media/take-file.ts'
import { checkSender, checkVerdict } from './check-sender.ts'
import { guessLanguage } from './guess-language.ts'
import { orRefuse } from './refuse-file.ts'
import type { ReportLine } from './report-on.ts'
import type { CardFileServices } from './services.ts'
import { insertImport, selectDuplicates, sumOfImports } from './store.ts'
import { tellLines } from './tell-lines.ts'
import type { JudgedCard } from './work-messages.ts'

type Imported = DataOf<typeof cardFiles.importCard>

/**
 * Reads a character from a file. The file is kept for a day, its main picture becomes an upload of the person's, and
 * what `saveCard` takes is given; nothing else is stored.
 * @throws AppError FileType, InvalidInput on `file` (the refusal is its message; a lorebook alone says where it goes),
 * SafetyStop (nothing is stored), AgeNotOpen, TooLarge (for one that is, or for all of a person's together),
 * TooManyRequests, Unavailable.
 */
export async function importCard(
  services: CardFileServices,
  caller: SignedInCaller,
  bytes: Uint8Array,
): Promise<Imported> {
  const person = await checkSender(services, caller)
  await refuseFull(services.database, person.id)
  const read = await orRefuse(services.reader.ask('readCard', { bytes }), CARD_FILE_KINDS)
  await checkVerdict(services, read.verdict)
  const duplicates = await selectDuplicates(services.database, person.id, read.contentHash)
  const { avatar, lines } = await takePicture(services, person.id, read.picture === 'whole' ? bytes : read.picture)
  const importId = await keepFile(services, person.id, bytes, read, avatar)
  const report = [...read.report, ...lines, ...ratingLine(read), ...overflowLine(services, caller, read)]
  const translate = services.texts.translate(caller.locale)
  const tell = (list: ReportLine['list']) =>
    tellLines(
      report.filter((line) => line.list === list),
      'report',
      translate,
      caller.locale,
    )
  const look = tell('look')
  return {
    card: { ...cardOf(read, caller.locale), avatar, import_id: importId },
    warnings: look,
    used: tell('used'),
    kept: tell('kept'),
    look,
    file: { kind: read.kind, format: read.format, bytes: bytes.length, pictures: read.pictures },
    duplicates,
  }
}

async function takePicture(
  services: CardFileServices,
  personId: string,
  picture: Uint8Array | null,
): Promise<{ avatar: string | null; lines: ReportLine[] }> {
  if (!picture) return { avatar: null, lines: [] }
  if (picture.length > LIMITS.pictureBytes) return { avatar: null, lines: [{ list: 'look', code: 'picture_large' }] }
  try {
    const { url } = await takeFile(services.media, { personId, purpose: 'card', bytes: picture, poster: null })
    return { avatar: url, lines: [] }
  } catch (error) {
    const isPicture =
      error instanceof AppError && (error.errorName === 'FileType' || error.errorName === 'InvalidInput')
    if (!isPicture) throw error
    return { avatar: null, lines: [{ list: 'look', code: 'picture_unreadable' }] }
  }
}

/** The file lies there before its row does, so that a crash leaves a file that nobody names, never a row without one. */
async function keepFile(
  services: CardFileServices,
  personId: string,
  bytes: Uint8Array,
  read: JudgedCard,
  picture: string | null,
): Promise<string> {
  const now = services.clock.now()
  const id = newId(now)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await services.files.place(hash, bytes)
  await services.database.transaction(async (tx) => {
    // Who brings many at once brings them one after another.
    if (!(await holdPerson(tx, personId))) throw new AppError('NotSignedIn')
    await refuseFull(tx, personId)
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
  })
  return id
}

/** @throws AppError TooLarge for a person of whom as much is kept as may be (UPL-08). */
async function refuseFull(db: Queryable, personId: string): Promise<void> {
  if ((await sumOfImports(db, personId)) >= LIMITS.cardFilesBytes)
    throw new AppError('TooLarge', { limit: LIMITS.cardFilesBytes })
}

/** Nobody has rated it: what its words say is told. */
function ratingLine({ own, rating }: JudgedCard): ReportLine[] {
  return own.rating === null && rating === 'nsfw' ? [{ list: 'look', code: 'rated_adult' }] : []
}

/** What of its texts no prompt of the model here can hold. The demo voice reads none. */
function overflowLine(
  { model, clock }: CardFileServices,
  { locale }: SignedInCaller,
  { fields }: JudgedCard,
): ReportLine[] {
  if (model.kind === 'demo') return []
  const { contextTokens } = model
  const overflow = cardOverflow(
    { ...fields },
    {
      characterName: fields.name,
      personName: '',
      locale,
      now: clock.now(),
      contextTokens,
      replyTokens: replyRoom(model),
    },
  )
  return overflow ? [{ list: 'look', code: 'model_room', numbers: overflow }] : []
}

function cardOf(
  { fields, own, rating }: JudgedCard,
  locale: SignedInCaller['locale'],
): Omit<Imported['card'], 'avatar' | 'import_id'> {
  const { name, nickname, creator_notes, creator_notes_multilingual, group_only_greetings, tags, ...rest } = fields
  const guessed = guessLanguage(`${fields.first_mes}\n${fields.description}`)
  return {
    type: 'single',
    name,
    cover: null,
    tagline: own.tagline,
    greeting: fields.first_mes,
    tags: tags.map((tag) => ({ id: tag, name: tag, count: 0 })),
    gender: own.gender ?? 'other',
    age: own.age,
    language: own.language ?? guessed ?? locale,
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

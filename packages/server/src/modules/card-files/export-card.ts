import {
  type CardFields,
  type CardFileToWrite,
  type EverkinFields,
  type JsonObject,
  serializeLorebook,
  toSillyTavern,
} from '@everkin/card-formats'
import type { cardFiles } from '@everkin/contract/http/card-files.ts'
import type { DataOf } from '@everkin/contract/operation.ts'
import type { CardDefinition, SingleCard } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { jsonFile, toFileName } from '../../platform/http/json-file.ts'
import type { FileReply } from '../../platform/http/stream-reply.ts'
import { createTagNames, loadReader, loadSingleCard } from '../characters/module.ts'
import { FILE_EXTENSIONS, findOriginal } from './import-lifecycle.ts'
import { localizeReport } from './localize-report.ts'
import type { CardFileServices } from './services.ts'
import type { ImportRow } from './store.ts'

/** A card that this reader may export, in its current state. */
interface ExportableCard {
  card: SingleCard
  fields: CardFields
  own: EverkinFields
  /** The file it came from: for its creator alone, since much of it is shown on no page. */
  original: ImportRow | null
}

/**
 * The card, for its creator, or for anybody where its definition is open.
 * @throws AppError NotFound, AgeNotOpen
 */
async function loadExportableCard(
  services: CardFileServices,
  caller: SignedInCaller,
  id: string,
): Promise<ExportableCard> {
  const reader = await loadReader(services, caller)
  const tagNames = createTagNames(services.texts)
  const showing = { db: services.database, reader, tagNames }
  const card = await loadSingleCard(showing, id)
  if (!card.definition) throw new AppError('NotFound')
  return {
    card,
    fields: toCardFields(card, card.definition, (tag) => tagNames.nameOf(tag, 'en')),
    own: toEverkinFields(card),
    original: card.mine ? await findOriginal(services.database, id) : null,
  }
}

function toCardFields(card: SingleCard, definition: CardDefinition, tagName: (id: string) => string): CardFields {
  const book = definition.character_book
  return {
    name: card.name,
    nickname: definition.nickname ?? '',
    description: definition.description,
    personality: definition.personality,
    scenario: definition.scenario,
    first_mes: definition.first_mes,
    mes_example: definition.mes_example,
    system_prompt: definition.system_prompt,
    post_history_instructions: definition.post_history_instructions,
    alternate_greetings: definition.alternate_greetings,
    group_only_greetings: definition.group_only_greetings ?? [],
    // The value of a JSON column, validated when it was saved.
    character_book: typeof book === 'object' && book !== null ? (book as JsonObject) : null,
    extensions: definition.extensions as JsonObject,
    creator_notes: card.creator_notes,
    creator_notes_multilingual: definition.creator_notes_multilingual ?? {},
    tags: card.tags.map((tag) => tagName(tag.id)),
  }
}

function toEverkinFields({ tagline, gender, age, language, rating, voice }: SingleCard): EverkinFields {
  return { tagline, gender, age, language, rating, voice }
}

const EXPORT_LIMIT = { max: 60, windowMs: HOUR_MS }
const EXPORT_INFO_LIMIT = { max: 300, windowMs: HOUR_MS }
const MEDIA_TYPES = {
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  charx: 'application/zip',
  jpg: 'image/jpeg',
}

/** The requested export. */
export interface ExportRequest {
  id: string
  format: CardFileToWrite['format']
  version: 2 | 3
  state: 'current' | 'original'
}

/**
 * A character as a file: its current state in a format and version, or the original file.
 * @throws AppError NotFound (also when there is no original), AgeNotOpen, TooManyRequests, InvalidInput for a CHARX of
 * version 2.
 */
export async function exportCard(
  services: CardFileServices,
  caller: SignedInCaller,
  request: ExportRequest,
): Promise<FileReply> {
  if (request.format === 'charx' && request.version === 2) throw invalidInput('version', 'charx is version 3')
  const open = await loadExportableCard(services, caller, request.id)
  await services.limiter.consume(`exportCard:${caller.identity.personId}`, EXPORT_LIMIT)
  const original = open.original && (await services.files.read(open.original.file_hash))
  if (request.state === 'original') {
    if (!open.original || !original) throw new AppError('NotFound')
    return toFileReply(open, FILE_EXTENSIONS[open.original.kind], original)
  }
  const bytes = await services.worker.request(caller.identity.personId, 'write', {
    file: await buildFileToWrite(services, open, original, request),
  })
  return toFileReply(open, request.format, bytes)
}

async function buildFileToWrite(
  services: CardFileServices,
  { card, fields, own, original: row }: ExportableCard,
  original: Uint8Array | null,
  { format, version }: ExportRequest,
): Promise<CardFileToWrite> {
  // While the card still has its imported image, the file's own pixels are exported.
  const hasItsPicture = row !== null && row.picture === card.avatar && (row.kind === 'PNG' || row.kind === 'APNG')
  const isInArchive = row !== null && row.picture === card.avatar && format === 'charx' && row.picture !== null
  const wantsPicture = format !== 'json' && !hasItsPicture && !isInArchive
  return {
    format,
    version,
    original,
    fields,
    own,
    creator: card.creator.nickname,
    source: `everkin:${card.id}`,
    createdAt: new Date(card.created_at),
    now: services.clock.now(),
    picture: wantsPicture ? await loadMainImage(services, card.avatar, format) : null,
  }
}

/** A PNG needs an image; a plain one stands in. */
async function loadMainImage(
  services: CardFileServices,
  address: string | null,
  format: CardFileToWrite['format'],
): Promise<Uint8Array | null> {
  const picture = await services.imageToPng(address)
  return picture ?? (format === 'png' ? await services.imageToPng(null) : null)
}

const fallbackName = (card: Pick<SingleCard, 'id'>) => `character-${card.id.slice(-6)}`

function toFileReply({ card }: ExportableCard, extension: keyof typeof MEDIA_TYPES, bytes: Uint8Array): FileReply {
  return {
    name: `${toFileName(card.name, fallbackName(card))}.${extension}`,
    mediaType: MEDIA_TYPES[extension],
    pieces: (async function* () {
      yield bytes
    })(),
  }
}

/**
 * The available exports of a character, and what other formats lose.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests
 */
export async function exportInfo(
  services: CardFileServices,
  caller: SignedInCaller,
  id: string,
): Promise<DataOf<typeof cardFiles.exportInfo>> {
  const { fields, original } = await loadExportableCard(services, caller, id)
  await services.limiter.consume(`exportInfo:${caller.identity.personId}`, EXPORT_INFO_LIMIT)
  const bytes = original && (await services.files.read(original.file_hash))
  const losses = await services.worker.request(caller.identity.personId, 'losses', { fields, original: bytes })
  const translate = services.texts.translate(caller.locale)
  return {
    original: original &&
      bytes && {
        kind: original.kind,
        format: original.format,
        bytes: original.bytes,
        pictures: original.pictures,
      },
    version_2_loses: localizeReport(losses.version2, 'loses', translate, caller.locale),
    plain_loses: localizeReport(losses.withoutArchive, 'loses', translate, caller.locale),
  }
}

/**
 * A character's lorebook as a file of its own, in the open format or in SillyTavern's.
 * @throws AppError NotFound (also for a character without one), AgeNotOpen
 */
export async function exportLorebook(
  services: CardFileServices,
  caller: SignedInCaller,
  { id, format }: { id: string; format: 'v3' | 'sillytavern' },
): Promise<FileReply> {
  const { card, fields } = await loadExportableCard(services, caller, id)
  if (!fields.character_book) throw new AppError('NotFound')
  const file = format === 'v3' ? serializeLorebook(fields.character_book) : toSillyTavern(fields.character_book)
  return jsonFile(toFileName(`${card.name} lorebook`, fallbackName(card)), file)
}

import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/file-reply.ts'
import { fileName } from './file-name.ts'
import { findOpenCard, type OpenCard } from './open-card.ts'
import type { CardFileServices } from './services.ts'
import type { FileToWrite } from './write-file.ts'

const LIMIT = { most: 60, windowMs: 3_600_000 }
const MEDIA_TYPES = {
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  charx: 'application/zip',
  jpg: 'image/jpeg',
}

/** What is asked for. */
export interface ExportWish {
  id: string
  format: FileToWrite['format']
  version: 2 | 3
  state: 'current' | 'original'
}

/**
 * A character as a file: as it is now, in a format and version, or the very file that it came from.
 * @throws AppError NotFound (also where there is no such file), AgeNotOpen, TooManyRequests, InvalidInput for a CHARX of
 * version 2.
 */
export async function exportCard(
  services: CardFileServices,
  caller: SignedInCaller,
  wish: ExportWish,
): Promise<FileReply> {
  if (wish.format === 'charx' && wish.version === 2) throw invalidInput('version', 'charx is version 3')
  const open = await findOpenCard(services, caller, wish.id)
  services.limiter.take(`exportCard:${caller.identity.personId}`, LIMIT)
  const original = open.original && (await services.files.read(open.original.file_hash))
  if (wish.state === 'original') {
    if (!open.original || !original) throw new AppError('NotFound')
    const extension = ({ PNG: 'png', APNG: 'png', JSON: 'json', CHARX: 'charx', JPEG: 'jpg' } as const)[
      open.original.kind
    ]
    return replyOf(open, extension, original)
  }
  const bytes = await services.reader.ask('write', { wish: await fileToWrite(services, open, original, wish) })
  return replyOf(open, wish.format, bytes)
}

async function fileToWrite(
  services: CardFileServices,
  { card, is, own, original: row }: OpenCard,
  original: Uint8Array | null,
  { format, version }: ExportWish,
): Promise<FileToWrite> {
  // While the card has the picture that it came with, the file's own pixels go out.
  const hasItsPicture = row !== null && row.picture === card.avatar && (row.kind === 'PNG' || row.kind === 'APNG')
  const isInArchive = row !== null && row.picture === card.avatar && format === 'charx' && row.picture !== null
  const wantsPicture = format !== 'json' && !hasItsPicture && !isInArchive
  return {
    format,
    version,
    original,
    is,
    own,
    creator: card.creator.nickname,
    source: `everkin:${card.id}`,
    createdAt: new Date(card.created_at),
    now: services.clock.now(),
    picture: wantsPicture ? await pictureOf(services, card.avatar, format) : null,
  }
}

/** A PNG can not do without a picture: a plain one stands in. */
async function pictureOf(
  services: CardFileServices,
  address: string | null,
  format: FileToWrite['format'],
): Promise<Uint8Array | null> {
  const picture = await services.pictureAsPng(address)
  return picture ?? (format === 'png' ? await services.pictureAsPng(null) : null)
}

function replyOf({ card }: OpenCard, extension: keyof typeof MEDIA_TYPES, bytes: Uint8Array): FileReply {
  return {
    name: fileName(card.name, card.id, extension),
    mediaType: MEDIA_TYPES[extension],
    pieces: (async function* () {
      yield bytes
    })(),
  }
}

import type { Readable } from 'node:stream'
import type { Upload } from '@everkin/contract/operation.ts'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/** Slower uploads are cut off (UPL-07); every further MiB received extends the time by as much again. */
const UPLOAD_TIMEOUT_MS = 30_000
const MIB = 1024 * 1024
/** Beside the file: a few short fields. */
const FORM_LIMITS = { fieldNameSize: 100, fieldSize: 1_000, fields: 8, files: 2, parts: 10, headerPairs: 40 }
const MAX_FORM_BYTES = 16 * 1024

/**
 * Lets the routes of this scope accept forms with files. Returns nothing, because a promise cannot resolve to an
 * instance.
 */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart)
}

/**
 * Reads a form into memory, its file under `file`, a second one under the name that the call gives it. Nothing touches
 * the disk, and the original file name is ignored (UPL-06).
 * @throws AppError TooLarge as soon as the limit is exceeded, FileType for a body that is not a form, InvalidInput for
 * a broken one.
 */
export async function parseUpload(
  request: FastifyRequest,
  upload: Upload,
  timeoutMs = UPLOAD_TIMEOUT_MS,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new AppError('FileType', { accepted: upload.accepted })
  const maxBytes = upload.mostBytes + (upload.second?.mostBytes ?? 0) + MAX_FORM_BYTES
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw new AppError('TooLarge', { limit: upload.mostBytes })
  const timer = setTimeout(() => request.raw.destroy(), timeoutMs)
  const read = (stream: Readable, maxBytes: number) => readPart(stream, maxBytes, () => timer.refresh())
  const form: Record<string, unknown> = Object.create(null)
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: upload.mostBytes + 1 } })) {
      if (part.type === 'field') form[part.fieldname] = part.value
      else if (part.fieldname === 'file') form.file = await read(part.file, maxFileBytes(upload, form))
      else if (upload.second && part.fieldname === upload.second.field)
        form[part.fieldname] = await read(part.file, upload.second.mostBytes)
      else part.file.resume()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('InvalidInput', { issues: [{ path: '', message: 'not a form with one file' }] })
  } finally {
    clearTimeout(timer)
  }
  return form
}

/** The size limit of the file, given the form fields so far. */
function maxFileBytes({ mostBytes, mostFor }: Upload, form: Readonly<Record<string, unknown>>): number {
  const value = mostFor && form[mostFor.field]
  return (typeof value === 'string' ? mostFor?.bytes[value] : undefined) ?? mostBytes
}

async function readPart(stream: Readable, maxBytes: number, onMib: () => void): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxBytes) throw new AppError('TooLarge', { limit: maxBytes })
    if (Math.floor(length / MIB) > Math.floor((length - piece.length) / MIB)) onMib()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

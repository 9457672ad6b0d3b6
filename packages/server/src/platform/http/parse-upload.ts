import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Upload } from '@everkin/contract/operation.ts'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { MINUTE_MS } from '../durations.ts'
import { isSystemError } from '../system-error.ts'
import type { UploadSlot } from './upload-gate.ts'

/** How slow an upload may be before it is cut off (UPL-07). */
export interface UploadPace {
  /** From the first byte of the body to the last. */
  deadlineMs: number
  /** In every window of this length, so many bytes must arrive. */
  windowMs: number
  windowBytes: number
}

const UPLOAD_PACE: UploadPace = { deadlineMs: 5 * MINUTE_MS, windowMs: 30_000, windowBytes: 256 * 1024 }
/** Beside the file: a few short fields. */
const FORM_LIMITS = { fieldNameSize: 100, fieldSize: 1_000, fields: 8, files: 2, parts: 10, headerPairs: 40 }
const MAX_FORM_BYTES = 16 * 1024

/** The form fields that came before the file. */
type UploadFields = Readonly<Record<string, unknown>>

export interface UploadReception {
  upload: Upload
  slot: UploadSlot
  /** Called before the first byte of the file is stored. It throws for an upload that is not welcome. */
  check(fields: UploadFields): Promise<void>
  pace?: UploadPace
}

/**
 * Lets the routes of this scope accept forms with files. Returns nothing, because a promise cannot resolve to an
 * instance.
 */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart)
}

/**
 * Receives a form in temporary files, then runs `work` with it in memory: its file under `file`, a second one under the
 * name that the call gives it. The original file name is ignored (UPL-06).
 * @throws AppError TooLarge as soon as the limit is exceeded, FileType for a body that is not a form, InvalidInput for
 * a broken one, Unavailable when all uploads together are too large, and what `check` and `work` throw. The slot is
 * closed at the end.
 */
export async function receiveUpload<Result>(
  request: FastifyRequest,
  reception: UploadReception,
  work: (form: Record<string, unknown>) => Promise<Result>,
): Promise<Result> {
  const { upload, slot } = reception
  const received = new Map<string, ReceivedFile>()
  try {
    if (!request.isMultipart()) throw new AppError('FileType', { accepted: upload.accepted })
    const maxBytes = upload.mostBytes + (upload.second?.mostBytes ?? 0) + MAX_FORM_BYTES
    if (Number(request.headers['content-length'] ?? 0) > maxBytes)
      throw new AppError('TooLarge', { limit: upload.mostBytes })
    const form = await receiveParts(request, reception, received)
    const bytes = [...received.values()].reduce((sum, { length }) => sum + length, 0)
    return await slot.withMemory(bytes, async () => {
      for (const [field, { file, length }] of received) {
        const content = Buffer.allocUnsafe(length)
        await file.read(content, 0, length, 0)
        form[field] = content
      }
      return work(form)
    })
  } catch (error) {
    discardRest(request.raw)
    throw error
  } finally {
    for (const { file } of received.values()) await file.close()
    slot.close()
  }
}

const DISCARD_TIMEOUT_MS = 30_000

/**
 * Reads what is left of a rejected upload and drops it, because a browser shows an answer only after it has sent
 * everything.
 */
function discardRest(body: IncomingMessage): void {
  if (body.readableEnded || body.destroyed) return
  const timer = setTimeout(() => body.destroy(), DISCARD_TIMEOUT_MS)
  body.once('close', () => clearTimeout(timer))
  body.unpipe()
  body.resume()
}

interface ReceivedFile {
  file: FileHandle
  length: number
}

async function receiveParts(
  request: FastifyRequest,
  { upload, slot, check, pace = UPLOAD_PACE }: UploadReception,
  received: Map<string, ReceivedFile>,
): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null)
  const clock = startPaceClock(pace, () => request.raw.destroy())
  // An error of this server, unlike one of the form.
  let failure: { error: unknown } | undefined
  const ours = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      failure = { error: isSystemError(error, 'ENOSPC', 'EDQUOT') ? new AppError('Unavailable') : error }
      throw error
    })
  const receive = async (field: string, stream: Readable, limit: number) => {
    if (received.has(field)) throw brokenForm()
    if (received.size === 0) await ours(check(form))
    const place: ReceivedFile = { file: await ours(slot.createFile()), length: 0 }
    received.set(field, place)
    for await (const piece of stream as AsyncIterable<Buffer>) {
      place.length += piece.length
      if (place.length > limit) throw new AppError('TooLarge', { limit })
      slot.countBytes(piece.length)
      clock.count(piece.length)
      await ours(place.file.appendFile(piece))
    }
  }
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: upload.mostBytes + 1 } })) {
      if (part.type === 'field') form[part.fieldname] = part.value
      else if (part.fieldname === 'file') await receive('file', part.file, maxFileBytes(upload, form))
      else if (upload.second && part.fieldname === upload.second.field)
        await receive(part.fieldname, part.file, upload.second.mostBytes)
      else part.file.resume()
    }
  } catch (error) {
    if (failure) throw failure.error
    throw error instanceof AppError ? error : brokenForm()
  } finally {
    clock.stop()
  }
  return form
}

const brokenForm = () => new AppError('InvalidInput', { issues: [{ path: '', message: 'not a form with one file' }] })

/** The size limit of the file, given the form fields so far. */
function maxFileBytes({ mostBytes, mostFor }: Upload, form: UploadFields): number {
  const value = mostFor && form[mostFor.field]
  return (typeof value === 'string' ? mostFor?.bytes[value] : undefined) ?? mostBytes
}

function startPaceClock({ deadlineMs, windowMs, windowBytes }: UploadPace, cut: () => void) {
  let bytes = 0
  const deadline = setTimeout(cut, deadlineMs)
  const window = setInterval(() => {
    if (bytes < windowBytes) cut()
    bytes = 0
  }, windowMs)
  return {
    count: (received: number) => {
      bytes += received
    },
    stop: () => {
      clearTimeout(deadline)
      clearInterval(window)
    },
  }
}

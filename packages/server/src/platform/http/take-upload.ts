import type { Upload } from '@everkin/contract/operation.ts'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/** Whoever sends more slowly than this is cut off (UPL-07). */
const WITHIN_MS = 30_000
/** Beside the file: a few short words. */
const FORM = { fieldNameSize: 100, fieldSize: 1_000, fields: 8, files: 1, parts: 9, headerPairs: 40 }
const FORM_BYTES = 16 * 1024

/** Lets the routes of this scope take forms with files. Gives nothing: an instance can not come out of a promise. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart)
}

/**
 * Reads a form into memory, its file under `file`; nothing of it touches the disk, and the name that the file had is
 * never looked at (UPL-06).
 * @throws AppError TooLarge as soon as too much has come, FileType for a body that is no form, InvalidInput for a broken one.
 */
export async function takeUpload(
  request: FastifyRequest,
  upload: Upload,
  withinMs = WITHIN_MS,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new AppError('FileType', { accepted: upload.accepted })
  if (Number(request.headers['content-length'] ?? 0) > upload.mostBytes + FORM_BYTES) throw tooLarge(upload)
  const late = setTimeout(() => request.raw.destroy(), withinMs)
  const form: Record<string, unknown> = Object.create(null)
  try {
    for await (const part of request.parts({ limits: { ...FORM, fileSize: upload.mostBytes } })) {
      if (part.type === 'field') form[part.fieldname] = part.value
      else if (part.fieldname === 'file') form.file = await part.toBuffer()
      else part.file.resume()
    }
  } catch (error) {
    const { code } = error as { code?: unknown } // the library's errors carry one
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(upload)
    throw new AppError('InvalidInput', { issues: [{ path: '', message: 'not a form with one file' }] })
  } finally {
    clearTimeout(late)
  }
  return form
}

function tooLarge(upload: Upload): AppError {
  return new AppError('TooLarge', { limit: upload.mostBytes })
}

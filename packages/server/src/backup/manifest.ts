import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { isSystemError } from '../platform/system-error.ts'
import { isFilePath } from '../providers/storage/file-tree.ts'

/** What is in a backup; its last file to be written. Files are named by their paths below the folder. */
export const MANIFEST_FILE = 'manifest.json'
export const FILE_LIST = 'files.jsonl'
export const ERASURES_FILE = 'erasures.log'
export const FILES_FOLDER = 'files'
export const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A table's name is that of its file too, so it can lead nowhere else. */
const tableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)

const Manifest = z.object({
  format: z.number(),
  createdAt: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  installation: z.string().nullable(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: tableName,
      columns: z.array(z.object({ name: z.string(), type: z.string().regex(/^[a-z][a-z0-9 _.(),[\]]*$/) })),
      rows: z.number(),
      digest: sha256,
      sha256,
    }),
  ),
  sequences: z.record(tableName, z.object({ last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  balances: z.record(z.string(), z.object({ accounts: z.number(), total: z.string(), entries: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number(), sha256 }),
  erasures: sha256.nullable(),
  secret: sha256.nullable(),
  /** Absent in older backups. */
  secretFallbacks: sha256.nullable().default(null),
})
export type Manifest = z.output<typeof Manifest>

/** A backup cannot be used. Its message is one line for the operator. */
export class BackupDamaged extends Error {}

const FileLine = z.object({ path: z.string().refine(isFilePath), size: z.number(), sha256 })
export type FileLine = z.output<typeof FileLine>

export function tableFile(name: string): string {
  return join('database', `${name}.jsonl.gz`)
}

/** @throws BackupDamaged when it is missing, not ours, or of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error
    throw new BackupDamaged(`There is no complete backup in ${folder}: ${MANIFEST_FILE} is missing.`)
  })
  const found = parseJson(text)
  if (Number((found as { format?: unknown } | null)?.format) > FORMAT)
    throw new BackupDamaged('The backup was made by a newer Everkin: restore it with that version.')
  const parsed = Manifest.safeParse(found)
  if (!parsed.success) throw new BackupDamaged(`${MANIFEST_FILE} is damaged.`)
  return parsed.data
}

/** The lines of the list of files. @throws BackupDamaged for a line that names no file of ours. */
export async function* readFileList(folder: string): AsyncGenerator<FileLine> {
  for await (const line of createInterface({ input: createReadStream(join(folder, FILE_LIST)) })) {
    const parsed = FileLine.safeParse(parseJson(line))
    if (!parsed.success) throw new BackupDamaged(`${FILE_LIST} is damaged.`)
    yield parsed.data
  }
}

const BATCH_CHARS = 1_000_000
const BATCH_ROWS = 500

/** The rows of a table in batches. */
export async function* readTableFile(folder: string, name: string): AsyncGenerator<string[]> {
  const input = createReadStream(join(folder, tableFile(name))).pipe(createGunzip())
  let [batch, chars]: [string[], number] = [[], 0]
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line)
    chars += line.length
    if (batch.length < BATCH_ROWS && chars < BATCH_CHARS) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}

/** The hash of a file of a backup; null when it is missing. */
export async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null
    throw error
  }
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

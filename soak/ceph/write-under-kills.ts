import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@everkin/server/platform/log.ts'
import type { S3Settings } from '@everkin/server/platform/storage-setting.ts'
import { StorageUnavailable } from '@everkin/server/providers/storage/s3-client.ts'
import { createS3Objects, type S3Objects } from '@everkin/server/providers/storage/s3-objects.ts'
import { createS3ImportStorage, createS3MediaStorage } from '@everkin/server/providers/storage/s3-storage.ts'
import type { CephGateway } from '@everkin/testing/servers/ceph-gateway.ts'

const WRITERS = 4
const MAX_SMALL_BYTES = 200_000
const MIN_VIDEO_BYTES = 9_000_000
const MAX_VIDEO_BYTES = 26_000_000
const VIDEO = 'locked-video.mp4'
/** One in so many is a video, in parts. */
const VIDEO_EVERY = 5
const TRASH_EVERY = 4
const RETRY_AFTER_MS = 100
/** Between two kills, and how long the gateway is away. */
const UP_MS = [1_500, 4_000] as const
const DOWN_MS = [0, 1_500] as const
const log = createLog('silent')

/** What became of a file, as its writer was told. */
type State = 'begun' | 'acknowledged' | 'trash begun' | 'trashed'

interface WrittenFile {
  sha256: string
  size: number
  state: State
}

interface KillOutcome {
  findings: string[]
  acknowledged: number
  bytes: number
  /** How often a writer was told that the storage is not available. */
  refused: number
  trashed: number
  /** Files that are there although nobody was told so. They are whole. */
  unacknowledged: number
  /** How often a file was read and compared while the gateway was killed. */
  readMeanwhile: number
}

interface Run {
  settings: S3Settings
  /** By key. */
  files: Map<string, WrittenFile>
  findings: string[]
  refused: number
  readMeanwhile: number
  isOver: boolean
}

/** Writes and deletes files while the gateway is killed and started again, and compares what is there with what was said. */
export async function writeUnderKills(gateway: CephGateway, settings: S3Settings, kills: number): Promise<KillOutcome> {
  const run: Run = { settings, files: new Map(), findings: [], refused: 0, readMeanwhile: 0, isOver: false }
  const working = Promise.all([...Array.from({ length: WRITERS }, () => keepWriting(run)), keepReading(run)])
  for (let kill = 0; kill < kills; kill++) {
    await sleep(between(...UP_MS))
    await gateway.halt()
    await sleep(between(...DOWN_MS))
    await gateway.resume()
  }
  run.isOver = true
  await working
  const unacknowledged = await verifyFiles(run)
  const told = [...run.files.values()].filter(({ state }) => state !== 'begun')
  return {
    findings: run.findings,
    acknowledged: told.length,
    bytes: told.reduce((sum, { size }) => sum + size, 0),
    refused: run.refused,
    trashed: told.filter(({ state }) => state === 'trashed').length,
    unacknowledged,
    readMeanwhile: run.readMeanwhile,
  }
}

async function keepWriting(run: Run): Promise<void> {
  for (let number = 0; !run.isOver; number++) {
    try {
      await writeFile(run, number)
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      run.refused += 1
      await sleep(RETRY_AFTER_MS)
    }
  }
}

async function writeFile({ settings, files }: Run, number: number): Promise<void> {
  // New for each file: the circuit breaker of one client would rest for most of the time.
  const objects = createS3Objects(settings, log)
  const [media, imports] = [createS3MediaStorage(objects, settings), createS3ImportStorage(objects)]
  const isVideo = number % VIDEO_EVERY === 0
  const bytes = randomBytes(isVideo ? between(MIN_VIDEO_BYTES, MAX_VIDEO_BYTES) : between(1, MAX_SMALL_BYTES))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const name = isVideo ? randomBytes(32).toString('base64url') : sha256
  const file: WrittenFile = { sha256, size: bytes.length, state: 'begun' }
  files.set(isVideo ? `media/${name}/${VIDEO}` : `card-files/${name}`, file)
  if (isVideo) await media.place(name, [{ name: VIDEO, bytes }])
  else await imports.place(name, bytes)
  file.state = 'acknowledged'
  if (number % TRASH_EVERY !== 0) return
  file.state = 'trash begun'
  await (isVideo ? media : imports).moveToTrash([name], new Date())
  file.state = 'trashed'
}

/** Whatever can be seen at any moment must be whole. */
async function keepReading(run: Run): Promise<void> {
  const seen = new Set<string>()
  while (!run.isOver) {
    const objects = createS3Objects(run.settings, log)
    try {
      for (const [key, { sha256 }] of [...run.files].filter(([key]) => !seen.has(key))) {
        const found = await digest(objects, key)
        if (found === null) continue
        seen.add(key)
        run.readMeanwhile += 1
        if (found !== sha256) run.findings.push(`${key} was not whole while the gateway was killed`)
      }
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
    }
    await sleep(RETRY_AFTER_MS)
  }
}

/** Returns how many files are there that nobody was told of. */
async function verifyFiles({ settings, files, findings }: Run): Promise<number> {
  const objects = createS3Objects(settings, log)
  const [live, trash] = [new Set<string>(), new Map<string, string>()]
  for (const folder of ['media/', 'card-files/']) for await (const { key } of objects.list(folder)) live.add(key)
  for await (const { key } of objects.list('trash/'))
    trash.set(key.replace(/^trash\/(media|card-files)\/[\d-]+\//, '$1/'), key)
  for (const key of [...live, ...trash.keys()]) if (!files.has(key)) findings.push(`nobody wrote ${key}`)
  let unacknowledged = 0
  for (const [key, { sha256, state }] of files) {
    const inTrash = trash.get(key)
    const places = [...(live.has(key) ? [key] : []), ...(inTrash === undefined ? [] : [inTrash])]
    if (state === 'begun') unacknowledged += places.length
    else if (places.length === 0) findings.push(`${key} was acknowledged and is gone`)
    if (state === 'acknowledged' && !live.has(key)) findings.push(`${key} is in the trash, and nobody deleted it`)
    if (state === 'trashed' && live.has(key)) findings.push(`${key} was deleted and is still there`)
    for (const place of places)
      if ((await digest(objects, place)) !== sha256) findings.push(`${place} is not what was written`)
  }
  return unacknowledged
}

async function digest(objects: S3Objects, key: string): Promise<string | null> {
  const chunks = await objects.read(key)
  if (!chunks) return null
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

function between(from: number, to: number): number {
  return Math.round(from + Math.random() * (to - from))
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBucketPlace, openFolderPlace } from '@everkin/server/backup/open-parts.ts'
import { digestFile, type FileTree } from '@everkin/server/providers/storage/file-tree.ts'
import type { S3Server } from '@everkin/testing/servers/s3-server.ts'

const COMMAND = 'packages/server/src/commands/storage.ts'
const SMALL_FILES = 200
const MAX_SMALL_BYTES = 60_000
/** Around the size of a part, 8 MiB: one request, one part and a bit, three parts. */
const LARGE_BYTES = [8 * 2 ** 20 - 1, 8 * 2 ** 20, 8 * 2 ** 20 + 1, 20_000_000]
const OWNER = 'the-database-of-these-files'

interface MoveOutcome {
  findings: string[]
  files: number
  bytes: number
  /** How many the interrupted move had copied. */
  beforeKill: number
}

/**
 * Moves files from a folder to the bucket with `npm run storage`, with the gateway killed in the middle; then from the
 * bucket to another folder; and removes them from the first folder. Compares every file with what it was.
 */
export async function moveFiles(s3: S3Server): Promise<MoveOutcome> {
  const root = mkdtempSync(join(tmpdir(), 'everkin-ceph-move-'))
  const [first, second] = [join(root, 'first'), join(root, 'second')]
  const move = (dataDir: string, ...args: string[]) =>
    runStorage(['move', ...args], { ...s3.environment, DATA_DIR: dataDir })
  const findings: string[] = []
  const expectSuccess = (what: string, { code, output }: Finished) => {
    if (code !== 0) findings.push(`${what} ended with ${code}: ${output}`)
  }
  const source = openFolderPlace(first)
  for (const folder of source.folders) await folder.writeOwner(OWNER)
  await fill(source.tree)
  const expected = await digests(source.tree)
  const bucket = await openBucketPlace(s3.settings)

  const interrupted = move(first, '--to', 's3')
  const killed = (async () => {
    while ((await count(bucket.tree)) < expected.size / 4) await sleep(100)
    await s3.halt()
  })()
  const { code, output } = await interrupted
  if (code !== 1) findings.push(`a move without its gateway ended with ${code} instead of 1: ${output}`)
  await killed
  await s3.resume()
  const beforeKill = await count(bucket.tree)
  expectSuccess('the move to S3', await move(first, '--to', 's3'))
  findings.push(...differences('the bucket', expected, await digests(bucket.tree)))
  expectSuccess('the move to a folder', await move(second, '--to', 'folder'))
  const target = openFolderPlace(second)
  findings.push(...differences('the second folder', expected, await digests(target.tree)))
  for (const folder of [...bucket.folders, ...target.folders])
    if ((await folder.readOwner()) !== OWNER) findings.push(`${folder.folder} has lost its owner`)
  expectSuccess('the removal', await move(first, '--to', 's3', '--remove-source'))
  findings.push(...differences('the first folder', new Map(), await digests(source.tree)))
  findings.push(...differences('the bucket after the removal', expected, await digests(bucket.tree)))
  rmSync(root, { recursive: true, force: true })
  const bytes = [...expected.values()].reduce((sum, { size }) => sum + size, 0)
  return { findings, files: expected.size, bytes, beforeKill }
}

interface Finished {
  code: number | null
  output: string
}

function runStorage(args: readonly string[], environment: Record<string, string>): Promise<Finished> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('exit', end)
      resolve({ code, output })
    })
  })
}

async function fill(tree: FileTree): Promise<void> {
  const once = async function* (bytes: Uint8Array) {
    yield bytes
  }
  const write = (path: string, size: number) => tree.write(path, once(randomBytes(size)))
  const hex = () => randomBytes(32).toString('hex')
  const mediaId = () => randomBytes(32).toString('base64url')
  for (let index = 0; index < SMALL_FILES; index++)
    await write(
      index % 2 === 0 ? `media/${mediaId()}/240.webp` : `card-files/${hex()}`,
      Math.floor(Math.random() * MAX_SMALL_BYTES),
    )
  for (const size of LARGE_BYTES) await write(`media/${mediaId()}/locked-video.mp4`, size)
  await write(`card-files/${hex()}`, 0)
}

type Digests = Map<string, { sha256: string; size: number }>

async function digests(tree: FileTree): Promise<Digests> {
  const found: Digests = new Map()
  for await (const { path } of tree.list()) {
    const digest = await digestFile(tree, path)
    if (digest) found.set(path, digest)
  }
  return found
}

async function count(tree: FileTree): Promise<number> {
  let number = 0
  for await (const _ of tree.list()) number += 1
  return number
}

function differences(where: string, expected: Digests, found: Digests): string[] {
  const missing = [...expected.keys()].filter((path) => !found.has(path))
  const added = [...found.keys()].filter((path) => !expected.has(path))
  const changed = [...expected].filter(([path, { sha256 }]) => found.has(path) && found.get(path)?.sha256 !== sha256)
  return [
    ...missing.map((path) => `${path} is missing in ${where}`),
    ...added.map((path) => `${path} should not be in ${where}`),
    ...changed.map(([path]) => `${path} is another file in ${where}`),
  ]
}

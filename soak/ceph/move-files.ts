import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBucketPlace, openFolderPlace } from '@everkin/server/backup/open-parts.ts'
import { digestFile, type FileTree } from '@everkin/server/providers/storage/file-tree.ts'
import type { S3Server } from '@everkin/testing/servers/s3-server.ts'
import { type Finished, runProgram } from './run-program.ts'

const COMMAND = 'packages/server/src/commands/storage.ts'
const SMALL_FILES = 200
const LARGE_FILES = 6
const MAX_SMALL_BYTES = 60_000
/** Around the size of a part, 8 MiB: one request, one part and a bit, three parts. */
const LARGE_BYTES = [8 * 2 ** 20 - 1, 8 * 2 ** 20, 8 * 2 ** 20 + 1, 20_000_000]
const OWNER = 'the-database-of-these-files'

export interface MoveOutcome {
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
    runProgram([COMMAND, 'move', ...args], { ...s3.environment, DATA_DIR: dataDir })
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
  while ((await count(bucket.tree)) < expected.size / 4) await sleep(100)
  await s3.halt()
  const { code } = await interrupted.finished
  if (code !== 1) findings.push(`a move without its gateway ended with ${code} instead of 1`)
  await s3.resume()
  const beforeKill = await count(bucket.tree)
  expectSuccess('the move to S3', await move(first, '--to', 's3').finished)
  findings.push(...differences('the bucket', expected, await digests(bucket.tree)))
  expectSuccess('the move to a folder', await move(second, '--to', 'folder').finished)
  const target = openFolderPlace(second)
  findings.push(...differences('the second folder', expected, await digests(target.tree)))
  for (const folder of [...bucket.folders, ...target.folders])
    if ((await folder.readOwner()) !== OWNER) findings.push(`${folder.folder} has lost its owner`)
  expectSuccess('the removal', await move(first, '--to', 's3', '--remove-source').finished)
  findings.push(...differences('the first folder', new Map(), await digests(source.tree)))
  findings.push(...differences('the bucket after the removal', expected, await digests(bucket.tree)))
  rmSync(root, { recursive: true, force: true })
  const bytes = [...expected.values()].reduce((sum, { size }) => sum + size, 0)
  return { findings, files: expected.size, bytes, beforeKill }
}

async function fill(tree: FileTree): Promise<void> {
  const once = async function* (bytes: Uint8Array) {
    yield bytes
  }
  const write = (path: string, size: number) => tree.write(path, once(randomBytes(size)))
  for (let index = 0; index < SMALL_FILES; index++) {
    const size = Math.floor(Math.random() * MAX_SMALL_BYTES)
    const isMedia = index % 2 === 0
    const name = isMedia ? `media/${randomBytes(32).toString('base64url')}/240.webp` : `card-files/${hexName()}`
    await write(name, size)
  }
  for (let index = 0; index < LARGE_FILES; index++)
    await write(
      `media/${randomBytes(32).toString('base64url')}/locked-video.mp4`,
      LARGE_BYTES[index % LARGE_BYTES.length] ?? 0,
    )
  await write(`card-files/${hexName()}`, 0)
}

const hexName = () => randomBytes(32).toString('hex')

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

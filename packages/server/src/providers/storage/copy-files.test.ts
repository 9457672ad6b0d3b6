import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, startS3Server } from '@everkin/testing/servers/s3-server.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { CopyDiffers, copyFiles, removeCopied } from './copy-files.ts'
import { createFolderTree, createS3Tree, digestFile, type FileTree } from './file-tree.ts'
import { createS3Objects } from './s3-objects.ts'

const service = await startS3Server()

describe.skipIf(!service)('moving files between a folder and S3', () => {
  const server = service as S3Server // skipped without it
  const root = mkdtempSync(join(tmpdir(), 'everkin-move-'))
  let count = 0
  let folder: FileTree
  let folderPath: string
  let bucket: FileTree
  const openBucket = (prefix: string) =>
    createS3Tree(createS3Objects({ ...server.settings, prefix }, createLog('silent')))
  beforeEach(() => {
    server.behave('well')
    count += 1
    folderPath = join(root, String(count))
    folder = createFolderTree(folderPath)
    bucket = openBucket(`run-${count}/`)
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  async function fill(tree: FileTree): Promise<string[]> {
    const id = randomBytes(32).toString('base64url')
    const paths = [`media/${id}/240.webp`, `media/${id}/locked-video.mp4`, `card-files/${'a'.repeat(64)}`]
    for (const [index, path] of paths.entries())
      await tree.write(path, once(randomBytes(index === 1 ? 9_000_000 : 500)))
    return paths
  }
  async function* once(bytes: Uint8Array) {
    yield bytes
  }
  const pathsOf = async (tree: FileTree) => {
    const paths: string[] = []
    for await (const { path } of tree.list()) paths.push(path)
    return paths.sort()
  }

  it.each(['to S3', 'to a folder'])(
    'copies all of them %s with the same hashes, and then nothing again',
    async (way) => {
      const [from, to] = way === 'to S3' ? [folder, bucket] : [bucket, folder]
      const paths = await fill(from)
      expect(await copyFiles(from, to)).toEqual({ files: 3, bytes: 9_001_000, copied: 3, vanished: 0 })
      for (const path of paths) expect(await digestFile(to, path)).toEqual(await digestFile(from, path))
      expect((await copyFiles(from, to)).copied).toBe(0)
      expect(await pathsOf(from)).toEqual(paths.sort())
    },
  )

  const hash = (letter: string) => letter.repeat(64)

  it('follows links to files, and leaves out folders, broken links and other names', async () => {
    const [linked, folderName, broken] = [hash('b'), hash('c'), hash('d')]
    await fill(folder)
    const cardFiles = join(folderPath, 'card-files')
    symlinkSync(join(cardFiles, 'a'.repeat(64)), join(cardFiles, linked))
    mkdirSync(join(cardFiles, folderName))
    symlinkSync('/nowhere', join(cardFiles, broken))
    for (const name of ['.DS_Store', 'a file\n.txt', 'ü'.repeat(20)]) writeFileSync(join(cardFiles, name), 'other')
    expect(await copyFiles(folder, bucket)).toMatchObject({ files: 4, copied: 4 })
    expect(await digestFile(bucket, `card-files/${linked}`)).toMatchObject({ size: 500 })
  })

  it('goes on where it was interrupted', async () => {
    await fill(folder)
    server.behave('away')
    await expect(copyFiles(folder, bucket)).rejects.toMatchObject({ errorName: 'Unavailable' })
    server.behave('well')
    const again = openBucket(`run-${count}/`)
    const [first = ''] = await pathsOf(folder)
    await again.write(first, (await folder.read(first)) ?? once(new Uint8Array()))
    expect(await copyFiles(folder, again)).toMatchObject({ files: 3, copied: 2 })
  })

  it('replaces a file of the same size that is another one', async () => {
    const [path = ''] = await fill(folder)
    await copyFiles(folder, bucket)
    await bucket.write(path, once(randomBytes(500)))
    expect((await copyFiles(folder, bucket)).copied).toBe(1)
    expect(await digestFile(bucket, path)).toEqual(await digestFile(folder, path))
  })

  it('stops when a file is not what was written', async () => {
    await fill(folder)
    const lossy: FileTree = {
      ...bucket,
      write: (path, chunks) => bucket.write(path, withoutEnd(chunks)),
    }
    await expect(copyFiles(folder, lossy)).rejects.toThrow(CopyDiffers)
  })
  async function* withoutEnd(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) yield chunk.subarray(0, -1)
  }

  it('removes from the source only what is the same in the target', async () => {
    const [changed = '', video = '', card = ''] = await fill(folder)
    await copyFiles(folder, bucket)
    truncateSync(join(folderPath, changed), 10)
    await bucket.remove(card)
    expect(await removeCopied(folder, bucket)).toEqual({ removed: 1, kept: 2 })
    expect(await pathsOf(folder)).toEqual([changed, card].sort())
    expect(await digestFile(bucket, video)).toMatchObject({ size: 9_000_000 })
  })

  it.each(['media/x/240.webp', '../evil', 'media/everkin-installation', `card-files/${'a'.repeat(64)}/x`])(
    'refuses the path %s',
    async (path) => {
      for (const tree of [folder, bucket])
        await expect(Promise.resolve().then(() => tree.write(path, once(new Uint8Array(1))))).rejects.toThrow(
          'not the path of a file',
        )
    },
  )
})

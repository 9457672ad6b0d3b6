import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contentTypeOf, isMediaFileName, isMediaId } from '../../modules/media/module.ts'
import { newId } from '../../platform/ids.ts'
import { DRAFT_SUFFIX, isFileHash } from '../../platform/owned-folder.ts'
import { isSystemError } from '../../platform/system-error.ts'
import type { S3Objects } from './s3-objects.ts'

/** The two kinds of files that database rows refer to. */
const FILE_FOLDERS = ['media', 'card-files'] as const

/**
 * All files of people in one place, by their paths (`media/<id>/<name>`, `card-files/<hash>`): what backups read and
 * moves copy. Trash, drafts and owner files are no part of it.
 */
export interface FileTree {
  /** For the terminal. */
  readonly name: string
  list(): AsyncGenerator<{ path: string; size: number }>
  /** The bytes in chunks; null when there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Stores all or nothing; replaces what was there. */
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** A missing file is ignored. */
  remove(path: string): Promise<void>
}

/** Whether this is the path of a file of ours; nothing else may be read from a backup or written. */
export function isFilePath(path: string): boolean {
  const [folder, name = '', file, ...rest] = path.split('/')
  if (rest.length > 0) return false
  if (folder === 'card-files') return isFileHash(name) && file === undefined
  return folder === 'media' && isMediaId(name) && file !== undefined && isMediaFileName(file)
}

function assertFilePath(path: string): void {
  if (!isFilePath(path)) throw new Error('not the path of a file')
}

/** The files below a folder, normally DATA_DIR. */
export function createFolderTree(root: string): FileTree {
  const at = (path: string) => {
    assertFilePath(path)
    return join(root, path)
  }
  return {
    name: root,
    async *list() {
      for (const folder of FILE_FOLDERS)
        for (const name of await namesIn(join(root, folder))) {
          const files = folder === 'media' && isMediaId(name) ? await namesIn(join(root, folder, name)) : [null]
          for (const file of files) {
            const path = file === null ? `${folder}/${name}` : `${folder}/${name}/${file}`
            if (!isFilePath(path)) continue
            const found = await stat(join(root, path)).catch(ignoreMissing)
            if (found?.isFile()) yield { path, size: found.size }
          }
        }
    },
    async read(path) {
      const file = await open(at(path)).catch(ignoreMissing)
      return file ? file.createReadStream({ highWaterMark: 256 * 1024 }) : null
    },
    async write(path, chunks) {
      const target = at(path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // Beside the folders of files, where a draft that a crash leaves is purged.
      const draft = join(root, path.split('/', 1)[0] ?? '', `${newId()}${DRAFT_SUFFIX}`)
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          for await (const chunk of chunks) await file.writeFile(chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    remove: async (path) => {
      await rm(at(path), { force: true })
      // An id without files is gone; one with others stays.
      if (path.startsWith('media/')) await rm(dirname(join(root, path)), { recursive: false }).catch(() => undefined)
    },
  }
}

/** The files in a bucket. */
export function createS3Tree(objects: S3Objects): FileTree {
  const at = (path: string) => {
    assertFilePath(path)
    return path
  }
  return {
    name: objects.name,
    async *list() {
      for (const folder of FILE_FOLDERS)
        for await (const { key, size } of objects.list(`${folder}/`)) if (isFilePath(key)) yield { path: key, size }
    },
    read: (path) => objects.read(at(path)),
    write: (path, chunks) => objects.write(at(path), chunks, contentTypeOf(path)),
    remove: (path) => objects.remove(at(path)),
  }
}

/** What was read of a file, once all of it was. */
export interface FileDigest {
  sha256: string
  size: number
}

/** Passes the chunks on and computes their digest meanwhile. */
export function digesting(chunks: AsyncIterable<Uint8Array>): {
  chunks: AsyncGenerator<Uint8Array>
  digest(): FileDigest
} {
  const hash = createHash('sha256')
  let size = 0
  async function* pass() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: pass(), digest: () => ({ sha256: hash.digest('hex'), size }) }
}

/** The digest of a stored file; null when there is none. */
export async function digestFile(tree: Pick<FileTree, 'read'>, path: string): Promise<FileDigest | null> {
  const found = await tree.read(path)
  if (!found) return null
  const { chunks, digest } = digesting(found)
  for await (const _ of chunks);
  return digest()
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? []
}

function ignoreMissing(error: unknown): null {
  if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null
  throw error
}

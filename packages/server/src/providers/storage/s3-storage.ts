import type { ImportStorage } from '../../modules/card-files/module.ts'
import { contentTypeOf, isMediaFileName, isMediaId, type MediaStorage } from '../../modules/media/module.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { isFileHash, OWNER_FILE, type OwnedFolder, TRASH_DAYS, utcDay } from '../../platform/owned-folder.ts'
import type { S3Settings } from '../../platform/storage-setting.ts'
import type { S3Objects } from './s3-objects.ts'

const MEDIA = 'media/'
const CARD_FILES = 'card-files/'
const TRASH = 'trash/'
const BINARY = 'application/octet-stream'

/**
 * Media in a bucket, under `media/<id>/<name>`. The last file of an id is written last, so an id that has it is
 * complete; what a crash leaves of the others has no row, and the purge finds it.
 */
export function createS3MediaStorage(objects: S3Objects, { delivery }: Pick<S3Settings, 'delivery'>): MediaStorage {
  const keyOf = (id: string, name: string) => {
    if (!isMediaId(id)) throw new Error('not the name of a file')
    return `${MEDIA}${id}/${name}`
  }
  const fileAt = (id: string, name: string) => (isMediaId(id) && isMediaFileName(name) ? keyOf(id, name) : null)
  return {
    ...createS3Folder(objects, MEDIA, isMediaId),
    async place(id, files) {
      const last = files.at(-1)
      if (last && (await objects.sizeOf(keyOf(id, last.name))) !== null) return
      for (const { name, bytes } of files) await objects.write(keyOf(id, name), [bytes], contentTypeOf(name))
    },
    async read(id, name, range) {
      const key = fileAt(id, name)
      return key === null ? null : collect(await objects.read(key, range))
    },
    async stream(id, name, range) {
      const key = fileAt(id, name)
      return key === null ? null : objects.read(key, range)
    },
    async sizeOf(id, name) {
      const key = fileAt(id, name)
      return key === null ? null : objects.sizeOf(key)
    },
    async remove(ids) {
      for (const id of ids) for await (const { key } of objects.list(keyOf(id, ''))) await objects.remove(key)
    },
    async locate(id, name, seconds) {
      const key = fileAt(id, name)
      if (delivery === 'stream' || key === null) return null
      return objects.presign(key, seconds, {
        'response-content-type': contentTypeOf(name),
        'response-content-disposition': 'inline',
        'response-cache-control': `private, max-age=${seconds}, immutable`,
      })
    },
  }
}

/** Imported files in a bucket, under `card-files/<hash>`. */
export function createS3ImportStorage(objects: S3Objects): ImportStorage {
  const keyOf = (hash: string) => {
    if (!isFileHash(hash)) throw new Error('not the hash of a file')
    return `${CARD_FILES}${hash}`
  }
  return {
    ...createS3Folder(objects, CARD_FILES, isFileHash),
    async place(hash, bytes) {
      await objects.write(keyOf(hash), [bytes], BINARY)
    },
    read: async (hash) => collect(await objects.read(keyOf(hash))),
    has: async (hash) => (await objects.sizeOf(keyOf(hash))) !== null,
    async remove(hashes) {
      for (const hash of hashes) await objects.remove(keyOf(hash))
    },
  }
}

/** What purges use. The trash of `media/` is `trash/media/<date>/`, so that listing the files does not list it too. */
function createS3Folder(objects: S3Objects, folder: string, isName: (name: string) => boolean): OwnedFolder {
  const ownerKey = `${folder}${OWNER_FILE}`
  const trash = `${TRASH}${folder}`
  const nameOf = (key: string) => key.slice(folder.length).split('/', 1)[0] ?? ''
  /** The object of a name, or those below it. */
  const keysOf = async (name: string) => {
    const keys: string[] = []
    for await (const { key } of objects.list(`${folder}${name}`)) if (nameOf(key) === name) keys.push(key)
    return keys
  }
  return {
    folder: `${objects.name}${folder}`,
    async readOwner() {
      const bytes = await collect(await objects.read(ownerKey))
      return bytes && new TextDecoder().decode(bytes).trim()
    },
    writeOwner: (id) => objects.create(ownerKey, `${id}\n`),
    async listBefore(moment) {
      const newest = new Map<string, number>()
      for await (const { key, modifiedMs } of objects.list(folder)) {
        const name = nameOf(key)
        if (isName(name)) newest.set(name, Math.max(newest.get(name) ?? 0, modifiedMs))
      }
      return [...newest].filter(([, modifiedMs]) => modifiedMs < moment.getTime()).map(([name]) => name)
    },
    async moveToTrash(names, now) {
      const day = `${trash}${utcDay(now)}/`
      for (const name of names) {
        if (!isName(name)) throw new Error('not the name of a file')
        for (const key of await keysOf(name))
          if (await objects.copy(key, `${day}${key.slice(folder.length)}`)) await objects.remove(key)
      }
    },
    async purgeTrash(now) {
      const last = utcDay(new Date(now.getTime() - TRASH_DAYS * DAY_MS))
      for await (const { key } of objects.list(trash)) {
        const day = key.slice(trash.length).split('/', 1)[0] ?? ''
        if (/^\d{4}-\d\d-\d\d$/.test(day) && day < last) await objects.remove(key)
      }
    },
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | null): Promise<Uint8Array | null> {
  if (!chunks) return null
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}

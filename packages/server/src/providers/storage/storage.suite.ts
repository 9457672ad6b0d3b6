import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ImportStorage } from '../../modules/card-files/module.ts'
import type { MediaStorage } from '../../modules/media/module.ts'
import type { OwnedFolder } from '../../platform/owned-folder.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const LATER = new Date('2100-01-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const newMediaId = () => randomBytes(32).toString('base64url')

/** What every storage of files has to do. `open` returns an empty one; `trashed` lists its trash as date/name…. */
export function describeStorage(
  open: () => Promise<{ media: MediaStorage; imports: ImportStorage; trashed(): Promise<string[]> }>,
): void {
  let media: MediaStorage
  let imports: ImportStorage
  let trashed: () => Promise<string[]>
  beforeEach(async () => {
    ;({ media, imports, trashed } = await open())
  })
  const readAll = async (chunks: AsyncIterable<Uint8Array> | null) => {
    const parts: Uint8Array[] = []
    for await (const part of chunks ?? []) parts.push(part)
    return Buffer.concat(parts)
  }

  describe('media', () => {
    const files = [
      { name: '240.webp', bytes: bytesOf('small') },
      { name: 'locked-video.mp4', bytes: bytesOf('0123456789') },
    ]

    it('are read whole, by range and in chunks, with their size', async () => {
      const id = newMediaId()
      await media.place(id, files)
      expect(Buffer.from((await media.read(id, '240.webp')) ?? []).toString()).toBe('small')
      const range = { start: 2, end: 5 }
      expect(Buffer.from((await media.read(id, 'locked-video.mp4', range)) ?? []).toString()).toBe('2345')
      expect((await readAll(await media.stream(id, 'locked-video.mp4', range))).toString()).toBe('2345')
      expect((await readAll(await media.stream(id, 'locked-video.mp4'))).toString()).toBe('0123456789')
      expect(await media.sizeOf(id, 'locked-video.mp4')).toBe(10)
    })

    it('are null where there is no file, and for names that are not ours', async () => {
      const id = newMediaId()
      await media.place(id, files)
      const asked = [
        [newMediaId(), '240.webp'],
        [id, '480.webp'],
        [id, 'other.txt'],
        ['../media', '240.webp'],
      ] as const
      for (const [of, name] of asked) {
        expect(await media.read(of, name)).toBeNull()
        expect(await media.stream(of, name)).toBeNull()
        expect(await media.sizeOf(of, name)).toBeNull()
      }
      await expect(media.place('../media', files)).rejects.toThrow('not the name of a file')
      await expect(media.remove(['..'])).rejects.toThrow('not the name of a file')
    })

    it('are kept when they are placed again', async () => {
      const id = newMediaId()
      await media.place(id, files)
      await media.place(
        id,
        files.map(({ name }) => ({ name, bytes: bytesOf('other') })),
      )
      expect(Buffer.from((await media.read(id, 'locked-video.mp4')) ?? []).toString()).toBe('0123456789')
    })

    it('are removed with all their files, and nothing else is', async () => {
      const [gone, stays] = [newMediaId(), newMediaId()]
      for (const id of [gone, stays]) await media.place(id, files)
      await media.remove([gone, newMediaId()])
      expect([await media.read(gone, '240.webp'), await media.read(gone, 'locked-video.mp4')]).toEqual([null, null])
      expect(await media.listBefore(LATER)).toEqual([stays])
    })

    it('stores what is larger than one request', async () => {
      const id = newMediaId()
      const bytes = randomBytes(9 * 1024 * 1024)
      await media.place(id, [{ name: 'locked-video.webm', bytes }])
      expect(await media.sizeOf(id, 'locked-video.webm')).toBe(bytes.length)
      const hash = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
      expect(hash(await readAll(await media.stream(id, 'locked-video.webm')))).toBe(hash(bytes))
    })
  })

  describe('imported files', () => {
    it('are found by their hash, and replaced', async () => {
      const hash = 'a'.repeat(64)
      expect([await imports.has(hash), await imports.read(hash)]).toEqual([false, null])
      for (const text of ['first', 'second']) await imports.place(hash, bytesOf(text))
      expect(await imports.has(hash)).toBe(true)
      expect(Buffer.from((await imports.read(hash)) ?? []).toString()).toBe('second')
      await imports.remove([hash, 'b'.repeat(64)])
      expect(await imports.has(hash)).toBe(false)
      await expect(imports.place('../x', bytesOf('x'))).rejects.toThrow('not the hash of a file')
    })
  })

  describe('what purges use', () => {
    const both: [name: string, id: () => string, of: () => OwnedFolder, place: (id: string) => Promise<void>][] = [
      ['media', newMediaId, () => media, (id) => media.place(id, [{ name: '240.webp', bytes: bytesOf(id) }])],
      [
        'imported files',
        () => randomBytes(32).toString('hex'),
        () => imports,
        (hash) => imports.place(hash, bytesOf(hash)),
      ],
    ]

    it.each(both)('%s have one owner, the first', async (_name, _id, of) => {
      expect(await of().readOwner()).toBeNull()
      await of().writeOwner('first')
      await of().writeOwner('second')
      expect(await of().readOwner()).toBe('first')
    })

    it.each(both)('%s are listed by age, without the owner file', async (_name, newId, of, place) => {
      const id = newId()
      await of().writeOwner('me')
      await place(id)
      expect(await of().listBefore(new Date(0))).toEqual([])
      expect(await of().listBefore(LATER)).toEqual([id])
    })

    it.each(both)('%s go to the trash of the day, and are gone after seven days', async (_name, newId, of, place) => {
      const [first, second, stays] = [newId(), newId(), newId()]
      for (const id of [first, second, stays]) await place(id)
      await of().moveToTrash([first, newId()], NOW)
      await of().moveToTrash([second], new Date(NOW.getTime() + DAY_MS))
      expect(await of().listBefore(LATER)).toEqual([stays])
      const withTrash = await trashed()
      expect(withTrash.filter((path) => path.includes(`2026-11-20/${first}`))).toHaveLength(1)
      expect(withTrash.filter((path) => path.includes(`2026-11-21/${second}`))).toHaveLength(1)
      const purged = new Date(NOW.getTime() + 8 * DAY_MS)
      await of().purgeTrash(purged, purged)
      expect((await trashed()).filter((path) => path.includes(first) || path.includes(second))).toEqual([
        expect.stringContaining(second),
      ])
      expect(await of().listBefore(LATER)).toEqual([stays])
      await expect(of().moveToTrash(['..'], NOW)).rejects.toThrow('not the name of a file')
    })
  })
}

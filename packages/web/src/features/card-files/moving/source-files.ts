import { BlobReader, type Entry, ZipReader } from '@zip.js/zip.js/lib/zip-core.js'

/** A file of a folder or an archive. Nothing of it is in memory until it is read. */
export interface SourceFile {
  /** Below the folder or in the archive, with `/`; never used as a path on a disk. */
  path: string
  size: number
  /** @throws SourceError when the file is larger than `maxBytes`, whatever it claims, or cannot be unpacked. */
  read(maxBytes: number): Promise<Blob>
}

/** What was found in a folder or an archive. */
export interface Source {
  name: string
  files: SourceFile[]
  /** Files whose names lead out of the folder; they are left out. */
  unsafe: number
  /** Whether there were more files than are read. */
  isCut: boolean
  close(): Promise<void>
}

export class SourceError extends Error {
  readonly reason: 'too_large' | 'broken' | 'encrypted'

  constructor(reason: SourceError['reason']) {
    super(reason)
    this.reason = reason
  }
}

const MAX_FILES = 100_000
/** Folders of other programs that hold nothing to move in, and may hold a great many files. */
const SKIPPED_FOLDERS = ['node_modules', '.git', '__MACOSX', 'thumbnails', 'backups', '_cache', '_webpack', 'vectors']

/** A path in its plain form; null for one that leads out of its folder, or is absolute. */
export function plainPath(raw: string): string | null {
  const path = raw.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) return null
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? null : parts.join('/')
}

function isSkipped(path: string): boolean {
  return path.split('/').some((part) => SKIPPED_FOLDERS.includes(part))
}

class Collector {
  readonly source: Source

  constructor(name: string, close: () => Promise<void> = async () => {}) {
    this.source = { name, files: [], unsafe: 0, isCut: false, close }
  }

  /** Returns false when no more files are taken. */
  add(raw: string, size: number, read: SourceFile['read']): boolean {
    const { source } = this
    const path = plainPath(raw)
    if (path === null) source.unsafe += 1
    else if (!isSkipped(path)) source.files.push({ path, size, read })
    source.isCut = source.files.length >= MAX_FILES
    return !source.isCut
  }
}

async function readFile(file: Blob, maxBytes: number): Promise<Blob> {
  if (file.size > maxBytes) throw new SourceError('too_large')
  return file
}

/** The files of a folder that was chosen in a file dialog. */
export function sourceOfPicked(files: Iterable<File>): Source {
  let collector: Collector | null = null
  for (const file of files) {
    const path = file.webkitRelativePath || file.name
    collector ??= new Collector(path.split('/')[0] ?? '')
    if (!collector.add(path, file.size, (maxBytes) => readFile(file, maxBytes))) break
  }
  return (collector ?? new Collector('')).source
}

/** The files of a folder that was dropped. */
export async function sourceOfFolder(folder: FileSystemDirectoryEntry): Promise<Source> {
  const collector = new Collector(folder.name)
  const open: FileSystemDirectoryEntry[] = [folder]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const entry of await listEntries(next)) {
      if (isFolder(entry)) {
        if (!isSkipped(entry.name)) open.push(entry)
        continue
      }
      const file = await new Promise<File | null>(
        (resolve) => (entry as FileSystemFileEntry).file(resolve, () => resolve(null)), // no folder, so a file
      )
      if (file && !collector.add(entry.fullPath.replace(/^\/+/, ''), file.size, (max) => readFile(file, max)))
        return collector.source
    }
  }
  return collector.source
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** The entries of a folder; browsers return them in pages. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const page = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (page.length === 0 || all.length > MAX_FILES) return all
    all.push(...page)
  }
}

/**
 * The files of a ZIP archive, listed from its directory and unpacked one at a time.
 * @throws SourceError for an archive that is broken or encrypted.
 */
export async function sourceOfZip(file: Blob, name: string): Promise<Source> {
  const reader = new ZipReader(new BlobReader(file), {
    useWebWorkers: false,
    // `plainPath` judges names one by one, so that one bad name does not refuse the whole archive.
    filenameValidation: 'tolerant',
  })
  const collector = new Collector(name, () => reader.close())
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue
      if (entry.encrypted) throw new SourceError('encrypted')
      if (!collector.add(entry.filename, entry.uncompressedSize, (maxBytes) => unpack(entry, maxBytes))) break
    }
  } catch (error) {
    await reader.close().catch(() => undefined) // it is broken anyway
    throw error instanceof SourceError ? error : new SourceError('broken')
  }
  return collector.source
}

async function unpack(entry: Entry, maxBytes: number): Promise<Blob> {
  if (entry.directory || entry.uncompressedSize > maxBytes) throw new SourceError('too_large')
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // The size in the directory may be a lie, so what comes out is counted.
  const target = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      bytes += piece.length
      if (bytes > maxBytes) throw new SourceError('too_large')
      pieces.push(piece)
    },
  })
  try {
    await entry.getData(target, { useWebWorkers: false })
  } catch {
    throw new SourceError(bytes > maxBytes ? 'too_large' : 'broken')
  }
  return new Blob(pieces)
}

const MAX_JSON_BYTES = 32 * 1024 * 1024

/** The JSON in a file; null for a file that is missing, too large or no JSON. */
export async function readJson(file: SourceFile | undefined): Promise<unknown> {
  if (!file) return null
  try {
    return JSON.parse(await (await file.read(MAX_JSON_BYTES)).text())
  } catch {
    return null
  }
}

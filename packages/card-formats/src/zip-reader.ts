import { crc32, inflateRawSync } from 'node:zlib'
import { CardFileRejected, FILE_LIMITS } from './limits.ts'
import { decodeLatin1 } from './png.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
/** The end record is at most a comment's length before the end of the file. */
const END_LENGTH = 22
const MAX_COMMENT_LENGTH = 0xffff
/** Placeholder of a number whose real value is in the ZIP64 field. */
const ZIP64_PLACEHOLDER = 0xffffffff
const ZIP64_EXTRA = 0x0001
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_END_LENGTH = 56
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_LOCATOR_LENGTH = 20
const STORED = 0
const DEFLATED = 8

/** A file in an archive, not inflated yet. */
interface ZipMember {
  name: string
  /** Inflated size, as declared in the archive. */
  size: number
  /** @throws CardFileRejected broken; unsafe_archive when it differs from its declaration. */
  read(): Uint8Array
}

export interface ZipArchive {
  /** In order, without folders. */
  members: ZipMember[]
  /** The bytes before the archive: an image, or a self-extracting program. */
  prefix: Uint8Array
}

/**
 * Opens a ZIP, also one after other bytes, by its central directory alone: all limits are checked before anything is
 * inflated, and unsafe paths are rejected.
 * @throws CardFileRejected kind (not an archive), broken, encrypted, unsafe_archive, too_large
 */
export function readZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndOfArchive(view)
  if (end === null) throw new CardFileRejected('kind')
  const { count, countHere, length, offset, close } = readEndOfCentralDirectory(view, end)
  const from = close - length
  // The directory gives offsets as if nothing preceded the archive.
  const shift = from - offset
  if (from < 0 || shift < 0 || countHere !== count) throw new CardFileRejected('broken')
  if (count > FILE_LIMITS.archiveEntries) throw new CardFileRejected('too_large')
  const members: ZipMember[] = []
  const names = new Set<string>()
  let [at, total, first] = [from, 0, from]
  for (let index = 0; index < count; index++) {
    if (at + 46 > close || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new CardFileRejected('broken')
    const entry = readEntry(bytes, view, at, shift)
    at = entry.next
    total += entry.size
    if (total > FILE_LIMITS.archive) throw new CardFileRejected('too_large')
    first = Math.min(first, entry.offset)
    if (entry.name.endsWith('/')) continue
    if (names.has(entry.name)) throw new CardFileRejected('unsafe_archive')
    names.add(entry.name)
    members.push({ name: entry.name, size: entry.size, read: () => readMember(bytes, view, entry) })
  }
  return { members, prefix: bytes.subarray(0, first) }
}

/** Whether these bytes end with an archive. */
export function containsZip(bytes: Uint8Array): boolean {
  return findEndOfArchive(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) !== null
}

/**
 * The last end record that follows a directory, else the last one at all: comments and bytes behind the archive may
 * contain its signature too.
 */
function findEndOfArchive(view: DataView): number | null {
  const least = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH)
  let last: number | null = null
  for (let at = view.byteLength - END_LENGTH; at >= least; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue
    if (at + END_LENGTH + view.getUint16(at + 20, true) > view.byteLength) continue
    last ??= at
    if (followsDirectory(view, at)) return at
  }
  return last
}

function followsDirectory(view: DataView, end: number): boolean {
  try {
    const { count, length, close } = readEndOfCentralDirectory(view, end)
    if (count === 0) return length === 0
    return length >= 46 && length <= close && view.getUint32(close - length, true) === ENTRY_SIGNATURE
  } catch {
    return false
  }
}

interface EndOfCentralDirectory {
  count: number
  /** In this part of a multi-part archive, which we do not read. */
  countHere: number
  /** Size of the directory. */
  length: number
  offset: number
  /** End of the directory. */
  close: number
}

/**
 * Archives in ZIP64 have a second end record before the plain one, which then holds placeholders or the same numbers.
 */
function readEndOfCentralDirectory(view: DataView, end: number): EndOfCentralDirectory {
  const plain: EndOfCentralDirectory = {
    count: view.getUint16(end + 10, true),
    countHere: view.getUint16(end + 8, true),
    length: view.getUint32(end + 12, true),
    offset: view.getUint32(end + 16, true),
    close: end,
  }
  const locator = end - ZIP64_LOCATOR_LENGTH
  if (locator < ZIP64_END_LENGTH || view.getUint32(locator, true) !== ZIP64_LOCATOR_SIGNATURE) return plain
  const at = findZip64End(view, locator)
  return {
    count: plain.count === 0xffff ? readUint64(view, at + 32) : plain.count,
    countHere: plain.countHere === 0xffff ? readUint64(view, at + 24) : plain.countHere,
    length: plain.length === ZIP64_PLACEHOLDER ? readUint64(view, at + 40) : plain.length,
    offset: plain.offset === ZIP64_PLACEHOLDER ? readUint64(view, at + 48) : plain.offset,
    close: at,
  }
}

/**
 * The ZIP64 end record, which may contain data of other programs after its numbers. Its own length says whether it
 * reaches to the locator; the locator's offset does not, behind other bytes. @throws CardFileRejected broken
 */
function findZip64End(view: DataView, locator: number): number {
  const least = Math.max(0, locator - ZIP64_END_LENGTH - MAX_COMMENT_LENGTH)
  for (let at = locator - ZIP64_END_LENGTH; at >= least; at--)
    if (
      view.getUint32(at, true) === ZIP64_END_SIGNATURE &&
      view.getUint32(at + 8, true) === 0 &&
      at + 12 + view.getUint32(at + 4, true) === locator
    )
      return at
  throw new CardFileRejected('broken')
}

/** A 64-bit number. @throws CardFileRejected too_large: a value above 32 bits exceeds any file of ours. */
function readUint64(view: DataView, at: number): number {
  if (view.getUint32(at + 4, true) !== 0) throw new CardFileRejected('too_large')
  return view.getUint32(at, true)
}

interface CentralDirectoryEntry {
  name: string
  method: number
  crc: number
  compressedSize: number
  size: number
  offset: number
  next: number
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, shift: number): CentralDirectoryEntry {
  const flags = view.getUint16(at + 8, true)
  if ((flags & 0x2041) !== 0) throw new CardFileRejected('encrypted')
  const nameLength = view.getUint16(at + 28, true)
  const extraAt = at + 46 + nameLength
  const extraEnd = extraAt + view.getUint16(at + 30, true)
  const next = extraEnd + view.getUint16(at + 32, true)
  if (next > bytes.length) throw new CardFileRejected('broken')
  const long = readZip64Field(view, extraAt, extraEnd)
  // The field contains only the numbers with a placeholder, in this order.
  const numberAt = (place: number) => {
    const number = view.getUint32(place, true)
    return number === ZIP64_PLACEHOLDER ? long() : number
  }
  const size = numberAt(at + 24)
  const packed = numberAt(at + 20)
  const offset = numberAt(at + 42)
  const entry: CentralDirectoryEntry = {
    name: decodeName(bytes.subarray(at + 46, at + 46 + nameLength)),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    compressedSize: packed,
    size,
    offset: offset + shift,
    next,
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new CardFileRejected('unsafe_archive')
  if (entry.size > 1024 && entry.size > entry.compressedSize * FILE_LIMITS.archiveRatio)
    throw new CardFileRejected('too_large')
  // A symbolic link.
  if (view.getUint16(at + 4, true) >> 8 === 3 && view.getUint32(at + 38, true) >>> 28 === 0xa)
    throw new CardFileRejected('unsafe_archive')
  return entry
}

/**
 * Reads the numbers of an entry's ZIP64 field one after another. @throws CardFileRejected broken when there is none.
 */
function readZip64Field(view: DataView, from: number, end: number): () => number {
  let [at, close] = [end, end]
  for (let field = from; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== ZIP64_EXTRA) continue
    at = field + 4
    close = Math.min(end, at + view.getUint16(field + 2, true))
    break
  }
  return () => {
    if (at + 8 > close) throw new CardFileRejected('broken')
    at += 8
    return readUint64(view, at - 8)
  }
}

function decodeName(bytes: Uint8Array): string {
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    name = decodeLatin1(bytes)
  }
  if (name === '' || name.length > FILE_LIMITS.archiveName || !isSafePath(name))
    throw new CardFileRejected('unsafe_archive')
  return name
}

/** Whether a path is relative and safe on every system. */
function isSafePath(name: string): boolean {
  if (/[\\\0]/.test(name) || /^\/|^[A-Za-z]:/.test(name)) return false
  return name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '..' && part !== '.' && part !== '')
}

function readMember(bytes: Uint8Array, view: DataView, entry: CentralDirectoryEntry): Uint8Array {
  const { offset } = entry
  if (offset < 0 || offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL_SIGNATURE)
    throw new CardFileRejected('broken')
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = bytes.subarray(from, from + entry.compressedSize)
  if (packed.length < entry.compressedSize) throw new CardFileRejected('broken')
  const content = entry.method === STORED ? packed : inflateMember(packed, entry.size)
  if (content.length !== entry.size) throw new CardFileRejected('unsafe_archive')
  if (crc32(content) !== entry.crc) throw new CardFileRejected('broken')
  return content
}

function inflateMember(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    const { code } = error as { code?: string } // a zlib error
    throw new CardFileRejected(code === 'ERR_BUFFER_TOO_LARGE' ? 'unsafe_archive' : 'broken')
  }
}

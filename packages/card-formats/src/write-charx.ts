import { Zip, ZipDeflate } from 'fflate'
import { type CardAsset, embeddedPath, findMainIcon, isImage, listAssets } from './assets.ts'
import { isObject, type JsonObject, ownValue, withValues } from './json.ts'
import type { OpenedCardFile } from './open-card-file.ts'

const CARD_MEMBER_NAME = 'card.json'
const MAIN_ICON_PATH = 'assets/icon/images/main.png'
/** The total size of an archive's images that are embedded in a text, in bytes. */
const MAX_INLINE_BYTES = 4 * 1024 * 1024

type PlacedAssets = { assets: JsonObject[]; members: { path: string; bytes: Uint8Array }[] }

/**
 * A card with all its images as CHARX: unknown members stay unchanged, other embedded images get a place in the
 * archive. `picture`, if given, becomes the main icon.
 */
export function writeCharx(
  card: JsonObject,
  opened: Pick<OpenedCardFile, 'archive' | 'inner'>,
  picture: Uint8Array | null,
  now: Date,
): Buffer {
  const data = isObject(card.data) ? card.data : {}
  const { assets, members } = placeAssets(data, opened, picture)
  const taken = new Set([CARD_MEMBER_NAME, ...members.map(({ path }) => path)])
  const preserved = (opened.archive?.members ?? []).filter(({ name }) => !taken.has(name))
  const json = JSON.stringify(
    withValues(card, { data: withValues(data, { assets: assets.length > 0 ? assets : undefined }) }),
  )
  return zipFiles(
    [
      { path: CARD_MEMBER_NAME, read: () => Buffer.from(json, 'utf8') },
      ...members.map(({ path, bytes }) => ({ path, read: () => bytes })),
      ...preserved.map((member) => ({ path: member.name, read: () => member.read() })),
    ],
    now,
  )
}

/** A ZIP of these files in their order; one of them is inflated at a time. */
function zipFiles(files: readonly { path: string; read(): Uint8Array }[], modifiedAt: Date): Buffer {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    pieces.push(bytes)
  })
  for (const { path, read } of files) {
    const entry = new ZipDeflate(path, { level: 6 })
    entry.mtime = modifiedAt
    zip.add(entry)
    entry.push(read(), true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

function placeAssets(
  data: JsonObject,
  opened: Pick<OpenedCardFile, 'archive' | 'inner'>,
  picture: Uint8Array | null,
): PlacedAssets {
  const listed = Array.isArray(data.assets) ? data.assets.filter(isObject) : []
  const found = listAssets(data, opened)
  const main = findMainIcon(found)
  const members: PlacedAssets['members'] = []
  const assets = found.map((asset, index) => {
    const raw = listed[index] ?? {}
    if (asset === main && picture) return createMainIcon(raw, picture, members)
    const path = embeddedPath(asset.uri)
    const inArchive = path !== null && opened.archive?.members.some(({ name }) => name === path)
    const bytes = inArchive && isAscii(path) ? null : asset.read()
    if (!bytes) return raw
    const placed = assetPath(asset, index)
    members.push({ path: placed, bytes })
    return withValues(raw, { uri: `embeded://${placed}` })
  })
  if (!main && picture) assets.unshift(createMainIcon({}, picture, members))
  return { assets, members }
}

function createMainIcon(raw: JsonObject, picture: Uint8Array, members: PlacedAssets['members']): JsonObject {
  members.push({ path: MAIN_ICON_PATH, bytes: picture })
  return withValues(raw, { type: 'icon', name: 'main', uri: `embeded://${MAIN_ICON_PATH}`, ext: 'png' })
}

/** `assets/{type}/{kind}/`, in plain ASCII whatever the card calls it. */
function assetPath(asset: CardAsset, index: number): string {
  const type = asset.type.replace(/[^a-z0-9_]/gi, '').slice(0, 40) || 'other'
  const ext = asset.ext.replace(/[^a-z0-9]/g, '').slice(0, 8) || dataUriExtension(asset.uri)
  return `assets/${type}/${isImage(asset) ? 'images' : 'other'}/${index}.${ext}`
}

function dataUriExtension(uri: string): string {
  return /^data:[a-z]+\/([a-z0-9]{2,5})/i.exec(uri)?.[1]?.toLowerCase() ?? 'bin'
}

const isAscii = (text: string) => /^[\x20-\x7e]+$/.test(text)

/**
 * The card with the images of its archive embedded, for a carrier that is not an archive; if they are too large, their
 * URIs stay and their bytes are dropped. `ownPicture` says that the carrier is the main image itself.
 */
export function inlineAssets(
  card: JsonObject,
  opened: Pick<OpenedCardFile, 'archive' | 'inner'>,
  ownPicture: boolean,
): JsonObject {
  const data = isObject(card.data) ? card.data : {}
  if (!opened.archive || !Array.isArray(ownValue(data, 'assets'))) return card
  const listed = (data.assets as unknown[]).filter(isObject) // an array, as checked
  const found = listAssets(data, opened)
  const main = ownPicture ? findMainIcon(found) : null
  const inside = found.filter((asset) => asset.place === 'inside' && asset !== main)
  const fits = canInline(inside)
  const assets = found.map((asset, index) => {
    const raw = listed[index] ?? {}
    if (asset === main) return withValues(raw, { uri: 'ccdefault:' })
    const bytes = fits && embeddedPath(asset.uri) !== null ? asset.read() : null
    if (!bytes) return raw
    const type = isImage(asset)
      ? `image/${asset.ext === 'jpg' ? 'jpeg' : asset.ext || 'png'}`
      : 'application/octet-stream'
    return withValues(raw, { uri: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` })
  })
  return withValues(card, { data: withValues(data, { assets }) })
}

/** Whether assets can be embedded in a text. */
export function canInline(assets: readonly CardAsset[]): boolean {
  let left = MAX_INLINE_BYTES
  for (const asset of assets) left -= asset.read()?.length ?? 0
  return left >= 0
}

import { type ZipFile, zipOf } from '../../platform/zip.ts'
import { type Asset, findAssets, innerPathOf, isPicture, mainIcon } from './find-assets.ts'
import { isObject, type JsonObject, ownValue, withValues } from './json-values.ts'
import type { OpenedFile } from './open-file.ts'

const CARD_MEMBER = 'card.json'
const MAIN_PICTURE = 'assets/icon/images/main.png'
/** Pictures of an archive that go into a text, in bytes. */
export const MOST_WRITTEN_IN = 4 * 1024 * 1024

type Assets = { assets: JsonObject[]; members: { path: string; bytes: Uint8Array }[] }

/**
 * A card with all its pictures as CHARX: members that we do not know are as they were, what lay elsewhere in the file
 * gets a place in the archive. `picture`, where there is one, becomes the main icon.
 */
export async function writeArchive(
  card: JsonObject,
  opened: Pick<OpenedFile, 'archive' | 'inner'>,
  picture: Uint8Array | null,
  now: Date,
): Promise<Buffer> {
  const data = isObject(card.data) ? card.data : {}
  const { assets, members } = placeAssets(data, opened, picture)
  const taken = new Set([CARD_MEMBER, ...members.map(({ path }) => path)])
  const kept = (opened.archive?.members ?? []).filter(({ name }) => !taken.has(name))
  const json = JSON.stringify(
    withValues(card, { data: withValues(data, { assets: assets.length > 0 ? assets : undefined }) }),
  )
  async function* files(): AsyncGenerator<ZipFile> {
    yield { path: CARD_MEMBER, pieces: once(Buffer.from(json, 'utf8')) }
    for (const { path, bytes } of members) yield { path, pieces: once(bytes) }
    for (const member of kept) yield { path: member.name, pieces: once(member.read()) }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of zipOf(files(), now)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function placeAssets(
  data: JsonObject,
  opened: Pick<OpenedFile, 'archive' | 'inner'>,
  picture: Uint8Array | null,
): Assets {
  const listed = Array.isArray(data.assets) ? data.assets.filter(isObject) : []
  const found = findAssets(data, opened)
  const main = mainIcon(found)
  const members: Assets['members'] = []
  const assets = found.map((asset, index) => {
    const raw = listed[index] ?? {}
    if (asset === main && picture) return mainAsset(raw, picture, members)
    const path = innerPathOf(asset.uri)
    const inArchive = path !== null && opened.archive?.members.some(({ name }) => name === path)
    const bytes = inArchive && isAscii(path) ? null : asset.read()
    if (!bytes) return raw
    const placed = pathFor(asset, index)
    members.push({ path: placed, bytes })
    return withValues(raw, { uri: `embeded://${placed}` })
  })
  if (!main && picture) assets.unshift(mainAsset({}, picture, members))
  return { assets, members }
}

function mainAsset(raw: JsonObject, picture: Uint8Array, members: Assets['members']): JsonObject {
  members.push({ path: MAIN_PICTURE, bytes: picture })
  return withValues(raw, { type: 'icon', name: 'main', uri: `embeded://${MAIN_PICTURE}`, ext: 'png' })
}

/** `assets/{type}/{kind}/`, in plain ASCII whatever the card calls it. */
function pathFor(asset: Asset, index: number): string {
  const type = asset.type.replace(/[^a-z0-9_]/gi, '').slice(0, 40) || 'other'
  const ext = asset.ext.replace(/[^a-z0-9]/g, '').slice(0, 8) || extOfData(asset.uri)
  return `assets/${type}/${isPicture(asset) ? 'images' : 'other'}/${index}.${ext}`
}

function extOfData(uri: string): string {
  return /^data:[a-z]+\/([a-z0-9]{2,5})/i.exec(uri)?.[1]?.toLowerCase() ?? 'bin'
}

const isAscii = (text: string) => /^[\x20-\x7e]+$/.test(text)

/**
 * The card with the pictures of its archive written into it, for a carrier that is no archive; where they are too large
 * for that, their addresses stay and their bytes do not. `ownPicture` says that the carrier is the main picture itself.
 */
export function writeAssetsIn(
  card: JsonObject,
  opened: Pick<OpenedFile, 'archive' | 'inner'>,
  ownPicture: boolean,
): JsonObject {
  const data = isObject(card.data) ? card.data : {}
  if (!opened.archive || !Array.isArray(ownValue(data, 'assets'))) return card
  const listed = (data.assets as unknown[]).filter(isObject) // an array, as was asked
  const found = findAssets(data, opened)
  const main = ownPicture ? mainIcon(found) : null
  const inside = found.filter((asset) => asset.place === 'inside' && asset !== main)
  const fits = fitsInText(inside)
  const assets = found.map((asset, index) => {
    const raw = listed[index] ?? {}
    if (asset === main) return withValues(raw, { uri: 'ccdefault:' })
    const bytes = fits && innerPathOf(asset.uri) !== null ? asset.read() : null
    if (!bytes) return raw
    const type = isPicture(asset)
      ? `image/${asset.ext === 'jpg' ? 'jpeg' : asset.ext || 'png'}`
      : 'application/octet-stream'
    return withValues(raw, { uri: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` })
  })
  return withValues(card, { data: withValues(data, { assets }) })
}

/** Whether assets can be written into a text. */
export function fitsInText(assets: readonly Asset[]): boolean {
  let left = MOST_WRITTEN_IN
  for (const asset of assets) left -= asset.read()?.length ?? 0
  return left >= 0
}

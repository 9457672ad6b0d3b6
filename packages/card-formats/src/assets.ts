import { coerceText } from './coerce.ts'
import { isObject, type JsonObject, ownValue } from './json.ts'
import type { OpenedCardFile } from './open-card-file.ts'
import { decodeBase64 } from './png.ts'

/** An image, sound or other asset that a card names. */
export interface CardAsset {
  type: string
  name: string
  ext: string
  uri: string
  /** Where it is: in this file, the default (the file's own picture), in another app, remote, or missing. */
  place: 'inside' | 'default' | 'remote' | 'missing'
  /** Its bytes; null when it is not in this file, or cannot be read. */
  read(): Uint8Array | null
}

const IMAGE_EXTENSIONS = ['png', 'apng', 'jpg', 'jpeg', 'webp', 'gif', 'avif']
const EMBEDDED_URI = /^embedd?ed:\/\//i
const LEGACY_EMBEDDED_URI = /^__asset:/i

/** The assets that a card lists, each with its place; nothing is fetched. */
export function listAssets(data: JsonObject, opened: Pick<OpenedCardFile, 'archive' | 'inner'>): CardAsset[] {
  const listed = ownValue(data, 'assets')
  if (!Array.isArray(listed)) return []
  return listed.filter(isObject).map((asset) => {
    const uri = coerceText(ownValue(asset, 'uri')).trim()
    return {
      type: coerceText(ownValue(asset, 'type')),
      name: coerceText(ownValue(asset, 'name')),
      ext: coerceText(ownValue(asset, 'ext')).toLowerCase().replace(/^\./, ''),
      uri,
      ...resolveAsset(uri, opened),
    }
  })
}

/** Whether an asset is an image, by the card's description. */
export function isImage({ ext, type, uri }: Pick<CardAsset, 'ext' | 'type' | 'uri'>): boolean {
  return IMAGE_EXTENSIONS.includes(ext) || uri.startsWith('data:image/') || (ext === '' && type === 'icon')
}

/** The main icon of the card: the one called main, else the first. */
export function findMainIcon(assets: readonly CardAsset[]): CardAsset | null {
  const icons = assets.filter(({ type }) => type === 'icon')
  return icons.find(({ name }) => name === 'main') ?? icons[0] ?? null
}

/** The path in the archive that a URI names; null for any other URI. */
export function embeddedPath(uri: string): string | null {
  if (EMBEDDED_URI.test(uri)) return uri.replace(EMBEDDED_URI, '')
  return LEGACY_EMBEDDED_URI.test(uri) ? uri.replace(LEGACY_EMBEDDED_URI, '') : null
}

function resolveAsset(
  uri: string,
  { archive, inner }: Pick<OpenedCardFile, 'archive' | 'inner'>,
): Pick<CardAsset, 'place' | 'read'> {
  const none = { read: () => null }
  if (/^ccdefault:/i.test(uri)) return { place: 'default', ...none }
  if (/^https?:/i.test(uri)) return { place: 'remote', ...none }
  if (uri.startsWith('data:')) return { place: 'inside', read: () => decodeDataUri(uri) }
  const path = embeddedPath(uri)
  const member = path === null ? undefined : archive?.members.find(({ name }) => name === path)
  if (member) return { place: 'inside', read: () => tryRead(() => member.read()) }
  const chunk = path === null ? undefined : inner.get(path)
  return chunk ? { place: 'inside', read: chunk } : { place: 'missing', ...none }
}

function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',')
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma))) return null
  return decodeBase64(uri.slice(comma + 1))
}

function tryRead(read: () => Uint8Array): Uint8Array | null {
  try {
    return read()
  } catch {
    return null
  }
}

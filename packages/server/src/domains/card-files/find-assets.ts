import { isObject, type JsonObject, ownValue } from './json-values.ts'
import { looseText } from './loose-values.ts'
import type { OpenedFile } from './open-file.ts'
import { fromBase64 } from './png-texts.ts'

/** A picture, sound or other thing that a card names. */
export interface Asset {
  type: string
  name: string
  ext: string
  uri: string
  /** Where it is: in this file, in the picture that the file is, in another app, somewhere on the net, or nowhere. */
  place: 'inside' | 'default' | 'remote' | 'missing'
  /** Its bytes; null where it is not in this file, or can not be read. */
  read(): Uint8Array | null
}

const PICTURE_EXTENSIONS = ['png', 'apng', 'jpg', 'jpeg', 'webp', 'gif', 'avif']
const INSIDE = /^embedd?ed:\/\//i
const OLDER_INSIDE = /^__asset:/i

/** The assets that a card lists, each with where it is; nothing is fetched. */
export function findAssets(data: JsonObject, opened: Pick<OpenedFile, 'archive' | 'inner'>): Asset[] {
  const listed = ownValue(data, 'assets')
  if (!Array.isArray(listed)) return []
  return listed.filter(isObject).map((asset) => {
    const uri = looseText(ownValue(asset, 'uri')).trim()
    return {
      type: looseText(ownValue(asset, 'type')),
      name: looseText(ownValue(asset, 'name')),
      ext: looseText(ownValue(asset, 'ext')).toLowerCase().replace(/^\./, ''),
      uri,
      ...resolve(uri, opened),
    }
  })
}

/** Whether an asset is a picture, by what the card says of it. */
export function isPicture({ ext, type, uri }: Pick<Asset, 'ext' | 'type' | 'uri'>): boolean {
  return PICTURE_EXTENSIONS.includes(ext) || uri.startsWith('data:image/') || (ext === '' && type === 'icon')
}

/** The icon that stands for the card: the one called main, else the first. */
export function mainIcon(assets: readonly Asset[]): Asset | null {
  const icons = assets.filter(({ type }) => type === 'icon')
  return icons.find(({ name }) => name === 'main') ?? icons[0] ?? null
}

/** The path within the archive that an address names; null for every other address. */
export function innerPathOf(uri: string): string | null {
  if (INSIDE.test(uri)) return uri.replace(INSIDE, '')
  return OLDER_INSIDE.test(uri) ? uri.replace(OLDER_INSIDE, '') : null
}

function resolve(
  uri: string,
  { archive, inner }: Pick<OpenedFile, 'archive' | 'inner'>,
): Pick<Asset, 'place' | 'read'> {
  const none = { read: () => null }
  if (/^ccdefault:/i.test(uri)) return { place: 'default', ...none }
  if (/^https?:/i.test(uri)) return { place: 'remote', ...none }
  if (uri.startsWith('data:')) return { place: 'inside', read: () => bytesOfDataUri(uri) }
  const path = innerPathOf(uri)
  const member = path === null ? undefined : archive?.members.find(({ name }) => name === path)
  if (member) return { place: 'inside', read: () => orNull(() => member.read()) }
  const chunk = path === null ? undefined : inner.get(path)
  return chunk ? { place: 'inside', read: chunk } : { place: 'missing', ...none }
}

function bytesOfDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',')
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma))) return null
  return fromBase64(uri.slice(comma + 1))
}

function orNull(read: () => Uint8Array): Uint8Array | null {
  try {
    return read()
  } catch {
    return null
  }
}

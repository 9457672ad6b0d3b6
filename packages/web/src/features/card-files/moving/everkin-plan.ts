import { textOf, textsOf, toObject } from '../../../lib/coerce.ts'
import type {
  LeftBehind,
  MovePlan,
  PlannedBook,
  PlannedCharacter,
  PlannedGroup,
  PlannedPersona,
  PlannedPreset,
} from './move-plan.ts'
import { readJson, type Source, type SourceFile } from './source-files.ts'

const MAX_LIST_BYTES = 256 * 1024 * 1024
/** A row of a version is as long as a card may be; nothing longer is one of ours. */
const MAX_ROW_LENGTH = 8 * 1024 * 1024

/** Whether this is what another Everkin gave someone as "my data". */
export function isEverkinExport(source: Source): boolean {
  return rootOf(source) !== null
}

/** The folder that an export was unpacked into, with its `/`; empty in the archive itself. Null: no export. */
function rootOf({ files }: Source): string | null {
  const paths = new Set(files.map(({ path }) => path))
  const roots = [...paths].flatMap((path) => /^(|.*\/)profile\.json$/.exec(path)?.[1] ?? [])
  return roots.find((root) => paths.has(`${root}cards.json`)) ?? null
}

/**
 * Plans the move of an export of "my data". Profile, sign-in, devices, orders, coins, reports and everything else that
 * belongs to an account stay behind: only what the person has made comes in.
 */
export async function planEverkin(source: Source): Promise<MovePlan> {
  const root = rootOf(source) ?? ''
  const { unsafe, isCut } = source
  const files = source.files
    .filter(({ path }) => path.startsWith(root))
    .map((file) => ({ ...file, path: file.path.slice(root.length) }))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const inFolder = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`))
  const cardFiles = new Map(inFolder('brought characters').map((file) => [cardOfFile(file), file]))
  const pictures = inFolder('pictures')
  const characters: PlannedCharacter[] = []
  const groups: PlannedGroup[] = []
  for (const row of await readRows(byPath.get('cards.json'))) {
    const key = textOf(row.id)
    const name = textOf(row.name)
    if (key === '' || name === '') continue
    if (row.type === 'multiple') {
      groups.push({ key, name, members: textsOf(row.member_ids), fields: row, cover: pictureOf(row.cover, pictures) })
    } else if (row.type === 'single') {
      const [picture, cover] = [pictureOf(row.avatar, pictures), pictureOf(row.cover, pictures)]
      characters.push({ key, name, file: cardFiles.get(key) ?? null, fields: row, picture, cover })
    }
  }
  const leftBehind: MovePlan['leftBehind'] = {}
  const leave = (kind: LeftBehind, count: number) => {
    if (count > 0) leftBehind[kind] = count
  }
  const used = new Set([
    ...characters.flatMap(({ picture, cover }) => [picture, cover]),
    ...groups.map(({ cover }) => cover),
  ])
  leave('albums', pictures.filter((file) => !used.has(file)).length)
  leave('unsafe', unsafe)
  leave('tooMany', isCut ? 1 : 0)
  return {
    kind: 'everkin',
    characters,
    groups,
    chats: inFolder('chats')
      .filter(({ path }) => path.endsWith('.json'))
      .map((file) => ({ name: file.path.replace(/^chats\/|\.json$/g, ''), file, withKey: null })),
    worlds: new Map(),
    books: (await readRows(byPath.get('lorebooks.json'))).flatMap(bookIn),
    personas: personasIn(await readJson(byPath.get('personas.json'))),
    presets: (await readRows(byPath.get('presets.json'))).flatMap(presetIn),
    leftBehind,
    lonelyChats: [],
  }
}

/** The card that an imported file belongs to: the first word of its name. */
function cardOfFile({ path }: SourceFile): string {
  return path.split('/').at(-1)?.split(' ')[0] ?? ''
}

/** An exported picture of a card, whose name ends in the id within its URL. */
function pictureOf(url: unknown, pictures: readonly SourceFile[]): SourceFile | null {
  const id = /^\/media\/([^/]+)\//.exec(textOf(url))?.[1]
  return pictures.find(({ path }) => id !== undefined && path.replace(/\.[a-z0-9]+$/, '').endsWith(` ${id}`)) ?? null
}

/** The rows of a list with one row per line, without old versions and drafts of cards. */
async function readRows(file: SourceFile | undefined): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  if (!file) return rows
  let rest = ''
  const take = (line: string) => {
    const text = line.trim().replace(/,$/, '')
    if (!text.startsWith('{') || text.startsWith('{"version_of"') || text.startsWith('{"draft"')) return
    try {
      rows.push(toObject(JSON.parse(text)))
    } catch {
      // A row that cannot be read is left out; the others come in.
    }
  }
  const reader = (await file.read(MAX_LIST_BYTES)).stream().pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = `${rest}${piece.value}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_ROW_LENGTH) rest = ''
    lines.forEach(take)
  }
  take(rest)
  return rows
}

function personasIn(list: unknown): PlannedPersona[] {
  const rows: unknown[] = Array.isArray(list) ? list : []
  return rows.map(toObject).flatMap(({ id, name, description, isDefault }) => {
    const plain = textOf(name).trim()
    if (plain === '') return []
    return [{ key: textOf(id), name: plain, description: textOf(description), isDefault: isDefault === true }]
  })
}

function bookIn(row: Record<string, unknown>): PlannedBook[] {
  const name = textOf(row.name).trim()
  if (name === '') return []
  const uses: unknown[] = Array.isArray(row.uses) ? row.uses : []
  return [
    {
      key: textOf(row.id),
      name,
      content: toObject(row.content),
      isForAllChats: row.allChats === true,
      usedBy: uses.map((use) => textOf(toObject(use).id)),
    },
  ]
}

function presetIn({ id, ...fields }: Record<string, unknown>): PlannedPreset[] {
  const name = textOf(fields.name).trim()
  return name === '' ? [] : [{ key: textOf(id), name, fields }]
}

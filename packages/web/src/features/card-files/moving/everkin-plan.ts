import { textOf, toObject } from '../../../lib/coerce.ts'
import type { LeftBehind, MovePlan, PlannedCharacter, PlannedGroup, PlannedPersona } from './move-plan.ts'
import { readJson, type Source, type SourceFile } from './source-files.ts'

const MAX_CARDS_BYTES = 256 * 1024 * 1024
/** A row of a version is as long as a card may be; nothing longer is one of ours. */
const MAX_ROW_LENGTH = 8 * 1024 * 1024

/** Whether this is what another Everkin gave someone as "my data". */
export function isEverkinExport({ files }: Source): boolean {
  const names = new Set(files.map(({ path }) => path))
  return names.has('profile.json') && names.has('cards.json')
}

/**
 * Plans the move of an export of "my data". Profile, sign-in, devices, orders, coins, reports and everything else that
 * belongs to an account stay behind: only what the person has made comes in.
 */
export async function planEverkin({ files, unsafe, isCut }: Source): Promise<MovePlan> {
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
      const members = Array.isArray(row.member_ids) ? row.member_ids.map(textOf) : []
      groups.push({ key, name, members, fields: row })
    } else if (row.type === 'single') {
      const picture = pictureOf(row.avatar, pictures)
      characters.push({ key, name, file: cardFiles.get(key) ?? null, fields: row, picture })
    }
  }
  const leftBehind: MovePlan['leftBehind'] = {}
  const leave = (kind: LeftBehind, count: number) => {
    if (count > 0) leftBehind[kind] = count
  }
  const used = new Set(characters.map(({ picture }) => picture))
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
    personas: personasIn(await readJson(byPath.get('personas.json'))),
    presets: [],
    leftBehind,
    lonelyChats: [],
  }
}

/** The card that an imported file belongs to: the first word of its name. */
function cardOfFile({ path }: SourceFile): string {
  return path.split('/').at(-1)?.split(' ')[0] ?? ''
}

/** The exported picture of a card, whose name ends in the id within its URL. */
function pictureOf(avatar: unknown, pictures: readonly SourceFile[]): SourceFile | null {
  const id = /^\/media\/([^/]+)\//.exec(textOf(avatar))?.[1]
  return pictures.find(({ path }) => id !== undefined && path.replace(/\.[a-z0-9]+$/, '').endsWith(` ${id}`)) ?? null
}

/** The cards in a list with one row per line, without their old versions and drafts. */
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
  const reader = (await file.read(MAX_CARDS_BYTES)).stream().pipeThrough(new TextDecoderStream()).getReader()
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

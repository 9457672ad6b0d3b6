import { textOf, toObject } from '../../../lib/coerce.ts'
import type { LeftBehind, MovePlan, PlannedCharacter, PlannedChat, PlannedGroup, PlannedPersona } from './move-plan.ts'
import { readJson, type Source, type SourceFile } from './source-files.ts'

/** The folders of SillyTavern's data that are read, or named as left behind. */
const FOLDERS = {
  characters: 'characters',
  chats: 'chats',
  groups: 'groups',
  'group chats': 'groupChats',
  worlds: 'worlds',
  'User Avatars': 'avatars',
  backgrounds: 'backgrounds',
  themes: 'themes',
  QuickReplies: 'quickReplies',
  'OpenAI Settings': 'samplers',
  'TextGen Settings': 'samplers',
  'KoboldAI Settings': 'presets',
  'NovelAI Settings': 'presets',
  instruct: 'presets',
  context: 'presets',
  sysprompt: 'presets',
} as const
type Folder = (typeof FOLDERS)[keyof typeof FOLDERS] | 'settings'

interface Placed {
  /** The data folder that it is in: an installation may have several. */
  root: string
  folder: Folder
  /** Below that folder. */
  rest: string[]
  file: SourceFile
}

const CARD_FILE = /\.(png|apng|json|charx)$/i

/** Where a file belongs; null for one that is of no interest. What the program ships with is nobody's own. */
function placeOf(file: SourceFile): Placed | null {
  const parts = file.path.split('/')
  if (/(^|\/)default\/content\//.test(file.path)) return null
  if (parts.at(-1) === 'settings.json')
    return { root: parts.slice(0, -1).join('/'), folder: 'settings', rest: [], file }
  const at = parts.findIndex((part, index) => index < parts.length - 1 && Object.hasOwn(FOLDERS, part))
  if (at < 0) return null
  const folder = FOLDERS[parts[at] as keyof typeof FOLDERS] // an own key, as was just checked
  return { root: parts.slice(0, at).join('/'), folder, rest: parts.slice(at + 1), file }
}

/** Whether this is a data folder of SillyTavern. */
export function isTavernFolder({ files }: Source): boolean {
  return files.some((file) => {
    const folder = placeOf(file)?.folder
    return folder === 'characters' || folder === 'chats' || folder === 'groupChats' || folder === 'worlds'
  })
}

/** Plans the move of a data folder of SillyTavern. Only settings and groups are read for it. */
export async function planTavern({ files, unsafe, isCut }: Source): Promise<MovePlan> {
  const placed = files.flatMap((file) => placeOf(file) ?? [])
  const inFolder = (folder: Folder) => placed.filter((one) => one.folder === folder)
  const characters = planCharacters(inFolder('characters'))
  const { groups, groupOfChat } = await planGroups(inFolder('groups'))
  const known = new Set(characters.map(({ key }) => key))
  const chats: PlannedChat[] = []
  const lonelyChats: string[] = []
  const addChat = (file: SourceFile, rest: readonly string[], withKey: string | undefined) => {
    const name = rest.join('/').replace(/\.jsonl$/i, '')
    if (withKey === undefined) lonelyChats.push(name)
    else chats.push({ name, file, withKey })
  }
  for (const { root, rest, file } of inFolder('chats')) {
    const [character] = rest
    if (rest.length !== 2 || !/\.jsonl$/i.test(rest[1] ?? '') || character === undefined) continue
    const key = keyOf(root, character)
    addChat(file, rest, known.has(key) ? key : undefined)
  }
  for (const { root, rest, file } of inFolder('groupChats')) {
    if (rest.length !== 1 || !/\.jsonl$/i.test(rest[0] ?? '')) continue
    addChat(file, rest, groupOfChat.get(keyOf(root, rest[0] ?? '')))
  }
  const worlds = new Map<string, SourceFile>()
  for (const { rest, file } of inFolder('worlds'))
    if (rest.length === 1 && /\.json$/i.test(rest[0] ?? '')) worlds.set(baseName(rest[0] ?? ''), file)
  const presets = inFolder('samplers').flatMap(({ rest, file }) =>
    rest.length === 1 && /\.(json|settings)$/i.test(rest[0] ?? '') ? [{ name: presetName(rest[0] ?? ''), file }] : [],
  )
  const personas: PlannedPersona[] = []
  for (const { file } of inFolder('settings')) personas.push(...personasIn(await readJson(file)))
  const leftBehind: MovePlan['leftBehind'] = {}
  const leave = (kind: LeftBehind, count: number) => {
    if (count > 0) leftBehind[kind] = count
  }
  for (const kind of ['backgrounds', 'presets', 'themes', 'quickReplies', 'avatars'] as const)
    leave(kind, inFolder(kind).length)
  leave('pictures', files.filter(({ path }) => /(^|\/)user\/images\//.test(path)).length)
  leave('lonelyChats', lonelyChats.length)
  leave('unsafe', unsafe)
  leave('tooMany', isCut ? 1 : 0)
  return {
    kind: 'sillytavern',
    characters,
    groups,
    chats,
    worlds,
    books: [],
    personas,
    presets,
    leftBehind,
    lonelyChats,
  }
}

/** SillyTavern names some of its own presets in `[brackets]`. */
function presetName(fileName: string): string {
  return baseName(fileName).replace(/\.settings$/i, '')
}

/** A file's name without its ending, by which SillyTavern's files refer to each other. */
function baseName(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '')
}

function keyOf(root: string, name: string): string {
  return `${root}/${baseName(name)}`
}

function planCharacters(placed: readonly Placed[]): PlannedCharacter[] {
  const characters = new Map<string, PlannedCharacter>()
  for (const { root, rest, file } of placed) {
    const [name] = rest
    // Folders below hold expressions and backups of a character.
    if (rest.length !== 1 || name === undefined || !CARD_FILE.test(name)) continue
    const key = `${root}/${baseName(name)}`
    if (!characters.has(key))
      characters.set(key, { key, name: baseName(name), file, fields: null, picture: null, cover: null })
  }
  return [...characters.values()]
}

/** How a group chooses its speakers, by SillyTavern's numbers. */
const TURN_POLICIES = ['natural', 'list', 'manual', 'pooled']

async function planGroups(placed: readonly Placed[]) {
  const groups: PlannedGroup[] = []
  const groupOfChat = new Map<string, string>()
  for (const { root, rest, file } of placed) {
    if (rest.length !== 1 || !/\.json$/i.test(rest[0] ?? '')) continue
    const group = toObject(await readJson(file))
    const listed = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
    const members = listed(group.members).map((member) => keyOf(root, member))
    if (members.length === 0) continue
    const key = `${root}/groups/${baseName(rest[0] ?? '')}`
    const turnPolicy = TURN_POLICIES[Number(group.activation_strategy ?? 0)] ?? 'natural'
    groups.push({ key, name: textOf(group.name).trim(), members, fields: { turn_policy: turnPolicy }, cover: null })
    for (const chat of [...listed(group.chats), textOf(group.chat_id)])
      groupOfChat.set(keyOf(root, `${chat}.jsonl`), key)
  }
  return { groups, groupOfChat }
}

/** The personas in SillyTavern's settings, each under the name of its picture. */
export function personasIn(settings: unknown): PlannedPersona[] {
  const user = toObject(toObject(settings).power_user)
  const descriptions = toObject(user.persona_descriptions)
  const personas = Object.entries(toObject(user.personas)).map(([picture, name]) => ({
    key: picture,
    name: textOf(name).trim(),
    description: textOf(toObject(descriptions[picture]).description).trim(),
    isDefault: user.default_persona === picture,
  }))
  return personas.filter(({ name }) => name !== '')
}

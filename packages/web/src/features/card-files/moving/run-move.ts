import { isBuiltInPreset } from '@everkin/contract/built-in-presets.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { isApiError } from '../../../api/api-error.ts'
import { refusalOf } from '../refusal.ts'
import type { ImportedChat } from './move-calls.ts'
import { moveCharacter } from './move-character.ts'
import type { MovePlan, PlannedBook, PlannedChat, PlannedGroup, PlannedPersona, PlannedPreset } from './move-plan.ts'
import {
  findKnown,
  type Moved,
  type MoveKind,
  type MoveOptions,
  type MoveOutcome,
  type MoveResult,
} from './move-results.ts'
import { SourceError } from './source-files.ts'

/**
 * Sends everything of a plan, one call after the other, in the order in which things refer to each other. What fails is
 * reported and stops nothing else. Running it again skips what is there already. Stops at the signal's abort with the
 * results so far.
 */
export async function runMove(plan: MovePlan, options: MoveOptions): Promise<readonly MoveResult[]> {
  const moved: Moved = {
    plan,
    options,
    cards: new Map(),
    personas: new Map(),
    presets: new Map(),
    books: new Map(),
    usedWorlds: new Set(),
  }
  const steps = stepsOf(moved)
  const results: MoveResult[] = []
  for (const [done, { kind, name, run }] of steps.entries()) {
    if (options.signal.aborted) break
    options.onProgress({ done, total: steps.length, current: name, results: [...results] })
    try {
      results.push(resultOf(kind, name, await run()))
    } catch (error) {
      if (options.signal.aborted) break
      results.push(resultOf(kind, name, failureOf(error)))
    }
  }
  options.onProgress({ done: results.length, total: steps.length, current: '', results: [...results] })
  return results
}

function resultOf(kind: MoveKind, name: string, outcome: MoveOutcome): MoveResult {
  return { kind, name, reason: null, words: null, warnings: 0, ...outcome }
}

function failureOf(error: unknown): MoveOutcome {
  if (error instanceof SourceError) return { outcome: 'failed', reason: error.reason }
  if (refusalOf(error) !== null) return { outcome: 'failed', reason: 'unreadable' }
  return { outcome: 'failed', words: isApiError(error) ? error.message : null }
}

function stepsOf(moved: Moved): { kind: MoveKind; name: string; run: () => Promise<MoveOutcome> }[] {
  const { plan } = moved
  return [
    ...plan.books.map((book) => ({ kind: 'world' as const, name: book.name, run: () => moveBook(moved, book) })),
    ...plan.personas.map((persona) => ({
      kind: 'persona' as const,
      name: persona.name,
      run: () => movePersona(moved, persona),
    })),
    ...plan.presets.map((preset) => ({
      kind: 'preset' as const,
      name: preset.name,
      run: () => movePreset(moved, preset),
    })),
    ...plan.characters.map((character) => ({
      kind: 'character' as const,
      name: character.name,
      run: () => moveCharacter(moved, character),
    })),
    ...plan.groups.map((group) => ({ kind: 'group' as const, name: group.name, run: () => moveGroup(moved, group) })),
    ...plan.chats.map((chat) => ({ kind: 'chat' as const, name: chat.name, run: () => moveChat(moved, chat) })),
    ...[...plan.worlds.keys()].map((name) => ({
      kind: 'world' as const,
      name,
      run: async (): Promise<MoveOutcome> =>
        moved.usedWorlds.has(name) ? { outcome: 'came' } : { outcome: 'skipped', reason: 'unlinked' },
    })),
  ]
}

async function moveBook({ options: { calls }, books }: Moved, book: PlannedBook): Promise<MoveOutcome> {
  const known = findKnown(await calls.listLorebooks(), books.values(), ({ name }) => name === book.name)
  const { id } = known ?? (await calls.saveLorebook(book))
  books.set(book.key, id)
  return { outcome: known ? 'existing' : 'came' }
}

/** The lorebooks that a persona or a chat of the plan uses. */
function booksOf({ plan, books }: Moved, key: string): string[] {
  return plan.books.flatMap((book) => (book.usedBy.includes(key) ? (books.get(book.key) ?? []) : []))
}

async function movePersona(moved: Moved, persona: PlannedPersona): Promise<MoveOutcome> {
  const { options, personas } = moved
  const { calls } = options
  const name = truncateText(persona.name, LIMITS.nicknameLength)
  const known = findKnown(await calls.listPersonas(), personas.values(), (one) => one.name === name)
  if (known) {
    personas.set(persona.key, known.id)
    return { outcome: 'existing' }
  }
  const { saved, isCut } = await calls.savePersona(persona, booksOf(moved, persona.key))
  personas.set(persona.key, saved.id)
  return { outcome: 'came', reason: isCut ? 'cut' : null }
}

async function movePreset({ options: { calls }, presets }: Moved, preset: PlannedPreset): Promise<MoveOutcome> {
  const name = truncateText(preset.name, LIMITS.presetNameLength)
  const known = findKnown(await calls.listPresets(), presets.values(), (one) => one.name === name)
  const isFile = 'file' in preset
  const key = isFile ? preset.file.path : preset.key
  if (known) {
    presets.set(key, known.id)
    return { outcome: 'existing' }
  }
  const { id, ignored } = isFile
    ? await calls.readPreset(await preset.file.read(LIMITS.presetFileLength), name)
    : { ...(await calls.savePreset(name, preset.fields)), ignored: 0 }
  presets.set(key, id)
  return { outcome: 'came', warnings: ignored }
}

async function moveGroup(moved: Moved, group: PlannedGroup): Promise<MoveOutcome> {
  const { options, cards } = moved
  const { calls } = options
  // A member that is not part of the move may be one of the public characters.
  const members = group.members.flatMap((key) => {
    const card = cards.get(key)
    if (card) return card.isDraft ? [] : [card.id]
    return key.includes('/') ? [] : [key]
  })
  if (members.length < 2 || members.length < group.members.length || members.length > 8)
    return { outcome: 'skipped', reason: 'groupSize' }
  const known = findKnown(
    await calls.listOwnCards('multiple'),
    cards.values(),
    ({ name, member_ids }) =>
      name === group.name && member_ids.length === members.length && members.every((id) => member_ids.includes(id)),
  )
  const id = known?.id ?? (await saveGroup(moved, group, members)).id
  cards.set(group.key, { id, isDraft: false, type: 'multiple' })
  return { outcome: known ? 'existing' : 'came' }
}

async function saveGroup({ options }: Moved, group: PlannedGroup, members: string[]): Promise<{ id: string }> {
  const { calls, choices } = options
  const cover = group.cover && (await calls.uploadPicture(await group.cover.read(LIMITS.cardFileBytes))).url
  return calls.saveGroup({ group, members, cover, visibility: choices.visibility })
}

async function moveChat(moved: Moved, chat: PlannedChat): Promise<MoveOutcome> {
  const { options, cards } = moved
  const file = await chat.file.read(LIMITS.chatFileBytes)
  const head = chat.withKey === null ? await headOf(file) : null
  const cardKey = head?.cardKey ?? chat.withKey ?? ''
  const card = cards.get(cardKey)
  if (card?.isDraft) return { outcome: 'skipped', reason: 'draft' }
  if (!card && chat.withKey !== null) return { outcome: 'skipped', reason: 'noPartner' }
  const imported = await importChat(moved, file, card ?? { id: cardKey, type: 'single' })
  const settings = head && settingsOf(moved, head)
  if (settings && !imported.existing) await options.calls.saveSettings(imported.chat.id, settings)
  return { outcome: imported.existing ? 'existing' : 'came', warnings: imported.warning_count }
}

/** A head with the longest note is shorter, whatever its letters. */
const HEAD_BYTES = 32 * 1024

/** Imports a chat with its card; one with a public card that is not here goes to the card of its name. */
async function importChat(
  { options: { calls } }: Moved,
  file: Blob,
  card: { id: string; type: 'single' | 'multiple' },
): Promise<ImportedChat> {
  try {
    return await calls.importChat(file, card)
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
    return calls.importChat(file, null)
  }
}

/** The ids at the head of a chat of Everkin's own format; empty where there is none. */
interface ChatHead {
  key: string
  cardKey: string
  personaKey: string
  presetKey: string
}

async function headOf(file: Blob): Promise<ChatHead> {
  const head = await file.slice(0, HEAD_BYTES).text()
  const idAfter = (start: string) => new RegExp(`${start}\\s*"([0-9A-Za-z_-]+)"`).exec(head)?.[1] ?? ''
  return {
    key: idAfter('^\\s*\\{\\s*"id":'),
    cardKey: idAfter('"card":\\s*\\{\\s*"id":'),
    personaKey: idAfter('"persona_id":'),
    presetKey: idAfter('"preset_id":'),
  }
}

/** What a chat used that has come in, too; null for nothing. */
function settingsOf(moved: Moved, { key, personaKey, presetKey }: ChatHead) {
  const persona = moved.personas.get(personaKey)
  const preset = isBuiltInPreset(presetKey) ? presetKey : moved.presets.get(presetKey)
  const books = booksOf(moved, key)
  if (persona === undefined && preset === undefined && books.length === 0) return null
  return {
    ...(persona !== undefined && { persona_id: persona }),
    ...(preset !== undefined && { preset_id: preset }),
    ...(books.length > 0 && { lorebook_ids: books }),
  }
}

import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { isApiError } from '../../../api/api-error.ts'
import { refusalOf } from '../refusal.ts'
import type { ImportedChat } from './move-calls.ts'
import { moveCharacter } from './move-character.ts'
import type { MovePlan, PlannedChat, PlannedGroup, PlannedPersona, PlannedPreset } from './move-plan.ts'
import type { Moved, MoveKind, MoveOptions, MoveOutcome, MoveResult } from './move-results.ts'
import { SourceError } from './source-files.ts'

/**
 * Sends everything of a plan, one call after the other, in the order in which things refer to each other. What fails is
 * reported and stops nothing else. Running it again skips what is there already. Stops at the signal's abort with the
 * results so far.
 */
export async function runMove(plan: MovePlan, options: MoveOptions): Promise<readonly MoveResult[]> {
  const moved: Moved = { plan, options, cards: new Map(), personas: new Map(), usedWorlds: new Set() }
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

async function movePersona({ options: { calls }, personas }: Moved, persona: PlannedPersona): Promise<MoveOutcome> {
  const known = await calls.listPersonas()
  const same = known.find(({ name }) => name === persona.name)
  if (same) {
    personas.set(persona.key, same.id)
    return { outcome: 'existing' }
  }
  const { saved, isCut } = await calls.savePersona(persona)
  personas.set(persona.key, saved.id)
  return { outcome: 'came', reason: isCut ? 'cut' : null }
}

async function movePreset({ options: { calls } }: Moved, { name, file }: PlannedPreset): Promise<MoveOutcome> {
  const known = await calls.listPresetNames()
  if (known.includes(truncateText(name, LIMITS.presetNameLength))) return { outcome: 'existing' }
  const { ignored } = await calls.savePreset(await file.read(LIMITS.presetFileLength), name)
  return { outcome: 'came', warnings: ignored }
}

async function moveGroup({ options, cards }: Moved, group: PlannedGroup): Promise<MoveOutcome> {
  const { calls, choices } = options
  // A member that is not part of the move may be one of the public characters.
  const members = group.members.flatMap((key) => {
    const card = cards.get(key)
    if (card) return card.isDraft ? [] : [card.id]
    return key.includes('/') ? [] : [key]
  })
  if (members.length < 2 || members.length < group.members.length || members.length > 8)
    return { outcome: 'skipped', reason: 'groupSize' }
  const known = (await calls.listOwnCards('multiple')).find(
    ({ name, member_ids }) => name === group.name && members.every((id) => member_ids.includes(id)),
  )
  const id = known?.id ?? (await calls.saveGroup({ group, members, visibility: choices.visibility })).id
  cards.set(group.key, { id, isDraft: false, type: 'multiple' })
  return { outcome: known ? 'existing' : 'came' }
}

async function moveChat(moved: Moved, chat: PlannedChat): Promise<MoveOutcome> {
  const { options, cards, personas } = moved
  const file = await chat.file.read(LIMITS.chatFileBytes)
  const { cardKey, personaKey } = chat.withKey === null ? await headOf(file) : { cardKey: chat.withKey, personaKey: '' }
  const card = cards.get(cardKey)
  if (card?.isDraft) return { outcome: 'skipped', reason: 'draft' }
  if (!card && chat.withKey !== null) return { outcome: 'skipped', reason: 'noPartner' }
  const imported = await importChat(moved, file, card ?? { id: cardKey, type: 'single' })
  const persona = personas.get(personaKey)
  if (persona !== undefined && !imported.existing) await options.calls.setPersona(imported.chat.id, persona)
  return { outcome: imported.existing ? 'existing' : 'came', warnings: imported.warning_count }
}

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

/** The ids of card and persona at the head of a chat of Everkin's own format. */
async function headOf(file: Blob): Promise<{ cardKey: string; personaKey: string }> {
  const head = await file.slice(0, 4096).text()
  const cardKey = /"card":\s*\{\s*"id":\s*"([0-9A-Za-z_-]+)"/.exec(head)?.[1] ?? ''
  const personaKey = /"persona_id":\s*"([0-9A-Za-z_-]+)"/.exec(head)?.[1] ?? ''
  return { cardKey, personaKey }
}

import { ADULT_AGE, LIMITS } from '@everkin/contract/limits.ts'
import { isApiError } from '../../../api/api-error.ts'
import { textOf, toObject } from '../../../lib/coerce.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { bodyToSave, type SaveBody, type SavedCard } from '../save-imported.ts'
import type { ImportedCard } from '../use-imports.ts'
import type { PlannedCharacter } from './move-plan.ts'
import { findKnown, type Moved, type MoveOutcome, type MoveReason } from './move-results.ts'
import type { SourceFile } from './source-files.ts'

/** The bytes of a card file, a lorebook or a picture. */
function readCardFile(file: SourceFile): Promise<Blob> {
  return file.read(LIMITS.cardFileBytes)
}

/** Brings in one character: from its card file, from what another Everkin has exported of it, or from both. */
export async function moveCharacter(moved: Moved, planned: PlannedCharacter): Promise<MoveOutcome> {
  const imported = planned.file ? await importFile(moved, planned) : null
  const known = imported && findSameFile(moved, planned, imported.duplicates)
  if (known) return keep(moved, planned, await isOwnDraft(moved, known.id), known.id)
  return planned.fields ? moveExported(moved, planned, imported) : moveFile(moved, planned, imported)
}

/**
 * The character that this one's file was brought in as before. In what another Everkin has exported, copies of one
 * character have the same file.
 */
function findSameFile(
  { plan, cards }: Moved,
  { name, fields }: PlannedCharacter,
  duplicates: ImportedCard['duplicates'],
): { id: string } | undefined {
  if (fields === null) return duplicates[0]
  const others = new Set(plan.characters.map((other) => other.name))
  return (
    findKnown(duplicates, cards.values(), (one) => one.name === name) ??
    findKnown(duplicates, cards.values(), (one) => !others.has(one.name))
  )
}

async function importFile(
  { options: { calls } }: Moved,
  { file, name }: PlannedCharacter,
): Promise<ImportedCard | null> {
  if (!file) return null
  return calls.importCard(await readCardFile(file), file.path.split('/').at(-1) ?? name)
}

async function isOwnDraft({ options: { calls } }: Moved, id: string): Promise<boolean> {
  return (await calls.listOwnCards('single')).some((card) => card.id === id && card.state === 'draft')
}

/** Remembers a character that is there already. */
function keep({ cards }: Moved, { key }: PlannedCharacter, isDraft: boolean, id: string): MoveOutcome {
  cards.set(key, { id, isDraft, type: 'single' })
  return { outcome: 'existing' }
}

function saved({ cards }: Moved, { key }: PlannedCharacter, card: SavedCard, reason: MoveReason | null): MoveOutcome {
  const isDraft = card.state === 'draft'
  cards.set(key, { id: card.id, isDraft, type: 'single' })
  return { outcome: isDraft ? 'draft' : 'came', reason }
}

/** Saves a character as its file has it, with the lorebook that it links to. */
async function moveFile(moved: Moved, planned: PlannedCharacter, imported: ImportedCard | null): Promise<MoveOutcome> {
  if (!imported) return { outcome: 'failed', reason: 'unreadable' }
  const { calls, choices } = moved.options
  const body = bodyToSave(imported.card, choices)
  const world = textOf(toObject(imported.card.definition.extensions).world)
  if (!moved.plan.worlds.has(world)) return saved(moved, planned, await calls.saveCard(body), null)
  if (entriesOf(imported.card.definition.character_book) > 0) {
    // The program writes the linked book into the card as well.
    const card = await calls.saveCard(body)
    moved.usedWorlds.add(world)
    return saved(moved, planned, card, null)
  }
  const withBook = await addWorld(moved, body, world)
  if (withBook) {
    try {
      const card = await calls.saveCard(withBook)
      moved.usedWorlds.add(world)
      return saved(moved, planned, card, null)
    } catch (error) {
      // The book may make the card too large, or be what the rules stop.
      if (!isApiError(error) || !['TooLarge', 'InvalidInput', 'SafetyStop'].includes(error.name)) throw error
    }
  }
  return saved(moved, planned, await calls.saveCard(body), 'worldLeft')
}

function entriesOf(book: unknown): number {
  const { entries } = toObject(book)
  return Array.isArray(entries) ? entries.length : 0
}

async function addWorld({ plan, options }: Moved, body: SaveBody, world: string): Promise<SaveBody | null> {
  const file = plan.worlds.get(world)
  if (!file) return null
  try {
    const { character_book } = await options.calls.importLorebook(await readCardFile(file), `${world}.json`)
    return { ...body, definition: { ...body.definition, character_book } }
  } catch (error) {
    if (options.signal.aborted) throw error
    return null
  }
}

/** The fields of an exported card that can be written; everything else, ids and dates first of all, belongs elsewhere. */
const FIELDS = [
  'name',
  'tagline',
  'gender',
  'age',
  'language',
  'rating',
  'voice',
  'creator_notes',
  'tags',
  'definition',
  'definition_public',
]

async function moveExported(
  moved: Moved,
  planned: PlannedCharacter,
  imported: ImportedCard | null,
): Promise<MoveOutcome> {
  const { calls, choices } = moved.options
  const fields = planned.fields ?? {}
  const known = findKnown(
    await calls.listOwnCards('single'),
    moved.cards.values(),
    ({ name, tagline }) => name === fields.name && tagline === fields.tagline,
  )
  if (known) return keep(moved, planned, known.state === 'draft', known.id)
  const isOfFile = imported !== null && fields.avatar_from_file === true
  const picture = planned.picture && !isOfFile ? await calls.uploadPicture(await readCardFile(planned.picture)) : null
  const cover = planned.cover && (await calls.uploadPicture(await readCardFile(planned.cover)))
  const written = Object.fromEntries(FIELDS.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
  const age = typeof fields.age === 'number' && fields.age >= ADULT_AGE ? fields.age : null
  const avatar = picture?.url ?? (fields.avatar === null ? null : (imported?.card.avatar ?? null))
  const card = await calls.saveCard({
    ...written,
    age,
    avatar,
    ...(cover && { cover: cover.url }),
    visibility: choices.visibility,
    idempotency_key: randomUuid(),
    ...(imported && { import_id: imported.card.import_id }),
  })
  return saved(moved, planned, card, null)
}

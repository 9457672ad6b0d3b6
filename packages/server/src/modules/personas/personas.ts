import { isBlank } from '@everkin/contract/is-blank.ts'
import { AppError, invalidInput, stoppedSave } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { claimSaveKey, loadPerson, lockPersonRow, type Person } from '../accounts/module.ts'
import { attachLorebooks } from '../lorebooks/module.ts'
import { assertModelPasses, claimsPersonUnder18, isMinor, recordVerdict, screenText } from '../safety/module.ts'
import { MAX_PERSONAS } from './rules.ts'
import type { PersonaServices } from './services.ts'
import {
  clearDefault,
  deletePersonaRow,
  insertPersona,
  type PersonaRow,
  selectDefaultPersona,
  selectPersona,
  selectPersonas,
  updatePersona,
} from './store.ts'

export interface PersonaInput {
  id?: string | undefined
  name: string
  description: string
  is_default?: boolean | undefined
  lorebook_ids?: readonly string[] | undefined
  idempotency_key?: string | undefined
}

/**
 * Creates a persona, or changes the one with this id, and attaches lorebooks to it. A person's first persona is the
 * default; making another one the default replaces it. A save that is repeated with its key is made once.
 * @throws AppError InvalidInput for a blank name, Conflict when there are too many or for a key of another save, NotFound
 * for an id that is not theirs or a lorebook that is not, SafetyStop for text that moderation blocks or an age below 18
 * (B1, B6), Unavailable for a teen while the moderation model gives no verdicts.
 */
export async function savePersona(
  services: PersonaServices,
  personId: string,
  input: PersonaInput,
): Promise<PersonaRow> {
  const name = input.name.trim()
  const description = input.description.trim()
  if (isBlank(name)) throw invalidInput('name', 'required')
  const now = services.clock.now()
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertPersonaAllowed(services, person, name, description, now)
  return services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    const newPersona = { id: newId(now), createdAt: now }
    const save = { personId, key: input.idempotency_key, body: ['persona', input], now }
    const savedId = await claimSaveKey(tx, save, input.id ?? newPersona.id)
    const known = await selectPersonas(tx, personId)
    const knownId = savedId ?? input.id
    const existing = knownId === undefined ? null : known.find((persona) => persona.id === knownId)
    if (existing === undefined) throw new AppError('NotFound')
    if (savedId !== null && existing) return existing
    if (!existing && known.length >= MAX_PERSONAS) throw new AppError('Conflict', { limit: MAX_PERSONAS }, 'tooMany')
    const isDefault = input.is_default ?? existing?.isDefault ?? known.length === 0
    const persona = { ...(existing ?? newPersona), name, description, isDefault }
    await upsertPersona(tx, personId, persona, existing === null)
    if (input.lorebook_ids) await attachLorebooks(services, tx, personId, { personaId: persona.id }, input.lorebook_ids)
    return persona
  })
}

async function upsertPersona(tx: Transaction, personId: string, persona: PersonaRow, isNew: boolean): Promise<void> {
  if (persona.isDefault) await clearDefault(tx, personId, persona.id)
  if (isNew) await insertPersona(tx, personId, persona)
  else await updatePersona(tx, persona)
}

/**
 * Moderates name and description together, so that a text split between the two is recognised. The verdict is stored,
 * the text is not.
 */
async function assertPersonaAllowed(
  services: PersonaServices,
  person: Pick<Person, 'id' | 'ageState'>,
  name: string,
  description: string,
  now: Date,
): Promise<void> {
  const text = `${name}\n${description}`
  const isTeen = isMinor(person.ageState)
  const ref = { id: person.id, personId: person.id }
  const verdict = screenText(text, { surface: 'persona', adultMode: false, isTeen })
  await recordVerdict(services.database, { surface: 'persona', ref, verdict, now })
  if (verdict.kind === 'blocked') throw stoppedSave(verdict.category)
  if (claimsPersonUnder18(description, name)) throw stoppedSave('minor_safety')
  await assertModelPasses(services, { text, surface: 'persona', ref, isTeen })
}

/** Deletes a persona; the database removes it from its chats. @throws AppError NotFound. */
export async function deletePersona(services: PersonaServices, personId: string, id: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    if (!(await lockPersonRow(tx, personId))) throw new AppError('NotSignedIn')
    if (!(await deletePersonaRow(tx, personId, id))) throw new AppError('NotFound')
    // Its chats lose its lorebooks.
    tx.afterCommit(() => services.bus.publish({ kind: 'lore_changed', personId }))
  })
}

/** A persona as chats use it. */
export interface ChatPersona {
  id: string
  name: string
  description: string
}

/** A persona of this person; null for one that is gone or someone else's. */
export function findPersona(db: Queryable, personId: string, id: string): Promise<ChatPersona | null> {
  return selectPersona(db, personId, id)
}

/** The default persona of new chats; null when there is none. */
export function findDefaultPersona(db: Queryable, personId: string): Promise<ChatPersona | null> {
  return selectDefaultPersona(db, personId)
}

/** Every persona of a person, for the export of their data (D2). They are erased with the person's row. */
export function exportPersonas(db: Queryable, personId: string): Promise<PersonaRow[]> {
  return selectPersonas(db, personId)
}

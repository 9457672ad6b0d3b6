import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { holdPerson } from '../accounts/person.ts'
import { saysPersonUnder18 } from '../safety/card-age.ts'
import { recordVerdict } from '../safety/record-verdict.ts'
import { screenText } from '../safety/screen-text.ts'
import { MOST_PERSONAS } from './rules.ts'
import type { PersonaServices } from './services.ts'
import { clearDefault, insertPersona, type PersonaRow, selectPersonas, updatePersona } from './store.ts'

export interface PersonaWords {
  id?: string | undefined
  name: string
  description: string
  is_default?: boolean | undefined
}

/**
 * Makes a persona, or changes the one with this id. The first of a person is the one by default, and another that is
 * made so takes that from it.
 * @throws AppError InvalidInput for a blank name, Conflict when there are too many, NotFound for an id that is not
 * theirs, SafetyStop for words that the rules block or an age below 18 (B1, B6).
 */
export async function savePersona(
  services: PersonaServices,
  personId: string,
  words: PersonaWords,
): Promise<PersonaRow> {
  const name = words.name.trim()
  const description = words.description.trim()
  if (name === '') throw invalidInput('name', 'required')
  const now = services.clock.now()
  await screenPersona(services, personId, name, description, now)
  return services.database.transaction(async (tx) => {
    if (!(await holdPerson(tx, personId))) throw new AppError('NotSignedIn')
    const known = await selectPersonas(tx, personId)
    const old = words.id === undefined ? null : known.find((persona) => persona.id === words.id)
    if (old === undefined) throw new AppError('NotFound')
    if (!old && known.length >= MOST_PERSONAS) throw new AppError('Conflict')
    const isDefault = words.is_default ?? old?.isDefault ?? known.length === 0
    const base = old ?? { id: newId(now), createdAt: now }
    const persona = { ...base, name, description, isDefault }
    await store(tx, personId, persona, old === null)
    return persona
  })
}

async function store(tx: Queryable, personId: string, persona: PersonaRow, isNew: boolean): Promise<void> {
  if (persona.isDefault) await clearDefault(tx, personId, persona.id)
  if (isNew) await insertPersona(tx, personId, persona)
  else await updatePersona(tx, persona)
}

/** Name and words are read together: what is split between the two is read as one. The verdict is kept, not they. */
async function screenPersona(
  services: PersonaServices,
  personId: string,
  name: string,
  description: string,
  now: Date,
): Promise<void> {
  const verdict = screenText(`${name}\n${description}`, { surface: 'persona', adultMode: false })
  await recordVerdict(services.database, { surface: 'persona', ref: personId, verdict, now })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  if (saysPersonUnder18(description, name)) throw new AppError('SafetyStop', { category: 'minor_safety' })
}

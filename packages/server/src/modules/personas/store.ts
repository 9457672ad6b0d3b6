import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'

export interface PersonaRow {
  id: string
  name: string
  description: string
  isDefault: boolean
  createdAt: Date
}

const COLUMNS = 'id, name, description, is_default as "isDefault", created_at as "createdAt"'

/** Oldest first. */
export function selectPersonas(db: Queryable, personId: string): Promise<PersonaRow[]> {
  return db.query<PersonaRow>(`select ${COLUMNS} from persona where person_id = $1 order by created_at, id`, [personId])
}

export async function selectPersona(db: Queryable, personId: string, id: string): Promise<PersonaRow | null> {
  return onlyRow(
    await db.query<PersonaRow>(`select ${COLUMNS} from persona where id = $1 and person_id = $2`, [id, personId]),
  )
}

export async function selectDefaultPersona(db: Queryable, personId: string): Promise<PersonaRow | null> {
  return onlyRow(
    await db.query<PersonaRow>(`select ${COLUMNS} from persona where person_id = $1 and is_default`, [personId]),
  )
}

export async function insertPersona(tx: Transaction, personId: string, persona: PersonaRow): Promise<void> {
  await tx.query(
    'insert into persona (id, person_id, name, description, is_default, created_at) values ($1, $2, $3, $4, $5, $6)',
    [persona.id, personId, persona.name, persona.description, persona.isDefault, persona.createdAt],
  )
}

export async function updatePersona(tx: Transaction, persona: PersonaRow): Promise<void> {
  await tx.query('update persona set name = $2, description = $3, is_default = $4 where id = $1', [
    persona.id,
    persona.name,
    persona.description,
    persona.isDefault,
  ])
}

/** Clears the default flag of all personas except `id`. */
export async function clearDefault(tx: Transaction, personId: string, id: string): Promise<void> {
  await tx.query('update persona set is_default = false where person_id = $1 and is_default and id <> $2', [
    personId,
    id,
  ])
}

/** False when this person has no such persona. */
export async function deletePersonaRow(tx: Transaction, personId: string, id: string): Promise<boolean> {
  return (
    (await tx.query('delete from persona where id = $1 and person_id = $2 returning id', [id, personId])).length > 0
  )
}

import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import type { OwnPreset, PresetSettings } from './preset.ts'

interface PresetRow {
  id: string
  name: string
  settings: PresetSettings
  createdAt: Date
}

const COLUMNS = 'id, name, settings, created_at as "createdAt"'

function presetOf({ settings, ...row }: PresetRow): OwnPreset {
  return { ...row, ...settings }
}

/** Oldest first. */
export async function selectPresets(db: Queryable, personId: string): Promise<OwnPreset[]> {
  const rows = await db.query<PresetRow>(`select ${COLUMNS} from preset where person_id = $1 order by created_at, id`, [
    personId,
  ])
  return rows.map(presetOf)
}

/** A person's own preset; null for one that is gone or someone else's. */
export async function selectPreset(db: Queryable, personId: string, id: string): Promise<OwnPreset | null> {
  const row = onlyRow(
    await db.query<PresetRow>(`select ${COLUMNS} from preset where id = $1 and person_id = $2`, [id, personId]),
  )
  return row && presetOf(row)
}

/** Inserts a preset, or replaces the one with its id, which the caller has checked to be this person's. */
export async function upsertPreset(tx: Transaction, personId: string, preset: OwnPreset): Promise<void> {
  const { id, name, createdAt, ...settings } = preset
  await tx.query(
    `insert into preset (id, person_id, name, settings, created_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (id) do update set name = excluded.name, settings = excluded.settings`,
    [id, personId, name, JSON.stringify(settings), createdAt],
  )
}

/** False when this person has no such preset. */
export async function deletePresetRow(tx: Transaction, personId: string, id: string): Promise<boolean> {
  const rows = await tx.query('delete from preset where id = $1 and person_id = $2 returning id', [id, personId])
  return rows.length > 0
}

import { onlyRow, type Queryable } from '../../../platform/db/database.ts'

/** What a server is connected for, beside chats. */
export const SERVICE_PURPOSES = ['embeddings', 'images', 'speech', 'transcription', 'moderation'] as const
export type ServicePurpose = (typeof SERVICE_PURPOSES)[number]

/** A connection as it is stored. */
export interface StoredService {
  purpose: ServicePurpose
  baseUrl: string
  /** Encrypted. */
  apiKey: Uint8Array | null
  model: string | null
  /** As SPEECH_VOICES has them. */
  voices: string | null
}

interface ServiceRow {
  purpose: string
  base_url: string
  api_key: Uint8Array | null
  model: string | null
  voices: string | null
}

const COLUMNS = 'purpose, base_url, api_key, model, voices'

export async function selectServices(db: Queryable): Promise<StoredService[]> {
  return (await db.query<ServiceRow>(`select ${COLUMNS} from service_connection`)).map(fromRow)
}

/** Locks the row until the transaction ends. */
export async function lockService(db: Queryable, purpose: ServicePurpose): Promise<StoredService | null> {
  const row = onlyRow(
    await db.query<ServiceRow>(`select ${COLUMNS} from service_connection where purpose = $1 for update`, [purpose]),
  )
  return row && fromRow(row)
}

/** Creates or replaces the row. */
export async function upsertService(db: Queryable, service: StoredService, now: Date): Promise<void> {
  await db.query(
    `insert into service_connection (purpose, base_url, api_key, model, voices, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (purpose) do update set base_url = excluded.base_url, api_key = excluded.api_key,
       model = excluded.model, voices = excluded.voices, updated_at = excluded.updated_at`,
    [service.purpose, service.baseUrl, service.apiKey, service.model, service.voices, now],
  )
}

/** Replaces a key; false when it is another one by now. */
export async function updateServiceKey(
  db: Queryable,
  { purpose, from, to }: { purpose: ServicePurpose; from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(
    'update service_connection set api_key = $3 where purpose = $1 and api_key = $2 returning purpose',
    [purpose, from, to],
  )
  return rows.length > 0
}

/** Whether there was one. */
export async function deleteServiceRow(db: Queryable, purpose: ServicePurpose): Promise<boolean> {
  return (await db.query('delete from service_connection where purpose = $1 returning purpose', [purpose])).length > 0
}

function fromRow(row: ServiceRow): StoredService {
  return {
    purpose: row.purpose as ServicePurpose, // only this module writes the column
    baseUrl: row.base_url,
    apiKey: row.api_key,
    model: row.model,
    voices: row.voices,
  }
}

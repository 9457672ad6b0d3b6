import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import type { ConnectionKind, ModelSettings } from './model-source.ts'

/** A connection as it is stored. */
export interface StoredConnection {
  id: string
  name: string
  kind: ConnectionKind
  baseUrl: string | null
  /** Encrypted. */
  apiKey: Uint8Array | null
  enabled: boolean
  isDefault: boolean
  models: ModelSettings[]
}

interface ConnectionRow {
  id: string
  name: string
  kind: string
  base_url: string | null
  api_key: Uint8Array | null
  enabled: boolean
  is_default: boolean
  models: ModelRow[]
}

interface ModelRow {
  name: string
  context_tokens: number | null
  max_reply_tokens: number | null
  vision: boolean
  reasoning: boolean
  access: ModelSettings['access']
  message_price: number | null
  /** Absent in older rows. */
  instruct?: ModelSettings['instruct']
}

const COLUMNS = 'id, name, kind, base_url, api_key, enabled, is_default, models'

/** All connections, in the order in which they are asked. */
export async function selectConnections(db: Queryable): Promise<StoredConnection[]> {
  const rows = await db.query<ConnectionRow>(
    `select ${COLUMNS} from model_connection order by position, created_at, id`,
  )
  return rows.map(fromRow)
}

export async function selectConnection(db: Queryable, id: string): Promise<StoredConnection | null> {
  const row = onlyRow(await db.query<ConnectionRow>(`select ${COLUMNS} from model_connection where id = $1`, [id]))
  return row && fromRow(row)
}

/** Changes are made one after the other, so that there is never more than one default. */
export async function lockConnections(tx: Transaction): Promise<void> {
  await tx.query('lock table model_connection in exclusive mode')
}

export async function countConnections(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ count: number }>('select count(*) as count from model_connection'))?.count ?? 0
}

/** Creates or replaces the row; a new one comes last. The caller holds the lock. */
export async function upsertConnection(tx: Transaction, connection: StoredConnection, now: Date): Promise<void> {
  if (connection.isDefault)
    await tx.query('update model_connection set is_default = false where is_default and id <> $1', [connection.id])
  await tx.query(
    `insert into model_connection (id, name, kind, base_url, api_key, enabled, is_default, models, position, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb,
       (select coalesce(max(position), 0) + 1 from model_connection), $9, $9)
     on conflict (id) do update set name = excluded.name, kind = excluded.kind, base_url = excluded.base_url,
       api_key = excluded.api_key, enabled = excluded.enabled, is_default = excluded.is_default,
       models = excluded.models, updated_at = excluded.updated_at`,
    [
      connection.id,
      connection.name,
      connection.kind,
      connection.baseUrl,
      connection.apiKey,
      connection.enabled,
      connection.isDefault,
      JSON.stringify(connection.models.map(toRow)),
      now,
    ],
  )
}

/** Replaces a key; false when it is another one by now. */
export async function updateConnectionKey(
  db: Queryable,
  { id, from, to }: { id: string; from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.query('update model_connection set api_key = $3 where id = $1 and api_key = $2 returning id', [
    id,
    from,
    to,
  ])
  return rows.length > 0
}

/** Sets the order; connections that are not named keep their places after these. */
export async function updatePositions(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update model_connection set position = coalesce(array_position($1::text[], id), cardinality($1::text[]) + position)`,
    [ids],
  )
}

/** Whether there was one. */
export async function deleteConnectionRow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.query('delete from model_connection where id = $1 returning id', [id])).length > 0
}

function fromRow(row: ConnectionRow): StoredConnection {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as ConnectionKind, // only this module writes the column
    baseUrl: row.base_url,
    apiKey: row.api_key,
    enabled: row.enabled,
    isDefault: row.is_default,
    models: row.models.map((model) => ({
      name: model.name,
      contextTokens: model.context_tokens,
      maxReplyTokens: model.max_reply_tokens,
      vision: model.vision,
      reasoning: model.reasoning,
      access: model.access,
      messagePrice: model.message_price,
      instruct: model.instruct ?? null,
    })),
  }
}

function toRow(model: ModelSettings): ModelRow {
  return {
    name: model.name,
    context_tokens: model.contextTokens,
    max_reply_tokens: model.maxReplyTokens,
    vision: model.vision,
    reasoning: model.reasoning,
    access: model.access,
    message_price: model.messagePrice,
    instruct: model.instruct,
  }
}

import type { z } from 'zod'
import { AppError } from './app-error.ts'
import { onlyRow, type Queryable, type Transaction } from './db/database.ts'

interface StoredValue<Value> {
  value: Value
  /** 0 while the defaults have never been changed. */
  revision: number
  updatedAt: Date | null
}

/**
 * A setting that operators change while the server runs. Every read asks the database, so a change applies in all
 * processes at once, and in the transaction that reads it.
 */
export interface StoredSetting<Value> {
  readonly defaults: Value
  load(db: Queryable): Promise<StoredValue<Value>>
  /**
   * Stores a value; null: the defaults.
   * @throws AppError Conflict with the newer `rev` when `revision` is not the current one.
   */
  save(tx: Transaction, change: { value: Value | null; revision: number }, now: Date): Promise<void>
}

interface SettingRow {
  value: unknown
  revision: number
  updated_at: Date
}

/** @param shape what is stored; a stored value of an older version that no longer fits is ignored. */
export function createStoredSetting<Value>(
  name: string,
  shape: z.ZodType<Value>,
  defaults: Value,
): StoredSetting<Value> {
  const read = async (db: Queryable, forUpdate: '' | 'for update') =>
    onlyRow(
      await db.query<SettingRow>(
        `select value, revision, updated_at from stored_setting where name = $1 ${forUpdate}`,
        [name],
      ),
    )
  return {
    defaults,
    async load(db) {
      const row = await read(db, '')
      const parsed = shape.safeParse(row?.value)
      return {
        value: parsed.success ? parsed.data : defaults,
        revision: row?.revision ?? 0,
        updatedAt: row?.updated_at ?? null,
      }
    },
    async save(tx, { value, revision }, now) {
      const stored = value === null ? null : JSON.stringify(value)
      const rows = await tx.query(
        `insert into stored_setting (name, value, revision, updated_at) select $1, $2::jsonb, 1, $4 where $3 = 0
         on conflict (name) do nothing returning revision`,
        [name, stored, revision, now],
      )
      if (rows.length > 0) return
      const known = await read(tx, 'for update')
      if (!known || known.revision !== revision)
        throw new AppError('Conflict', { rev: known?.revision ?? 0 }, 'deskChanged')
      await tx.query(
        'update stored_setting set value = $2::jsonb, revision = revision + 1, updated_at = $3 where name = $1',
        [name, stored, now],
      )
    },
  }
}

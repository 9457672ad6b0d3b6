import { onlyRow, type Queryable } from '../../../platform/db/database.ts'

/** What a million tokens of a model cost, in millionths of the currency's main unit. */
export interface ModelPrice {
  modelId: string
  currency: string
  inputMicros: number
  /** Null: as `inputMicros`. */
  cachedInputMicros: number | null
  outputMicros: number
}

const COLUMNS = `model_id as "modelId", currency, input_micros as "inputMicros",
  cached_input_micros as "cachedInputMicros", output_micros as "outputMicros"`

export function listPrices(db: Queryable): Promise<ModelPrice[]> {
  return db.query<ModelPrice>(`select ${COLUMNS} from model_price order by model_id`)
}

export async function countPrices(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ prices: number }>('select count(*)::int as prices from model_price'))?.prices ?? 0
}

/** Sets the price that holds from now on. */
export async function savePrice(db: Queryable, price: ModelPrice, now: Date): Promise<void> {
  await db.query(
    `insert into model_price (model_id, currency, input_micros, cached_input_micros, output_micros, changed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (model_id) do update set currency = excluded.currency, input_micros = excluded.input_micros,
       cached_input_micros = excluded.cached_input_micros, output_micros = excluded.output_micros,
       changed_at = excluded.changed_at`,
    [price.modelId, price.currency, price.inputMicros, price.cachedInputMicros, price.outputMicros, now],
  )
}

export async function deletePrice(db: Queryable, modelId: string): Promise<void> {
  await db.query('delete from model_price where model_id = $1', [modelId])
}

import { WORST_TEXTS } from '@everkin/testing/worst-values.ts'
import type { WorstClient } from './worst-client.ts'

/** One input, and the operation that it goes to. Rows run in their order; later ones use what earlier ones made. */
export interface WorstRow {
  operation: string
  input: string
  /** Sends the input; returns the code of the reply, if there is one. */
  run(client: WorstClient, made: MadeIds): Promise<number | null>
}

/** Ids of what the rows have made, by the name of the field that takes them. */
export type MadeIds = Record<string, string>

export const WORDS = WORST_TEXTS['short words'] ?? ''
export const DIFFERENT = WORST_TEXTS['different words'] ?? ''

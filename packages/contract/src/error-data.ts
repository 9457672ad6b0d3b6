import { z } from 'zod'
import { Wallet } from './entities/people.ts'
import type { ErrorName } from './errors.ts'
import { Currency, Timestamp } from './ids.ts'

const Reason = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.object({ reason: z.enum(values) })

/**
 * The `data` of an error on the wire, for each name that can carry any; of the other names it is always null. An error
 * may be thrown without its data, so null is possible for every name.
 */
const ERROR_DATA = {
  InvalidInput: z.object({
    issues: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .readonly()
      .describe('by the field’s path on the wire; empty for the whole body'),
    call: z.string().optional().describe('the path of the call that takes this file'),
  }),
  NotAllowed: Reason(['rests', 'wallet_frozen', 'payments_off', 'payment_disputed', 'fresh_sign_in', 'suspended']),
  NotFound: Reason(['closed']),
  Conflict: z.object({
    rev: z.int().optional().describe('of the newer state'),
    limit: z.int().optional().describe('the largest number of such things'),
    price: z.int().optional().describe('what it costs now'),
    next_at: Timestamp.optional().describe('when it is possible again'),
  }),
  TooManyRequests: z.object({ retry_after: z.int().describe('seconds') }),
  TokenBudgetSpent: z.object({
    scope: z.enum(['person', 'server']).describe('whose tokens of the day are used up'),
    resets_at: Timestamp,
    retry_after: z.int().describe('seconds'),
  }),
  TooLarge: z.object({ limit: z.int().describe('bytes, or the number of characters or messages') }),
  FileType: z.object({ accepted: z.array(z.string()).readonly() }),
  AgeNotOpen: Reason([
    'confirm_age',
    'age_unknown',
    'under_18',
    'too_young',
    'quiet_hours',
    'daily_limit',
    'region',
  ]).extend({ opens_at: Timestamp.optional().describe('when chats open again, after quiet hours or a long day') }),
  SafetyStop: z.object({ category: z.string() }),
  NoMessagesLeft: z.object({ wallet: Wallet }),
  NotEnoughCoins: z.object({ wallet: Wallet, price: z.int() }),
  WrongCode: z.object({ tries_left: z.int() }),
  PaymentDeclined: z.object({ reason: z.string().describe('the provider’s own word for it') }),
  SpendingCapReached: z.object({
    cap: z.int().nullable(),
    spent: z.int(),
    reserved: z.int(),
    currency: Currency,
    amount: z.int().describe('of the refused order'),
    resets_at: Timestamp,
  }),
  Internal: z.object({ request_id: z.string().describe('under which the server’s log has the failure') }),
  Unavailable: z.object({
    retry_after: z.int().optional().describe('seconds'),
    reason: z.enum(['no_voice']).optional(),
  }),
} as const satisfies Partial<Record<ErrorName, z.ZodType>>

type NameWithData = keyof typeof ERROR_DATA

/** The schema of an error's data on the wire. */
export function errorDataSchema(name: ErrorName): z.ZodType {
  return name in ERROR_DATA ? ERROR_DATA[name as NameWithData].nullable() : z.null() // its key, as just checked
}

/** The data of an error as it arrives; the union of all without a name. */
export type ErrorData<Name extends ErrorName = ErrorName> =
  | (Name extends NameWithData ? z.output<(typeof ERROR_DATA)[Name]> : never)
  | null

import { z } from 'zod'
import { serviceUrl, wholeNumber } from './setting-kinds.ts'

/** PostgreSQL and how this process uses it. */
export interface DatabaseSettings {
  /** Null: the embedded database. */
  databaseUrl: string | null
  /** Which database the data folder has where there is no `databaseUrl`. */
  embeddedDatabase: 'pglite' | 'postgres'
  /** PostgreSQL itself, where `databaseUrl` is a pooler in transaction mode; null where there is none. */
  databaseDirectUrl: string | null
  /** A streaming replica, from which lists and searches are read; null where there is none. */
  databaseReadUrl: string | null
  /** What the replica shows is never older. */
  databaseReadLagSeconds: number
  /** The most connections of one process. */
  databasePoolSize: number
  /** How long to wait for a connection, or for a database that restarts. */
  databaseConnectSeconds: number
  /** The limits of one statement, of waiting for a lock, and of a transaction that does nothing; 0: none. */
  databaseStatementSeconds: number
  databaseLockSeconds: number
  databaseIdleTransactionSeconds: number
}

const MAX_POOL_SIZE = 1_000
const MAX_SECONDS = 86_400
const MAX_READ_LAG_SECONDS = 60

const postgresUrl = serviceUrl(/^postgres(ql)?:\/\//, 'must begin with postgres://')
const numberFrom = (min: number, max: number, fallback: number) =>
  wholeNumber('must be a whole number')
    .refine((number) => number >= min && number <= max, `must be ${min} to ${max}`)
    .default(fallback)

export const databaseEnvironment = {
  DATABASE_URL: postgresUrl,
  DATABASE_EMBEDDED: z.enum(['pglite', 'postgres'], 'must be pglite or postgres').default('pglite'),
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  DATABASE_READ_MAX_LAG_SECONDS: numberFrom(1, MAX_READ_LAG_SECONDS, 5),
  DATABASE_POOL_SIZE: numberFrom(1, MAX_POOL_SIZE, 10),
  DATABASE_CONNECT_TIMEOUT_SECONDS: numberFrom(1, MAX_SECONDS, 5),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: numberFrom(0, MAX_SECONDS, 15),
  DATABASE_LOCK_TIMEOUT_SECONDS: numberFrom(0, MAX_SECONDS, 10),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_SECONDS: numberFrom(0, MAX_SECONDS, 60),
}

type Environment = z.output<z.ZodObject<typeof databaseEnvironment>>

/** Why the settings do not fit together, or null. */
export function findDatabaseConflict(env: Environment): string | null {
  if (env.DATABASE_DIRECT_URL !== null && env.DATABASE_URL === null)
    return 'DATABASE_URL is required with DATABASE_DIRECT_URL: it names the pooler'
  if (env.DATABASE_READ_URL !== null && env.DATABASE_URL === null)
    return 'DATABASE_URL is required with DATABASE_READ_URL: it names the primary'
  return null
}

export function readDatabaseSettings(env: Environment): DatabaseSettings {
  return {
    databaseUrl: env.DATABASE_URL,
    embeddedDatabase: env.DATABASE_EMBEDDED,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseReadLagSeconds: env.DATABASE_READ_MAX_LAG_SECONDS,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseConnectSeconds: env.DATABASE_CONNECT_TIMEOUT_SECONDS,
    databaseStatementSeconds: env.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    databaseLockSeconds: env.DATABASE_LOCK_TIMEOUT_SECONDS,
    databaseIdleTransactionSeconds: env.DATABASE_IDLE_TRANSACTION_TIMEOUT_SECONDS,
  }
}

import { expect, it } from 'vitest'
import { databaseOutageOf, isDatabaseUnavailable, markConnectionError } from './database-outage.ts'

const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

it('tells a database that is away from a statement that is wrong', () => {
  expect(isDatabaseUnavailable(failed('57P01'))).toBe(true)
  expect(isDatabaseUnavailable(failed('XX000', 'failure on connection marked as essential: 10.0.0.2:5432'))).toBe(true)
  expect(isDatabaseUnavailable(failed('XX000', 'cache lookup failed for relation 1'))).toBe(false)
  expect(isDatabaseUnavailable(failed('42703'))).toBe(false)
})

it('tells a lost connection to the database from one to another service', () => {
  expect(isDatabaseUnavailable(markConnectionError(failed('ECONNREFUSED')))).toBe(true)
  expect(isDatabaseUnavailable(failed('ECONNREFUSED'))).toBe(false)
})

it('has one outage for each log', () => {
  const log = { warn: () => undefined, error: () => undefined, info: () => undefined } as never // never called here
  expect(databaseOutageOf(log)).toBe(databaseOutageOf(log))
  expect(databaseOutageOf({ ...(log as object) } as never)).not.toBe(databaseOutageOf(log)) // another log
})

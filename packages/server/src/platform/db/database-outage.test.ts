import { beforeEach, describe, expect, it } from 'vitest'
import { createDatabaseOutage, type DatabaseOutage, databaseOutageOf } from './database-outage.ts'

const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const stopping = () => Object.assign(new Error('stopping'), { code: '57P01' })

describe('the log of a database that is away', () => {
  let nowMs: number
  let lines: [level: string, fields: object, message: string][]
  let outage: DatabaseOutage
  const log = {
    error: (fields: object, message: string) => lines.push(['error', fields, message]),
    info: (fields: object, message: string) => lines.push(['info', fields, message]),
  } as never // only these two are called
  beforeEach(() => {
    nowMs = 0
    lines = []
    outage = createDatabaseOutage(log, () => nowMs)
  })

  it('has the first failure, one line a minute with the number of those in between, and one for the end', () => {
    outage.succeed()
    expect(lines).toEqual([])
    const error = refused()
    for (let second = 0; second <= 120; second++) {
      nowMs = second * 1000
      for (let request = 0; request < 10; request++) outage.fail(error, `r${second}-${request}`)
    }
    expect(lines).toEqual([
      ['error', { error, requestId: 'r0-0' }, 'the database is away'],
      ['error', { error, requestId: 'r60-0', unlogged: 599 }, 'the database is away'],
      ['error', { error, requestId: 'r120-0', unlogged: 599 }, 'the database is away'],
    ])
    lines = []
    nowMs += 10_000
    outage.succeed()
    outage.succeed()
    expect(lines).toEqual([['info', { failures: 1210 }, 'the database is back']])
    outage.fail(error, 'again')
    expect(lines.at(-1)).toEqual(['error', { error, requestId: 'again' }, 'the database is away'])
  })

  it('has another kind of failure at once', () => {
    for (const error of [refused(), stopping(), refused(), new Error('timeout exceeded'), stopping()])
      outage.fail(error, 'r')
    expect(lines).toHaveLength(3)
  })

  it('does not say that it is back while requests still fail', () => {
    for (nowMs = 0; nowMs < 30_000; nowMs += 1000) {
      outage.fail(refused(), 'r')
      outage.succeed()
    }
    expect(lines).toHaveLength(1)
  })

  it('is one for each process', () => {
    expect(databaseOutageOf(log)).toBe(databaseOutageOf(log))
    expect(databaseOutageOf({ ...(log as object) } as never)).not.toBe(databaseOutageOf(log)) // another log
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { createOutageLog, type OutageLogOptions } from './outage-log.ts'

const MINUTE_MS = 60_000
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const stopping = Object.assign(new Error('stopping'), { code: '57P01' })

describe('the log of an outage', () => {
  let nowMs: number
  let lines: [level: string, fields: object, message: string][]
  const write = (level: string) => (fields: object, message: string) => lines.push([level, fields, message])
  const log = { warn: write('warn'), error: write('error'), info: write('info') } as never // only these are called
  const texts = { failed: 'away', recovered: 'back' }
  const logOf = (options: OutageLogOptions = {}) => createOutageLog(log, texts, { nowMs: () => nowMs, ...options })
  beforeEach(() => {
    nowMs = 0
    lines = []
  })

  it('has one line for the first failure, a reminder every ten minutes, and one for the end', () => {
    const outage = logOf()
    outage.succeed()
    expect(lines).toEqual([])
    for (const minutes of [0, 1, 9, 10, 11]) {
      nowMs = minutes * MINUTE_MS
      outage.fail(refused)
    }
    expect(lines).toEqual([
      ['warn', { error: refused }, 'away'],
      ['warn', { error: refused, unlogged: 2 }, 'away'],
    ])
    outage.succeed()
    outage.succeed()
    outage.fail(refused, { requestId: 'r' })
    expect(lines.slice(2)).toEqual([
      ['info', { failures: 5 }, 'back'],
      ['warn', { error: refused, requestId: 'r' }, 'away'],
    ])
  })

  it('has another kind of failure at once', () => {
    const outage = logOf()
    for (const error of [refused, stopping, refused, new Error('timeout'), new TypeError('bug'), 'text', stopping])
      outage.fail(error)
    expect(lines).toHaveLength(5)
  })

  it('has no end while some calls still fail, if it waits for quiet', () => {
    const outage = logOf({ quietMs: 10_000, intervalMs: MINUTE_MS, level: 'error' })
    for (; nowMs < 30_000; nowMs += 1000) {
      outage.fail(refused)
      outage.succeed()
    }
    expect(lines.map(([level]) => level)).toEqual(['error'])
    nowMs += 10_000
    outage.succeed()
    expect(lines.at(-1)).toEqual(['info', { failures: 30 }, 'back'])
  })
})

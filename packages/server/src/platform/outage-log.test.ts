import { describe, expect, it } from 'vitest'
import { createOutageLog } from './outage-log.ts'

describe('the log of a loop that fails', () => {
  it('has one line for an outage, a reminder every ten minutes, and one for its end', () => {
    let nowMs = 0
    const lines: string[] = []
    const log = {
      warn: (_fields: object, message: string) => lines.push(`warn ${message}`),
      info: (message: string) => lines.push(`info ${message}`),
    }
    const outage = createOutageLog(log as never, { failed: 'away', recovered: 'back' }, () => nowMs) // only these two
    outage.succeed()
    expect(lines).toEqual([])
    for (const minutes of [0, 1, 9, 10, 11]) {
      nowMs = minutes * 60_000
      outage.fail(new Error('refused'))
    }
    expect(lines).toEqual(['warn away', 'warn away'])
    outage.succeed()
    outage.succeed()
    outage.fail(new Error('refused'))
    expect(lines.slice(2)).toEqual(['info back', 'warn away'])
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Assumptions, type Measured, scaleFor, scalingTable } from './scaling.ts'
import { ASSUMED, MEASURED, PEOPLE } from './scaling-inputs.ts'

const measured: Measured = {
  serverCpuMs: 10,
  databaseCpuMs: 5,
  rows: 4,
  rowBytes: 1_000,
  frameBytes: 2_000,
  socketBytes: 2 ** 15,
  processBytes: 2 ** 28,
  fixedPromptTokens: 500,
}
const assumed: Assumptions = {
  turnsPerPersonPerDay: 24,
  minutesOpenPerDay: 36,
  peakFactor: 4,
  messageBytes: 100,
  replyBytes: 900,
  messageTokens: 25,
  replyTokens: 200,
  historyTokens: 1_475,
  cachedShare: 0.5,
  secondsPerReply: 5,
  coreLoad: 0.5,
  coresPerMachine: 4,
  memoryGibPerMachine: 16,
  databaseCopies: 3,
  pricePromptMillion: 2,
  priceCachedMillion: 1,
  priceReplyMillion: 10,
  priceMachineMonth: 100,
  priceStoredGbMonth: 0.1,
  priceSentGb: 0.05,
}

describe('scaleFor', () => {
  it('follows from its inputs, as by hand', () => {
    const scale = scaleFor(36_000, measured, assumed)
    expect(scale).toMatchObject({
      turnsPerDay: 864_000, // 36,000 × 24
      peakTurnsPerSecond: 40, // 10 on average × 4
      peakReplies: 200,
      peakSockets: 3_600, // a fortieth of the day × 4
      serverCores: 0.8, // 40 × 10 ms at half load
      processes: 1,
      databaseCores: 0.4,
      machines: 2,
      rowsPerDay: 3_456_000,
      promptTokensPerDay: 864_000 * 2_000,
      replyTokensPerDay: 172_800_000,
      peakPromptTokensPerSecond: 80_000,
      peakReplyTokensPerSecond: 8_000,
      machineCost: 200,
    })
    expect(scale.serverMemoryGib).toBeCloseTo(0.25 + (3_600 * 2 ** 15) / 2 ** 30)
    expect(scale.storedGbPerDay).toBeCloseTo(1.728) // 864,000 × 2,000 bytes
    expect(scale.sentGbPerDay).toBeCloseTo(3.456) // twice the texts
    expect(scale.peakSentMbit).toBeCloseTo(1.28)
    expect(scale.modelCost).toBeCloseTo(30 * (1_728 * 1.5 + 172.8 * 10))
    expect(scale.storageCost).toBeCloseTo(((1.728 * 365) / 2) * 3 * 0.1)
    expect(scale.trafficCost).toBeCloseTo(3.456 * 30 * 0.05)
  })

  it('needs as many machines as the scarcer of cores and memory', () => {
    const { machines } = scaleFor(360_000, measured, assumed)
    expect(machines).toBe(2 + 1) // 8 cores, and 4
    const wide = scaleFor(360_000, { ...measured, socketBytes: 2 ** 20 }, assumed)
    expect(wide.serverMemoryGib).toBeGreaterThan(32)
    expect(wide.machines).toBe(3 + 1)
  })
})

it('docs/scaling.md has the table of these inputs', () => {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  expect(page).toContain(scalingTable(PEOPLE, MEASURED, ASSUMED).join('\n'))
})

import type { Assumptions, Measured } from './scaling.ts'

/** The sizes of docs/scaling.md. */
export const PEOPLE = [10_000, 100_000, 1_000_000]

/**
 * Measured on 27 November 2026 on two cores that did nothing else: `npm run bench load` and, for sockets, `npm run
 * bench idle-sockets`.
 */
export const MEASURED: Measured = {
  serverCpuMs: 14,
  databaseCpuMs: 3.7,
  rows: 4.8,
  rowBytes: 1_030,
  frameBytes: 20_500,
  socketBytes: 4_734,
  processBytes: 383 * 2 ** 20,
  fixedPromptTokens: 1_056,
}

/** Not measured by anybody: round numbers to be replaced. */
export const ASSUMED: Assumptions = {
  turnsPerPersonPerDay: 30,
  minutesOpenPerDay: 40,
  peakFactor: 3,
  messageBytes: 80,
  replyBytes: 600,
  messageTokens: 20,
  replyTokens: 150,
  historyTokens: 2_500,
  cachedShare: 0.7,
  secondsPerReply: 5,
  coreLoad: 0.5,
  coresPerMachine: 8,
  memoryGibPerMachine: 32,
  databaseCopies: 4,
  pricePromptMillion: 0.5,
  priceCachedMillion: 0.1,
  priceReplyMillion: 1.5,
  priceMachineMonth: 200,
  priceStoredGbMonth: 0.1,
  priceSentGb: 0.05,
}

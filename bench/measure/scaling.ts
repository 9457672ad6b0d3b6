/**
 * What one turn, one socket and one process take, as the benchmarks measured it; docs/scaling.md says how and where.
 */
export interface Measured {
  /** CPU of Everkin and of PostgreSQL per turn, in milliseconds of one core. */
  serverCpuMs: number
  databaseCpuMs: number
  /** Rows that a turn adds, and the bytes of these rows and their indexes, without the texts. */
  rows: number
  rowBytes: number
  /** Bytes over the socket per turn, without its texts, which cross it twice. */
  frameBytes: number
  /** Memory of an idle signed-in socket, and of a process under load. */
  socketBytes: number
  processBytes: number
  /** Tokens of a prompt that are not the conversation: rules, card, notes. */
  fixedPromptTokens: number
}

/** What people do, and what things cost. None of it was measured: replace it by what is true for you. */
export interface Assumptions {
  turnsPerPersonPerDay: number
  /** Minutes a day that a person has a page open. */
  minutesOpenPerDay: number
  /** The busiest second of a day in seconds of the average. */
  peakFactor: number
  messageBytes: number
  replyBytes: number
  messageTokens: number
  replyTokens: number
  /** The conversation in an average prompt. */
  historyTokens: number
  /** Share of the prompt’s tokens that the provider reads from its cache. */
  cachedShare: number
  secondsPerReply: number
  /** The share of a core that may be busy at the peak, so that the first word stays fast. */
  coreLoad: number
  coresPerMachine: number
  memoryGibPerMachine: number
  /** Copies of the database: itself, its replicas, and backups. */
  databaseCopies: number
  /** Prices in your currency. */
  pricePromptMillion: number
  priceCachedMillion: number
  priceReplyMillion: number
  priceMachineMonth: number
  priceStoredGbMonth: number
  priceSentGb: number
}

export interface Scale {
  turnsPerDay: number
  peakTurnsPerSecond: number
  peakReplies: number
  peakSockets: number
  serverCores: number
  /** One for each core that is needed. */
  processes: number
  serverMemoryGib: number
  machines: number
  databaseCores: number
  rowsPerDay: number
  storedGbPerDay: number
  storedGbPerYear: number
  sentGbPerDay: number
  peakSentMbit: number
  promptTokensPerDay: number
  replyTokensPerDay: number
  peakPromptTokensPerSecond: number
  peakReplyTokensPerSecond: number
  /** Per month of 30 days. */
  modelCost: number
  machineCost: number
  storageCost: number
  trafficCost: number
  costPerPerson: number
}

const DAY_SECONDS = 86_400
const GIB = 2 ** 30
const MONTH_DAYS = 30

/** What a site with so many people a day takes. Storage is that of the first year, on average half full. */
export function scaleFor(people: number, measured: Measured, assumed: Assumptions): Scale {
  const turnsPerDay = people * assumed.turnsPerPersonPerDay
  const peakTurnsPerSecond = (turnsPerDay / DAY_SECONDS) * assumed.peakFactor
  const peakSockets = people * (assumed.minutesOpenPerDay / (DAY_SECONDS / 60)) * assumed.peakFactor
  const coresFor = (cpuMs: number) => (peakTurnsPerSecond * cpuMs) / 1000 / assumed.coreLoad
  const serverCores = coresFor(measured.serverCpuMs)
  const databaseCores = coresFor(measured.databaseCpuMs)
  const processes = Math.max(1, Math.ceil(serverCores))
  const serverMemoryGib = (processes * measured.processBytes + peakSockets * measured.socketBytes) / GIB
  const textBytes = assumed.messageBytes + assumed.replyBytes
  const storedGbPerDay = (turnsPerDay * (measured.rowBytes + textBytes)) / 1e9
  const sentGbPerDay = (turnsPerDay * (measured.frameBytes + 2 * textBytes)) / 1e9
  const promptTokens = measured.fixedPromptTokens + assumed.historyTokens + assumed.messageTokens
  const promptTokensPerDay = turnsPerDay * promptTokens
  const replyTokensPerDay = turnsPerDay * assumed.replyTokens
  const machinesFor = (cores: number, memoryGib: number) =>
    Math.max(1, Math.ceil(cores / assumed.coresPerMachine), Math.ceil(memoryGib / assumed.memoryGibPerMachine))
  const databaseMachines = machinesFor(databaseCores, 0)
  const machines = machinesFor(serverCores, serverMemoryGib) + databaseMachines
  const promptPrice =
    assumed.cachedShare * assumed.priceCachedMillion + (1 - assumed.cachedShare) * assumed.pricePromptMillion
  const modelCost =
    (MONTH_DAYS * (promptTokensPerDay * promptPrice + replyTokensPerDay * assumed.priceReplyMillion)) / 1e6
  const machineCost = machines * assumed.priceMachineMonth
  const storedGbPerYear = storedGbPerDay * 365
  const storageCost = (storedGbPerYear / 2) * assumed.databaseCopies * assumed.priceStoredGbMonth
  const trafficCost = sentGbPerDay * MONTH_DAYS * assumed.priceSentGb
  return {
    turnsPerDay,
    peakTurnsPerSecond,
    peakReplies: peakTurnsPerSecond * assumed.secondsPerReply,
    peakSockets,
    serverCores,
    processes,
    serverMemoryGib,
    machines,
    databaseCores,
    rowsPerDay: turnsPerDay * measured.rows,
    storedGbPerDay,
    storedGbPerYear,
    sentGbPerDay,
    peakSentMbit: (peakTurnsPerSecond * (measured.frameBytes + 2 * textBytes) * 8) / 1e6,
    promptTokensPerDay,
    replyTokensPerDay,
    peakPromptTokensPerSecond: peakTurnsPerSecond * promptTokens,
    peakReplyTokensPerSecond: peakTurnsPerSecond * assumed.replyTokens,
    modelCost,
    machineCost,
    storageCost,
    trafficCost,
    costPerPerson: (modelCost + machineCost + storageCost + trafficCost) / people,
  }
}

const ROWS: readonly [title: string, of: keyof Scale][] = [
  ['turns a day', 'turnsPerDay'],
  ['turns a second at the peak', 'peakTurnsPerSecond'],
  ['replies under way at the peak', 'peakReplies'],
  ['open sockets at the peak', 'peakSockets'],
  ['cores for Everkin', 'serverCores'],
  ['processes', 'processes'],
  ['memory of these processes, GiB', 'serverMemoryGib'],
  ['cores for PostgreSQL', 'databaseCores'],
  ['machines, both together', 'machines'],
  ['rows a day', 'rowsPerDay'],
  ['GB stored a day', 'storedGbPerDay'],
  ['GB stored a year', 'storedGbPerYear'],
  ['GB sent a day', 'sentGbPerDay'],
  ['Mbit a second sent at the peak', 'peakSentMbit'],
  ['prompt tokens a day', 'promptTokensPerDay'],
  ['reply tokens a day', 'replyTokensPerDay'],
  ['prompt tokens a second at the peak', 'peakPromptTokensPerSecond'],
  ['reply tokens a second at the peak', 'peakReplyTokensPerSecond'],
  ['money a month: language model', 'modelCost'],
  ['money a month: machines', 'machineCost'],
  ['money a month: storage', 'storageCost'],
  ['money a month: traffic', 'trafficCost'],
  ['money a month for one daily person', 'costPerPerson'],
]

/** The lines of a Markdown table with a column for each number of people. */
export function scalingTable(people: readonly number[], measured: Measured, assumed: Assumptions): string[] {
  const scales = people.map((count) => scaleFor(count, measured, assumed))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['people a day', ...people.map(readable)]),
    line(['---', ...people.map(() => '---:')]),
    ...ROWS.map(([title, of]) => line([title, ...scales.map((scale) => readable(scale[of]))])),
  ]
}

/** Two significant digits are more than the assumptions deserve. */
function readable(value: number): string {
  const rounded = Number(value.toPrecision(2))
  const units = [
    [1e12, ' trillion'],
    [1e9, ' billion'],
    [1e6, ' million'],
  ] as const
  for (const [unit, name] of units) if (rounded >= unit) return `${Number((rounded / unit).toPrecision(2))}${name}`
  return rounded.toLocaleString('en-GB', { maximumSignificantDigits: 2 })
}

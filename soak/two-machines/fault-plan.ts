/** The two servers, as if each were a machine of its own. */
export const MACHINES = ['a', 'b'] as const
export type Machine = (typeof MACHINES)[number]

/** What a machine is connected to. `people` are the connections that come in. */
export const LINKS = ['people', 'postgres', 'redis', 's3', 'model'] as const
export type Link = (typeof LINKS)[number]

/** One thing that goes wrong, `forMs` long. */
export type Fault = { forMs: number } & (
  | { kind: 'kill' | 'rolling restart'; machine: Machine }
  | { kind: 'delay'; machine: Machine; link: Link; delayMs: number }
  | { kind: 'cut' | 'black hole'; machine: Machine; link: Link }
  | { kind: 'redis flushed' | 'redis stopped' | 'redis silent' }
  | { kind: 'postgres restarted' | 'postgres crashed' | 'postgres disk full' }
  | { kind: 'worker restarted' | 'worker crashed'; worker: number }
  | { kind: 's3 stopped' | 's3 disk full' }
)
export type FaultKind = Fault['kind']

/** A fault, and when it begins. */
export interface PlannedFault {
  atMs: number
  fault: Fault
}

/** How often each kind comes in a round of the plan. */
const ROUND: Readonly<Record<FaultKind, number>> = {
  kill: 4,
  'rolling restart': 3,
  delay: 4,
  cut: 5,
  'black hole': 4,
  'redis flushed': 1,
  'redis stopped': 2,
  'redis silent': 1,
  'postgres restarted': 2,
  'postgres crashed': 2,
  'postgres disk full': 1,
  'worker restarted': 2,
  'worker crashed': 2,
  's3 stopped': 1,
  's3 disk full': 1,
}
/** For runs of seconds: what they must at least have. */
const FIRST: readonly FaultKind[] = ['kill', 'redis stopped', 'rolling restart', 'cut']

const PAUSE_MS = [1_000, 6_000] as const
const MAX_LINK_DELAY_MS = 500
const MIN_LINK_DELAY_MS = 50

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The faults of a run, the same for the same seed. Kinds come in shuffled rounds, so that even a run of minutes has each
 * of them. Links and machines are chosen at random, and faults overlap. A kind that `can` refuses is left out.
 */
export function planFaults(seed: number, durationMs: number, can: (kind: FaultKind) => boolean): PlannedFault[] {
  const random = seededRandom(seed)
  const between = (from: number, to: number) => Math.round(from + random() * (to - from))
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]! // never empty
  const planned: PlannedFault[] = []
  let waiting = FIRST.filter(can)
  for (let atMs = between(...PAUSE_MS); atMs < durationMs; atMs += between(...PAUSE_MS)) {
    if (waiting.length === 0) waiting = shuffled(round(can), random)
    const kind = waiting.shift()!
    planned.push({ atMs, fault: faultOf(kind, between, oneOf) })
  }
  return planned
}

function round(can: (kind: FaultKind) => boolean): FaultKind[] {
  const kinds = Object.keys(ROUND) as FaultKind[] // keys of the constant above
  return kinds.filter(can).flatMap((kind) => Array.from({ length: ROUND[kind] }, () => kind))
}

function shuffled<Value>(values: Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value)
}

function faultOf(
  kind: FaultKind,
  between: (from: number, to: number) => number,
  oneOf: <Value>(values: readonly Value[]) => Value,
): Fault {
  switch (kind) {
    case 'kill':
      return { kind, machine: oneOf(MACHINES), forMs: between(0, 3_000) }
    case 'rolling restart':
      return { kind, machine: oneOf(MACHINES), forMs: 0 }
    case 'delay': {
      const delayMs = between(MIN_LINK_DELAY_MS, MAX_LINK_DELAY_MS)
      return { kind, machine: oneOf(MACHINES), link: oneOf(LINKS), delayMs, forMs: between(2_000, 10_000) }
    }
    case 'cut':
      return { kind, machine: oneOf(MACHINES), link: oneOf(LINKS), forMs: 0 }
    case 'black hole':
      return { kind, machine: oneOf(MACHINES), link: oneOf(LINKS), forMs: between(1_000, 12_000) }
    case 'redis flushed':
      return { kind, forMs: 0 }
    case 'redis stopped':
    case 'redis silent':
      return { kind, forMs: between(500, 6_000) }
    case 'postgres restarted':
    case 'postgres crashed':
      return { kind, forMs: between(0, 3_000) }
    case 'worker restarted':
    case 'worker crashed':
      return { kind, worker: between(0, 1), forMs: between(0, 3_000) }
    case 'postgres disk full':
    case 's3 disk full':
    case 's3 stopped':
      return { kind, forMs: between(1_000, 6_000) }
  }
}

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Gauge } from '../../../platform/monitoring/health.ts'
import type { Verdict } from '../screening/screen-text.ts'
import type { VerdictRef } from '../store.ts'
import { recordVerdict } from '../verdicts.ts'
import {
  type ModeratedSurface,
  type ModerationCategory,
  ModerationError,
  type ModerationFault,
  type ModerationFinding,
  type ModerationInput,
  type ModerationModel,
} from './moderation-model.ts'

/**
 * What the moderation model says. `off`: none is configured, or it does not look at pictures; the local rules decide
 * alone. `unavailable`: one is configured and gave no verdict; what that means is decided by who asked (M2, M3).
 */
export type ModerationOutcome = { kind: 'off' } | { kind: 'clear' } | { kind: 'unavailable' } | ModelVerdict

type ModelVerdict = Exclude<Verdict, { kind: 'clear' }> & { category: ModerationCategory }

interface ModerationRequest {
  surface: ModeratedSurface
  /** What the verdict is about, as in `recordVerdict`; null stores it without a reference. */
  ref: VerdictRef | null
  /** From or for someone in the protected mode: sexual words are then doubtful, not a matter of the rating (A8). */
  isTeen?: boolean
  /** The caller stores the verdict, with what it is about. */
  isStoredByCaller?: boolean
  /** Ends the wait of a caller that is gone; its outcome is then `unavailable` and counts as nothing. */
  signal?: AbortSignal
}

/** `off` without a model; `down` from a call that failed until the next that succeeds. */
type ModerationState = 'off' | 'ok' | 'down'

/** The moderation model beside the local rules (M1). It never throws: every check has an outcome. */
export interface Moderator {
  state(): ModerationState
  checkText(text: string, request: ModerationRequest): Promise<ModerationOutcome>
  checkImage(image: { bytes: Uint8Array; mediaType: string }, request: ModerationRequest): Promise<ModerationOutcome>
  metrics(): Gauge[]
}

interface Dependencies {
  database: Database
  clock: Clock
  log: Log
  /** The model in use now; null: none is configured. */
  model: () => ModerationModel | null
  timeoutMs?: number
}

/** Long enough for a judge on the same machine, short enough that a person still waits. */
const TEXT_TIMEOUT_MS = 4_000
const IMAGE_TIMEOUT_MS = 20_000
/** A longer text is checked in slices, all of which must be clear. */
export const MAX_CHECKED_LENGTH = 8_000
/** How many slices of one text are checked at the same time. */
export const CHECK_CONCURRENCY = 4

export const NO_MODERATOR: Moderator = {
  state: () => 'off',
  checkText: async () => ({ kind: 'off' }),
  checkImage: async () => ({ kind: 'off' }),
  metrics: () => [],
}

export function createModerator({ database, clock, log, model, timeoutMs }: Dependencies): Moderator {
  const counts = { clear: 0, doubtful: 0, blocked: 0, unavailable: 0 }
  /** The model that is failing. A different model starts as healthy. */
  let failing: ModerationModel | null = null

  const state = (): ModerationState => {
    const current = model()
    if (!current) return 'off'
    return failing === current || !current.isReachable ? 'down' : 'ok'
  }

  const recordFault = (current: ModerationModel, fault: ModerationFault) => {
    counts.unavailable += 1
    if (failing !== current) log.error({ fault }, 'the moderation model gives no verdicts; see docs/safety.md')
    failing = current
  }

  async function ask(input: ModerationInput, request: ModerationRequest): Promise<ModerationOutcome> {
    const current = model()
    if (!current) return { kind: 'off' }
    const limit = timeoutMs ?? (input.kind === 'image' ? IMAGE_TIMEOUT_MS : TEXT_TIMEOUT_MS)
    const late = AbortSignal.timeout(limit)
    try {
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
      const outcome = outcomeOf(await current.findProblems(input, signal), request, current.name)
      if (failing === current) {
        failing = null
        log.info({}, 'the moderation model gives verdicts again')
      }
      counts[outcome.kind] += 1
      if (!request.isStoredByCaller) await recordVerdict(database, { ...request, verdict: outcome, now: clock.now() })
      return outcome
    } catch (error) {
      if (error instanceof ModerationError && error.fault === 'unsupported') return { kind: 'off' }
      if (!request.signal?.aborted) recordFault(current, error instanceof ModerationError ? error.fault : 'timeout')
      return { kind: 'unavailable' }
    }
  }

  return {
    state,
    async checkText(text, request) {
      if (text.trim() === '') return model() ? { kind: 'clear' } : { kind: 'off' }
      let worst: ModerationOutcome = { kind: 'clear' }
      const slices = [...slicesOf(text)]
      for (let from = 0; from < slices.length; from += CHECK_CONCURRENCY) {
        const asked = slices
          .slice(from, from + CHECK_CONCURRENCY)
          .map((slice) => ask({ kind: 'text', text: slice }, request))
        const outcomes = await Promise.all(asked)
        const last = outcomes.find(({ kind }) => kind === 'blocked' || kind === 'off' || kind === 'unavailable')
        if (last) return last
        worst = outcomes.find(({ kind }) => kind === 'doubtful') ?? worst
      }
      return worst
    },
    checkImage: ({ bytes, mediaType }, request) => ask({ kind: 'image', bytes, mediaType }, request),
    metrics: () => {
      const now = state()
      if (now === 'off') return []
      const total = Object.entries(counts).map(([outcome, value]) => ({
        name: `everkin_moderation_${outcome}_total`,
        help: `Checks by the moderation model with the outcome “${outcome}”, since the start of this process.`,
        value,
      }))
      const up = { name: 'everkin_moderation_up', help: '1 while the moderation model gives verdicts.' }
      return [{ ...up, value: now === 'ok' ? 1 : 0 }, ...total]
    },
  }
}

/** A certain finding blocks; who expresses self-harm about themselves gets help, not a refusal (detect-crisis.ts). */
function outcomeOf(
  findings: readonly ModerationFinding[],
  request: Pick<ModerationRequest, 'surface' | 'isTeen'>,
  model: string,
): { kind: 'clear' } | ModelVerdict {
  const relevant = findings.flatMap((finding) => findingOn(request, finding) ?? [])
  const worst = relevant.find(({ isCertain }) => isCertain) ?? relevant[0]
  if (!worst) return { kind: 'clear' }
  const { category } = worst
  return worst.isCertain
    ? { kind: 'blocked', category, rule: 'model', at: 0, model }
    : { kind: 'doubtful', category, rule: 'model', model }
}

const PICTURES: readonly ModeratedSurface[] = ['picture', 'media_prompt']
const OWN_WORDS: readonly ModeratedSurface[] = ['user_message', 'report']

function findingOn(
  { surface, isTeen = false }: Pick<ModerationRequest, 'surface' | 'isTeen'>,
  finding: ModerationFinding,
): ModerationFinding | null {
  const { category } = finding
  if (category === 'sexual') {
    // Between adults it is a matter of the rating, which a person decides for a card.
    if (PICTURES.includes(surface)) return finding
    return isTeen || surface === 'card' || surface === 'group' ? { ...finding, isCertain: false } : null
  }
  if (surface === 'report') return { ...finding, isCertain: false }
  if (category === 'self_harm_encouragement' && OWN_WORDS.includes(surface)) return { ...finding, isCertain: false }
  return finding
}

function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += MAX_CHECKED_LENGTH) yield text.slice(from, from + MAX_CHECKED_LENGTH)
}

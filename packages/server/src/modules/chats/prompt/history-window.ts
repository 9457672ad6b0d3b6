/** The newest part of the budget that the conversation keeps at least when its beginning moves. */
const MIN_FILL = 0.45
/** Messages that leave when the conversation has grown by this share of its budget count as about to leave. */
export const READ_AHEAD_SHARE = 0.2

/** A message of the path, as the window sees it. */
export interface WindowMessage {
  seq: number
  tokens: number
}

export interface WindowBudget {
  /** All messages stay while they cost no more than this. */
  whole: number
  /** What the messages may cost once some have left. */
  trimmed: number
  /** The newest messages that stay whatever the budget is. */
  least: number
}

/**
 * Where the conversation begins in a prompt: the index of the first message that is included. Messages leave in steps:
 * the beginning stays for many turns and then moves once, to between 45 and 72 % of the budget, so that the prompts in
 * between begin with the same text and a model server's cache can be used.
 *
 * The beginning depends on nothing but the messages that fit and their numbers: of all places at which the rest would
 * fill at least 45 % of the budget, it is the one whose number is the roundest in binary, counting numbers that were
 * skipped. A longer path through the same messages has the same beginning until that place no longer fits. So it is the
 * same in every process and after a restart, and needs no stored state.
 */
export function findHistoryStart(path: readonly WindowMessage[], budget: WindowBudget): number {
  const latest = Math.max(0, path.length - budget.least)
  let total = 0
  for (const message of path) total += message.tokens
  if (total <= budget.whole) return 0
  let best = latest
  let bestRoundness = -1
  let rest = 0
  for (let at = path.length - 1; at >= 0; at--) {
    rest += path[at]!.tokens // within the path
    if (rest > budget.trimmed) break
    if (at > latest) continue
    const isFilled = rest >= budget.trimmed * MIN_FILL
    const roundness = isFilled ? roundnessOf(path, at) : -1
    if (roundness >= bestRoundness) {
      best = at
      bestRoundness = roundness
    }
  }
  return best
}

/** The index of the first message that stays after the next step: those before it are about to leave. */
export function findNextHistoryStart(path: readonly WindowMessage[], budget: WindowBudget): number {
  const left = 1 - READ_AHEAD_SHARE
  return findHistoryStart(path, { ...budget, whole: budget.whole * left, trimmed: budget.trimmed * left })
}

/** The power of two of the roundest number after the message before, up to this one's. */
function roundnessOf(path: readonly WindowMessage[], at: number): number {
  const { seq } = path[at]! // the caller's index
  return 31 - Math.clz32((path[at - 1]?.seq ?? seq - 1) ^ seq)
}

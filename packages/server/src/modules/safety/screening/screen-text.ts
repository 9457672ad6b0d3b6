import { type Cue, RuleEvaluator, type RuleHit } from '@everkin/text-safety'
import {
  AGE_COMBINATIONS,
  EARLIER_TURN_LENGTH,
  EARLIER_TURNS_READ,
  type SafetyCategory,
  SCREENING_RULES,
  STUDY_REACH,
  TEEN_RULES,
} from '../rules.ts'
import { readTurn } from './screening-lexicon.ts'

/** Where a text comes from [B6]. */
export type ScreenedSurface =
  | 'card'
  | 'group'
  | 'user_message'
  | 'model_reply'
  | 'nickname'
  | 'persona'
  | 'report'
  | 'invitation'
  | 'media_prompt'

export type ScreeningContext = {
  surface: ScreenedSurface
  /** Earlier turns, oldest first: a hit may be split across turns. */
  previous?: readonly string[]
  adultMode: boolean
  /** From or for someone in the protected mode: nothing romantic or sexual either (A8). */
  isTeen?: boolean
  /** The text is its writer’s own and a crisis message: nothing that it says of self-harm is a reason to refuse it (C1). */
  isCrisis?: boolean
}

/** `at` is the UTF-16 offset where the completing words begin; `model` the moderation model whose verdict it is. */
export type Verdict =
  | { kind: 'clear' }
  | { kind: 'blocked'; category: SafetyCategory; rule: string; at: number; model?: string }
  | { kind: 'doubtful'; category: SafetyCategory; rule: string; model?: string }

export type ScreeningEvaluator = RuleEvaluator<SafetyCategory>
export type ScreeningHit = RuleHit<SafetyCategory>

/** Rules that a person who talks about themself may hit: they get help lines, not a refusal. */
export const HELPED_RULES: readonly string[] = ['B3.method', 'B3.instruction', 'B3.urging']

/** Where words of study, care or protection may soften a hit. */
const CONVERSATION_SURFACES: readonly ScreenedSurface[] = ['user_message', 'model_reply', 'report']

/**
 * The local rules B1 to B4 over one text: `blocked` stores nothing and answers 1011, `doubtful` waits for a moderator
 * where something is published. Needs no network, cannot be switched off, and takes time linear in the text.
 */
export function screenText(text: string, context: ScreeningContext): Verdict {
  const evaluator = createEvaluator(context.previous ?? [], context.surface, context.isTeen ?? false)
  let doubtful: ScreeningHit | undefined
  for (const cue of readTurn(text).cues) {
    for (const hit of evaluator.add(cue)) {
      if (!hit.isDoubtful && !isOnlyDoubtful(hit, context)) {
        return { kind: 'blocked', category: hit.category, rule: hit.rule, at: hit.cue.start }
      }
      doubtful ??= hit
    }
  }
  return doubtful ? { kind: 'doubtful', category: doubtful.category, rule: doubtful.rule } : { kind: 'clear' }
}

/**
 * A report must reach its reader whatever it quotes [R1]. A person who asks how to hurt themself gets help lines
 * (detect-crisis.ts), not a refusal.
 */
function isOnlyDoubtful({ rule, category }: ScreeningHit, { surface, isCrisis }: ScreeningContext): boolean {
  if (surface === 'report') return true
  if (surface !== 'user_message') return false
  return HELPED_RULES.includes(rule) || (isCrisis === true && category === 'self_harm_encouragement')
}

/** An evaluator that has read the end of the earlier turns; their positions are below 0. */
export function createEvaluator(
  previous: readonly string[],
  surface: ScreenedSurface,
  isTeen: boolean,
): ScreeningEvaluator {
  const softeningReach = CONVERSATION_SURFACES.includes(surface) ? STUDY_REACH : null
  const rules = isTeen ? [...SCREENING_RULES, ...TEEN_RULES] : SCREENING_RULES
  const evaluator = new RuleEvaluator({ rules, combinations: AGE_COMBINATIONS, softeningReach })
  const turns = previous.slice(-EARLIER_TURNS_READ).map((turn) => readTurn(turn.slice(-EARLIER_TURN_LENGTH)))
  let begin = -turns.reduce((length, turn) => length + turn.foldedLength + 1, 0)
  for (const turn of turns) {
    for (const cue of turn.cues) evaluator.add(shifted(cue, begin))
    begin += turn.foldedLength + 1
  }
  return evaluator
}

const shifted = (cue: Cue, by: number): Cue => ({
  ...cue,
  position: cue.position + by,
  positionEnd: cue.positionEnd + by,
})

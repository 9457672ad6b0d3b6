import { findCues, withoutShielded } from '@everkin/text-safety'
import { CUE } from '../rules.ts'
import { HELPED_RULES, type ScreeningContext, screenText, type Verdict } from '../screening/screen-text.ts'
import { screeningLexicon } from '../screening/screening-lexicon.ts'

/**
 * The local rules while the moderation model gives no verdicts: what is only doubtful otherwise is blocked (M3). In an
 * adult chat, which then falls back to safe mode, a reply also has no sexual words (M2).
 */
export function screenStrictly(text: string, context: ScreeningContext): Verdict {
  const verdict = screenText(text, context)
  if (verdict.kind === 'doubtful') {
    if (context.surface === 'user_message' && HELPED_RULES.includes(verdict.rule)) return verdict
    return { ...verdict, kind: 'blocked', at: 0 }
  }
  if (verdict.kind === 'blocked' || !context.adultMode || context.surface !== 'model_reply') return verdict
  const act = withoutShielded(findCues(text, screeningLexicon).cues, CUE.shield).find(({ group }) => group === CUE.act)
  return act ? { kind: 'blocked', category: 'sexual', rule: 'M2.safe_mode', at: act.start } : verdict
}

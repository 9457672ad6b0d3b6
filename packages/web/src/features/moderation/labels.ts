import type { DecisionAction, DecisionReason } from '@everkin/contract/moderation-choices.ts'
import type { REPORT_REASONS } from '@everkin/contract/report-reasons.ts'
import type { TextKey } from '../../i18n/text-key.ts'

/** Texts of every page that shows decisions. */
export const DECISION_TEXTS = ['moderation', 'safety.report.reasons']

/** The key of a reason: those of reports have their words there. */
export function reasonKey(reason: DecisionReason | (typeof REPORT_REASONS)[number]): TextKey {
  return reason === 'no_breach' || reason === 'wrong_rating'
    ? `moderation.reasons.${reason}`
    : `safety.report.reasons.${reason}`
}

const FIELDS = [
  'tagline',
  'greeting',
  'alternate_greetings',
  'creator_notes',
  'tags',
  'description',
  'personality',
  'scenario',
  'examples',
  'system_prompt',
  'post_history_instructions',
  'nickname',
  'group_only_greetings',
  'lorebook',
  'other',
  'caption',
] as const

/** The name of a part of a card; one that a newer server sends keeps its own. */
export function fieldKey(field: string): TextKey | null {
  const known = FIELDS.find((name) => name === field)
  return known ? `moderation.fields.${known}` : null
}

/** Decisions after which something is visible, or stays so. */
export function isFavourable(action: DecisionAction | 'auto_hide' | 'stop'): boolean {
  return action === 'keep' || action === 'restore'
}

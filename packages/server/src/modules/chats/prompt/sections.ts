import { countTokens } from '../../models/module.ts'

export type SectionKind =
  | 'safety'
  | 'instructions'
  | 'lore'
  | 'persona'
  | 'description'
  | 'personality'
  | 'scenario'
  | 'story'
  | 'memory'
  | 'examples'
  | 'history'
  | 'depth'
  | 'note'
  | 'post_history'
  | 'reminder'
  | 'continue'
  | 'unasked'

/** One part of a prompt and its cost, including joints and message marks. */
export interface PromptSection {
  kind: SectionKind
  label: string
  tokens: number
  text: string
  /** Tokens of it that were left out because they did not fit. */
  clipped?: number
}

const LABELS: Record<SectionKind, string> = {
  safety: 'House rules',
  instructions: 'Instructions',
  lore: 'World notes',
  persona: 'About you',
  description: 'Description',
  personality: 'Personality',
  scenario: 'Scenario',
  story: 'Story so far',
  memory: 'Remembered from earlier',
  examples: 'Example dialogue',
  history: 'Conversation',
  depth: 'Note in the conversation',
  note: 'Author’s note',
  post_history: 'Last instructions',
  reminder: 'For this reply',
  continue: 'Continue',
  unasked: 'Unasked',
}

/** The blank line between two sections of the system message. */
const JOINT_TOKENS = 1

export function sectionOf(kind: SectionKind, text: string, extraTokens = 0): PromptSection {
  return { kind, label: LABELS[kind], tokens: countTokens(text) + JOINT_TOKENS + extraTokens, text }
}

export function sumTokens(sections: readonly { tokens: number }[]): number {
  return sections.reduce((sum, section) => sum + section.tokens, 0)
}

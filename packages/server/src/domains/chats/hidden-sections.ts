import { canReadDefinition } from '../../modules/characters/card-for-chat.ts'
import type { PromptSection, SectionKind } from './prompt/sections.ts'
import type { ReplySetting } from './reply-setting.ts'

/** What does not come from a card. Whatever else a prompt may hold is hidden with the definition. */
const NOT_OF_THE_CARD: ReadonlySet<SectionKind> = new Set<SectionKind>([
  'safety',
  'persona',
  'memory',
  'history',
  'note',
  'continue',
  'unasked',
])

/**
 * Whether a section of a prompt would show the person a definition that its maker keeps to themselves. Of a group, the
 * member who speaks counts: each member's material is in its own prompts alone.
 */
export function isHiddenSection(setting: ReplySetting, section: Pick<PromptSection, 'kind'>): boolean {
  const { card, prepared } = setting.speaker
  if (NOT_OF_THE_CARD.has(section.kind) || canReadDefinition(setting.person.id, card)) return false
  // Where the card says nothing, the words are our own.
  if (section.kind === 'instructions') return prepared.systemPrompt.length > 0
  if (section.kind === 'post_history') return prepared.postHistory.length > 0
  if (section.kind === 'scenario') return prepared.scenario.length > 0 && !hasPlainScenario(setting)
  return true
}

/** A group's own scenario stands in place of the member's, unless nothing is left of it: macros can come to nothing. */
function hasPlainScenario({ ready }: ReplySetting): boolean {
  const scenario = ready.card.type === 'multiple' ? (ready.card.casting?.scenario ?? '') : ''
  return scenario.trim() !== '' && !/\{\{|</.test(scenario)
}

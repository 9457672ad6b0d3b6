import { canReadDefinition } from '../../characters/module.ts'
import type { BuiltPrompt } from '../prompt/prompt-input.ts'
import type { PromptSection, SectionKind } from '../prompt/sections.ts'
import { createRedactor, type Redactor } from './redact-verbatim.ts'
import type { ReplyContext } from './reply-context.ts'

/** Sections that do not come from a card. Every other section is hidden together with the definition. */
const NON_CARD_SECTIONS: ReadonlySet<SectionKind> = new Set<SectionKind>([
  'safety',
  'persona',
  'story',
  'memory',
  'history',
  'note',
  'reminder',
  'continue',
  'unasked',
])

/**
 * Whether a section of a prompt would reveal a definition that its creator keeps hidden. In a group the speaking member
 * counts, because each member's material is only in its own prompts.
 */
export function isHiddenSection(replyContext: ReplyContext, section: Pick<PromptSection, 'kind'>): boolean {
  const { card, promptCard } = replyContext.speaker
  if (NON_CARD_SECTIONS.has(section.kind) || canReadDefinition(replyContext.person.id, card)) return false
  // Without instructions in the card, the text is the built-in one.
  if (section.kind === 'instructions') return promptCard.systemPrompt.length > 0
  if (section.kind === 'post_history') return promptCard.postHistory.length > 0
  if (section.kind === 'scenario') return promptCard.scenario.length > 0 && !hasPlainScenario(replyContext)
  return true
}

/** A group's own scenario replaces the member's, unless it is empty after its macros are expanded. */
function hasPlainScenario({ loadedCard }: ReplyContext): boolean {
  const scenario = loadedCard.card.type === 'multiple' ? (loadedCard.card.casting?.scenario ?? '') : ''
  return scenario.trim() !== '' && !/\{\{|</.test(scenario)
}

/** `secret` must not be quoted at length. `known` may be quoted, even where it contains a part of `secret`. */
export interface HiddenDefinition {
  secret: readonly string[]
  known: readonly string[]
}

/**
 * The parts of a hidden definition that are in a prompt: only they can be quoted. Null where nothing is hidden from this
 * reader, who knows the greetings and everything that was said anyway.
 */
export function findHiddenDefinition(
  replyContext: ReplyContext,
  prompt: Pick<BuiltPrompt, 'sections' | 'scene' | 'ownLore'>,
): HiddenDefinition | null {
  if (canReadDefinition(replyContext.person.id, replyContext.speaker.card)) return null
  const { sections, scene, ownLore } = prompt
  const isHidden = (kind: SectionKind) => isHiddenSection(replyContext, { kind })
  const secret = sections.filter(({ kind }) => isHidden(kind)).map(({ text }) => text)
  // The demo model composes replies from these and not from the prompt, which may hold less of them.
  for (const kind of ['description', 'personality', 'scenario'] as const) if (isHidden(kind)) secret.push(scene[kind])
  if (isHidden('examples')) secret.push(scene.exampleDialogue)
  if (isHidden('lore')) secret.push(...scene.lore)
  if (secret.every((text) => text === '')) return null
  const { card } = replyContext.speaker
  const said = sections.filter(({ kind }) => !isHidden(kind)).map(({ text }) => text)
  const known = [
    ...said,
    ...ownLore,
    ...card.greetings,
    scene.greeting,
    card.tagline,
    replyContext.loadedCard.card.tagline,
  ]
  return { secret, known }
}

/**
 * Keeps a reply from quoting a hidden definition at length (LLM-02).
 * @param textBefore the message that the reply continues.
 */
export function createDefinitionRedactor(hidden: HiddenDefinition | null, textBefore: string): Redactor | null {
  return hidden && createRedactor(hidden.secret, hidden.known, textBefore)
}

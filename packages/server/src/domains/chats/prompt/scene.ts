import type { Scene } from '../text-model.ts'
import { type MacroContext, renderTemplate, type Template } from './macros.ts'
import type { FiredLore } from './match-lore.ts'
import type { BuildPromptInput } from './prompt-input.ts'

const MOST_TURNS = 40
const MOST_CHARACTERS = 8000

/** The same turn for a model that reads no prompt: the card's material in words, and the last turns. */
export function buildScene(
  input: BuildPromptInput,
  context: MacroContext,
  lore: readonly FiredLore[],
  groupScenario?: string,
): Scene {
  const { card } = input
  const render = (template: Template) => renderTemplate(template, context).trim().slice(0, MOST_CHARACTERS)
  const path = input.path.slice(-MOST_TURNS - 1)
  const begun = input.isContinuation ? (path.at(-1)?.text ?? '') : ''
  const turns = input.isContinuation ? path.slice(0, -1) : path
  return {
    locale: input.locale,
    characterName: context.characterName,
    personName: context.personName,
    tagline: input.tagline,
    description: render(card.description),
    personality: render(card.personality),
    scenario: groupScenario || render(card.scenario),
    greeting: input.greeting,
    exampleDialogue: render(card.exampleDialogue),
    lore: lore.map((entry) => entry.text),
    turns: turns.slice(-MOST_TURNS).map(({ role, speaker, text }) => ({ role, speaker, text })),
    begun,
    variantIndex: input.variantIndex ?? 0,
  }
}

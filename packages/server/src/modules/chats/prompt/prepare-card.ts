import type { LoreBook } from './lore-book.ts'
import { compileTemplate, type Template } from './macros.ts'
import { prepareLore } from './prepare-lore.ts'
import { roleOf, textOf, toObject, type UntrustedFields } from './untrusted-fields.ts'

/** A card as the prompt builder reads it: every text parsed for macros, the lorebook indexed. Cache it per card version. */
export interface PromptCard {
  nickname: string
  description: Template
  personality: Template
  scenario: Template
  systemPrompt: Template
  postHistory: Template
  /** One template per `<START>` block. */
  examples: Template[]
  /** The whole example dialogue as one text, for models that read the material itself. */
  exampleDialogue: Template
  depthPrompt: { text: Template; depth: number; role: 'system' | 'user' | 'assistant' } | null
  lore: LoreBook
}

/**
 * Prepares a card's definition. Reads only what may enter a prompt: never notes, tags, creator, version, or an entry's
 * name, comment or id. Wrong types count as absent. A large book is better prepared in slices before.
 */
export function prepareCard(
  definition: UntrustedFields,
  lore: LoreBook = prepareLore(definition.character_book),
): PromptCard {
  const template = (key: string) => compileTemplate(textOf(definition[key]))
  return {
    nickname: textOf(definition.nickname).trim(),
    description: template('description'),
    personality: template('personality'),
    scenario: template('scenario'),
    systemPrompt: template('system_prompt'),
    postHistory: template('post_history_instructions'),
    examples: exampleBlocks(textOf(definition.mes_example)).map((block) => compileTemplate(block)),
    exampleDialogue: template('mes_example'),
    depthPrompt: readDepthPrompt(definition.extensions),
    lore,
  }
}

function exampleBlocks(text: string): string[] {
  return text
    .split(/<START>/i)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

function readDepthPrompt(extensions: unknown): PromptCard['depthPrompt'] {
  const { prompt, depth, role } = toObject(toObject(extensions).depth_prompt)
  const text = textOf(prompt)
  if (text.trim() === '') return null
  return { text: compileTemplate(text), depth: typeof depth === 'number' ? Math.max(0, depth) : 4, role: roleOf(role) }
}

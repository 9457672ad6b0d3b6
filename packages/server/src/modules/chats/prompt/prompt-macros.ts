import { singleLineName } from '@everkin/contract/single-line-name.ts'
import { clipToTokens, countTokens } from '../../models/module.ts'
import { compileTemplate, expandMacros, type MacroContext, type MacroField, renderTemplate } from './macros.ts'
import type { BuildPromptInput, PathMessage } from './prompt-input.ts'
import { textOf, withoutTemplateMarks } from './untrusted-fields.ts'

/** The values of macros in the different parts of a prompt. */
export interface MacroContexts {
  /** For texts that are the same in every prompt of a chat: random choices are made once, the time is the full hour. */
  stable: MacroContext
  /** For texts about this turn. */
  turn: MacroContext
  /** For what a person wrote, which may not insert texts of a card: they can be hidden from that person. */
  written: MacroContext
  /** In a group: the scene that all share; empty when it has none. */
  groupScenario: string
}

const HOUR_MS = 3_600_000
/** Characters of other fields that the macros of one prompt insert. */
const MAX_INSERTED = 100_000

export function macroContexts(input: BuildPromptInput): MacroContexts {
  const { card, path } = input
  const name = card.nickname || input.characterName
  const base: MacroContext = {
    characterName: promptName(name) || 'Character',
    personName: promptName(input.persona.name) || 'User',
    ...(input.group && { groupNames: [name, ...input.group.others].map(promptName) }),
    chatSeed: input.chatSeed,
    turnSeed: input.chatSeed,
    now: new Date(Math.floor(input.now.getTime() / HOUR_MS) * HOUR_MS),
    locale: input.locale,
    ...(input.timeZone && { timeZone: input.timeZone }),
    ...(input.modelName && { modelName: input.modelName }),
    variables: new Map(),
  }
  const groupScenario = input.group ? expandMacros(textOf(input.group.scenario), base).trim() : ''
  const templates: Record<Exclude<MacroField, 'persona'>, BuildPromptInput['card']['description']> = {
    description: card.description,
    personality: card.personality,
    scenario: card.scenario,
    mesexamples: card.exampleDialogue,
    charprompt: card.systemPrompt,
    charinstruction: card.postHistory,
  }
  let left = MAX_INSERTED
  const field = (wanted: MacroField) => {
    const text = wanted === 'persona' ? input.persona.text : renderTemplate(templates[wanted], base)
    const inserted = (wanted === 'scenario' && groupScenario ? groupScenario : text).trim().slice(0, left)
    left -= inserted.length
    return inserted
  }
  const saidBy = (role: PathMessage['role']) => path.findLast((message) => message.role === role)?.text ?? ''
  const ofTurn: MacroContext = {
    ...base,
    turnSeed: `${input.chatSeed}/${input.lastSeq ?? path.length}/${input.variantIndex ?? 0}`,
    now: input.now,
    said: {
      last: path.at(-1)?.text ?? '',
      byPerson: saidBy('user'),
      byCharacter: saidBy('character'),
      idleMs: input.idleMs ?? null,
    },
  }
  return { stable: { ...base, field }, turn: { ...ofTurn, field }, written: base, groupScenario }
}

/** A message with more macros than this is taken as it is. */
const MAX_MACROS = 50

/**
 * The path with the macros of the person's own messages expanded; the same from turn to turn. In a group, names before
 * lines are cleaned like those in the instructions, so that a character recognises its own lines.
 */
export function expandPath(input: BuildPromptInput, { written }: MacroContexts): readonly PathMessage[] {
  return input.path.map((message, at) => {
    const named = input.group ? { ...message, speaker: promptName(message.speaker) } : message
    if (message.role !== 'user' || !message.text.includes('{{')) return named
    const template = compileTemplate(withoutTemplateMarks(message.text))
    if (template.length > MAX_MACROS) return named
    const seq = message.seq ?? at
    const text = renderTemplate(template, { ...written, turnSeed: `${input.chatSeed}/${seq}`, variables: new Map() })
    return { ...named, text, tokens: countTokens(text) }
  })
}

/** A longer name is shortened in the prompt, where it occurs a dozen times. */
const NAME_TOKENS = 24

/**
 * A name as instructions to a model contain it: on one short line, without braces and template marks. With a line break
 * or a page of text, a name could pass as an instruction of ours.
 */
export function promptName(name: string): string {
  const line = withoutTemplateMarks(singleLineName(name.slice(0, 200))).replace(/[{}]+/g, ' ')
  return clipToTokens(line.trim(), NAME_TOKENS)
}

import type { Queryable } from '../../../platform/db/database.ts'
import type { Person } from '../../accounts/module.ts'
import {
  findPreset,
  findUsableModel,
  type ModelEntry,
  NO_PRESET,
  requireUsableModel,
  type TextModel,
} from '../../models/module.ts'
import { promptBudget } from '../prompt/build-prompt.ts'
import { REPLY_TOKENS } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'
import type { ReplyWriter } from './chat-context.ts'
import { maxTokensIn, tokenFactorOf } from './token-factor.ts'

type Rules = Pick<ChatServices, 'models' | 'settings' | 'clock'>
interface OwnedChat {
  person: Person
  chat: Pick<ChatRow, 'modelId'>
}

/**
 * The model of a chat: its own, as long as that is connected and its person may use it, else the default one. Work for
 * a chat that nobody sees, such as its memory, uses the same model: whoever chose the model of a chat chose it for all
 * of the chat's text.
 */
export function modelOfChat(services: Rules, { person, chat }: OwnedChat): ModelEntry {
  const own = chat.modelId === null ? null : findUsableModel(services, person, chat.modelId)
  return own ?? services.models.find(null)
}

/** Whether a chat has a model of its own that cannot be used any more. */
export function isModelMissing(services: Rules, { person, chat }: OwnedChat): boolean {
  return chat.modelId !== null && findUsableModel(services, person, chat.modelId) === null
}

/**
 * The model and the preset of a chat's next reply. Queries the database only for a chat with a preset of its person's
 * own; one that was deleted counts as none.
 * @param modelId writes this reply only, in place of the chat's model.
 * @throws AppError NotFound or NotAllowed for a `modelId` that this person cannot use.
 */
export async function findWriter(
  services: Rules & { database: Queryable },
  context: { person: Person; chat: Pick<ChatRow, 'modelId' | 'presetId'> },
  modelId?: string,
): Promise<ReplyWriter> {
  const { person, chat } = context
  const entry = modelId === undefined ? modelOfChat(services, context) : requireUsableModel(services, person, modelId)
  const preset = chat.presetId === null ? null : await findPreset(services.database, person.id, chat.presetId)
  return { entry, preset: preset ?? NO_PRESET }
}

/** What bounds a prompt and its reply. A model alone is enough; the reply then has the usual length. */
export interface ReplyLimits extends Pick<TextModel, 'contextTokens' | 'reasoningTokens'> {
  /** Null or absent: REPLY_TOKENS. */
  wantedReplyTokens?: number | null
}

/** In our estimated tokens: prompts are measured with them. */
export function limitsOf({ entry: { model }, preset }: ReplyWriter): ReplyLimits {
  const contextTokens = Math.min(model.contextTokens, preset.contextTokens ?? model.contextTokens)
  return {
    contextTokens: Math.floor(contextTokens / tokenFactorOf(model)),
    ...(model.reasoningTokens !== undefined && { reasoningTokens: model.reasoningTokens }),
    wantedReplyTokens: preset.maxReplyTokens,
  }
}

/** The longest reply. A small context leaves a quarter of itself for it. */
export function maxReplyTokens({ contextTokens, wantedReplyTokens }: ReplyLimits): number {
  return Math.min(wantedReplyTokens ?? REPLY_TOKENS, Math.floor(contextTokens / 4))
}

/** The tokens of the context that a prompt leaves free: the reply, and hidden reasoning up to another quarter. */
export function reservedTokens(limits: ReplyLimits): number {
  const { contextTokens, reasoningTokens = 0 } = limits
  return maxReplyTokens(limits) + Math.min(reasoningTokens, Math.floor(contextTokens / 4))
}

/** Maximum size in tokens of a prompt within these limits. */
export function maxPromptTokens(limits: ReplyLimits): number {
  return promptBudget(limits.contextTokens, reservedTokens(limits))
}

/** How much of a path may be in a prompt for a model, whatever the preset: the shortest reply leaves the most tokens. */
export function maxPathTokens({ contextTokens }: Pick<TextModel, 'contextTokens'>): number {
  return promptBudget(maxTokensIn(contextTokens), 0)
}

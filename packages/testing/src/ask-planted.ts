import { promptOf, replyTokens } from '@everkin/server/domains/chats/open-reply.ts'
import { countTokens } from '@everkin/server/domains/chats/prompt/count-tokens.ts'
import { readTurn } from '@everkin/server/domains/chats/read-turn.ts'
import { replySetting } from '@everkin/server/domains/chats/reply-setting.ts'
import type { ChatServices } from '@everkin/server/domains/chats/services.ts'
import { askModel } from '@everkin/server/domains/memory/ask-model.ts'
import type { PlantedFact } from './planted-facts.ts'

export interface Asked {
  isRecalled: boolean
  /** From the turn's rows in memory to the finished prompt, recall included. */
  promptMs: number
  promptTokens: number
  /** What the prompt may have. */
  tokenBudget: number
}

/**
 * Asks about one fact as if it were the next message of the chat, without storing it: the chat's own code recalls and
 * builds the prompt, and the server's model answers from it.
 */
export async function askPlanted(
  services: ChatServices,
  personId: string,
  chatId: string,
  fact: PlantedFact,
): Promise<Asked> {
  const turn = await readTurn(services, personId, chatId)
  const before = await services.paths.read(services.database, turn.chat)
  const own = {
    seq: turn.chat.nextSeq,
    role: 'user' as const,
    speakerId: null,
    text: fact.asked,
    tokens: countTokens(fact.asked),
  }
  const start = performance.now()
  const prompt = promptOf(services, await replySetting(services, turn, { path: [...before, own] }))
  const promptMs = performance.now() - start
  const signal = AbortSignal.timeout(20_000)
  const answer = await askModel(services.model, prompt.messages, { maxTokens: 60, locale: turn.locale, signal })
  const { contextTokens } = services.model
  return {
    isRecalled: answer.includes(fact.value),
    promptMs,
    promptTokens: prompt.tokens,
    tokenBudget: contextTokens - replyTokens(contextTokens),
  }
}

import { modelUsage } from '@everkin/contract/http/model-usage.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport, type PersonalData } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createFixedRegistry, type ModelRegistry } from './model-registry.ts'
import type { TextModel } from './text-model.ts'
import { createModelUsage, type ModelUsage } from './usage/model-usage.ts'
import { usageHandlers } from './usage/routes.ts'
import type { UsageServices } from './usage/services.ts'
import { createTokenBudget, dayOf } from './usage/token-budget.ts'
import { anonymizeUsage, listUsageOf, tokensOfDay } from './usage/usage-store.ts'

export type { ModelEntry, ModelRegistry } from './model-registry.ts'
export {
  type PromptImage,
  type PromptMessage,
  type ReasoningEffort,
  type Samplers,
  type Scene,
  type SceneTurn,
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
  type TextModelReason,
  type TextModelRequest,
  type TokenUsage,
} from './text-model.ts'

export type { ModelUsage } from './usage/model-usage.ts'
export type { RequestMeter, RequestUsage } from './usage/request-meter.ts'
export { recordUsage, usageCtes } from './usage/usage-store.ts'
export { isShownCosts, toTotals } from './usage/usage-views.ts'

/** The language models that people talk to, and what they take of them. */
export function createModelsModule(
  core: ServerCore,
  ports: { model: TextModel } & Pick<UsageServices, 'countTokens'>,
): ServerModule & { services: { models: ModelRegistry; usage: ModelUsage } } {
  const models = createFixedRegistry(ports.model)
  const usage = { ...core, countTokens: ports.countTokens, models, budget: createTokenBudget(core) }
  return {
    name: 'models',
    services: { models, usage: createModelUsage(usage) },
    operations: bindHandlers(modelUsage, usageHandlers(usage)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: USAGE_DATA,
    mediaUsage: null,
    metrics: async () => [
      {
        name: 'everkin_model_tokens_today',
        help: 'Tokens of prompts and replies since midnight UTC, of all people.',
        value: await tokensOfDay(core.database, dayOf(core.clock.now()), null),
      },
    ],
    lifecycle: {},
  }
}

const USAGE_DATA: PersonalData = {
  tables: {
    model_usage: { erasure: 'anonymized' },
    model_price: { erasure: 'impersonal', notExported: 'what the operator pays for the models' },
  },
  exportParts: [listExport({ path: 'model-usage.json', about: 'modelUsage', tables: ['model_usage'] }, listUsageOf)],
  eraseSteps: [{ phase: 'content', run: (tx, person) => anonymizeUsage(tx, person.id) }],
}

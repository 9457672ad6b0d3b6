import { NO_PERSONAL_DATA } from '../../platform/personal-data.ts'
import type { ServerModule } from '../../platform/server-module.ts'
import { createFixedRegistry, type ModelRegistry } from './model-registry.ts'
import type { TextModel } from './text-model.ts'

export type { ModelAccess, ModelEntry, ModelRegistry } from './model-registry.ts'
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

/** The language models that people talk to. */
export function createModelsModule(ports: {
  model: TextModel
}): ServerModule & { services: { models: ModelRegistry } } {
  return {
    name: 'models',
    services: { models: createFixedRegistry(ports.model) },
    operations: [],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: NO_PERSONAL_DATA,
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

import { modelChoice } from '@everkin/contract/http/model-choice.ts'
import { models } from '@everkin/contract/http/models.ts'
import { presets } from '@everkin/contract/http/presets.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { exportModelChoices } from './choice/model-choice.ts'
import { modelHandlers } from './list-models.ts'
import type { ModelRegistry } from './model-registry.ts'
import { exportPresets } from './presets/preset-store.ts'
import { modelChoiceHandlers, presetHandlers } from './presets/routes.ts'

export { findChoiceForNewChat, storeChoice } from './choice/model-choice.ts'
export { findUsableModel, messagePriceOf, requireUsableModel } from './choice/usable-model.ts'
export { createFixedRegistry, type ModelAccess, type ModelEntry, type ModelRegistry } from './model-registry.ts'
export { findPreset } from './presets/manage-presets.ts'
export { NO_PRESET, type PresetSettings } from './presets/preset.ts'
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

/** The language models that people talk to, and how they are asked to write. */
export function createModelsModule(
  core: ServerCore,
  ports: { models: ModelRegistry },
): ServerModule & { services: { models: ModelRegistry } } {
  const services = { ...core, ...ports }
  return {
    name: 'models',
    services: ports,
    operations: [
      ...bindHandlers(models, modelHandlers(services)),
      ...bindHandlers(modelChoice, modelChoiceHandlers(services)),
      ...bindHandlers(presets, presetHandlers(services)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: { preset: { erasure: 'deleted' }, model_choice: { erasure: 'deleted' } },
      exportParts: [
        listExport({ path: 'presets.json', about: 'presets', tables: ['preset'] }, exportPresets),
        listExport({ path: 'model-choice.json', about: 'modelChoice', tables: ['model_choice'] }, exportModelChoices),
      ],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

import type { TextModel } from '@everkin/server/modules/models/module.ts'
import { readSettings, SettingError } from '@everkin/server/platform/config.ts'
import { chooseBaseConnection, openProtocol } from '@everkin/server/providers/text-model/choose.ts'
import { createDemoModel } from '@everkin/server/providers/text-model/demo/demo-model.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import type { EvaluationScene } from './scenes.ts'

/** Where the named models are; the key is MODEL_API_KEY. */
export interface ModelPlace {
  kind: string
  baseUrl: string | null
}

/**
 * The model of this name: `demo`, `scripted` (says the good reply of every scene, which shows that the evaluation itself
 * works), else a model of the endpoint. Null: the one that the settings choose, as at the start of a server.
 * @throws SettingError for an endpoint that cannot be used
 */
export async function openModel(
  name: string | null,
  { kind, baseUrl, scenes }: ModelPlace & { scenes: readonly EvaluationScene[] },
): Promise<TextModel> {
  if (name === 'demo') return createDemoModel()
  if (name === 'scripted') return scriptedModel(scenes)
  const settings = readSettings(process.env)
  if (kind === 'anthropic' || kind === 'google') {
    if (name === null) throw new SettingError('--model is required with --kind')
    const { modelApiKey: apiKey, modelContext: contextTokens } = settings
    const model = { name, contextTokens, maxReplyTokens: null, vision: false, reasoning: false }
    return openProtocol(
      settings,
      { kind, baseUrl, apiKey },
      { ...model, access: 'everyone', messagePrice: null, instruct: null },
    )
  }
  if (kind !== 'openai_compatible') throw new SettingError('--kind must be openai_compatible, anthropic or google')
  const modelBaseUrl = baseUrl ?? settings.modelBaseUrl
  if (name !== null && modelBaseUrl === null)
    throw new SettingError('MODEL_BASE_URL or --base-url is required with --model')
  const { model } = await chooseBaseConnection({ ...settings, modelBaseUrl, modelName: name ?? settings.modelName })
  if (model.kind === 'demo') console.log('No model is connected, so the demo model is evaluated.')
  return model
}

function scriptedModel(scenes: readonly EvaluationScene[]): TextModel {
  return createFakeTextModel({
    name: 'scripted',
    reply: ({ scene }) => {
      const asked = scene?.turns.at(-1)?.text
      return { parts: [scenes.find(({ say }) => say === asked)?.good ?? '…'] }
    },
  })
}

import type { TextModel } from '@everkin/server/modules/models/module.ts'
import { readSettings, SettingError } from '@everkin/server/platform/config.ts'
import { chooseBaseConnection } from '@everkin/server/providers/text-model/choose.ts'
import { createDemoModel } from '@everkin/server/providers/text-model/demo/demo-model.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import type { EvaluationScene } from './scenes.ts'

/**
 * The model of this name: `demo`, `scripted` (says the good reply of every scene, which shows that the evaluation itself
 * works), else a model of the endpoint. Null: the one that the settings choose, as at the start of a server.
 * @throws SettingError for an endpoint that cannot be used
 */
export async function openModel(
  name: string | null,
  { baseUrl, scenes }: { baseUrl: string | null; scenes: readonly EvaluationScene[] },
): Promise<TextModel> {
  if (name === 'demo') return createDemoModel()
  if (name === 'scripted') return scriptedModel(scenes)
  const settings = readSettings(process.env)
  const modelBaseUrl = baseUrl ?? settings.modelBaseUrl
  if (name !== null && modelBaseUrl === null)
    throw new SettingError('MODEL_BASE_URL or --base-url is required with --model')
  const { model } = await chooseBaseConnection({ ...settings, modelBaseUrl, modelName: name ?? settings.modelName })
  if (model.kind === 'demo') console.log('No model is connected, so the demo voice is evaluated.')
  return model
}

function scriptedModel(scenes: readonly EvaluationScene[]): TextModel {
  return createFakeTextModel({
    name: 'scripted',
    reply: ({ scene: { turns } }) => {
      const asked = turns.at(-1)?.text
      return { parts: [scenes.find(({ say }) => say === asked)?.good ?? '…'] }
    },
  })
}

import type { ApiData } from '@everkin/contract/api-types.ts'
import type { modelChoice } from '@everkin/contract/http/model-choice.ts'
import type { presets } from '@everkin/contract/http/presets.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import { findModelChoice, type ModelChoice, saveModelChoice } from '../choice/model-choice.ts'
import type { ModelServices } from '../services.ts'
import { deletePreset, listPresets, type NamedPreset, savePreset } from './manage-presets.ts'
import { parsePresetFile, writePresetFile } from './preset-file.ts'
import { settingsOf, settingsView } from './wire-settings.ts'

type WirePreset = ApiData<'POST /api/preset/save'>

/** The handlers of presets. */
export function presetHandlers(services: ModelServices): Handlers<typeof presets> {
  return {
    list: async (_input, caller) =>
      (await listPresets(services, caller.identity.personId, caller.locale)).map(presetView),
    save: async ({ body: { id, name, idempotency_key: key, ...settings } }, caller) => {
      const input = { id, name, settings: settingsOf(settings), key }
      const saved = await savePreset(services, caller.identity.personId, input)
      return presetView({ ...saved, isBuiltIn: false })
    },
    delete: async ({ body }, caller) => {
      await deletePreset(services, caller.identity.personId, body.id)
      return null
    },
    read: async ({ body }) => {
      const { name, settings, report } = parsePresetFile(body.content, body.file_name)
      return { preset: { name, ...settings }, report }
    },
    exportPreset: async ({ query }, caller) => {
      const all = await listPresets(services, caller.identity.personId, caller.locale)
      const preset = all.find(({ id }) => id === query.id)
      if (!preset) throw new AppError('NotFound')
      const text = `${JSON.stringify(writePresetFile(preset.name, settingsView(preset), query.format), null, 2)}\n`
      const pieces = async function* () {
        yield new TextEncoder().encode(text)
      }
      return { name: `everkin-preset-${asciiName(preset.name)}.json`, pieces: pieces() }
    },
  }
}

/** The handlers of a person's choice for new chats. */
export function modelChoiceHandlers(services: ModelServices): Handlers<typeof modelChoice> {
  return {
    find: async (_input, caller) => choiceView(await findModelChoice(services.database, caller.identity.personId)),
    save: async ({ body }, caller) =>
      choiceView(
        await saveModelChoice(services, caller.identity.personId, { modelId: body.model_id, presetId: body.preset_id }),
      ),
  }
}

function choiceView({ modelId, presetId }: ModelChoice): ApiData<'GET /api/model/choice'> {
  return { model_id: modelId, preset_id: presetId }
}

function presetView(preset: NamedPreset): WirePreset {
  return { id: preset.id, name: preset.name, builtin: preset.isBuiltIn, ...settingsView(preset) }
}

/** The part of a name that every file system takes. */
function asciiName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'own'
  )
}

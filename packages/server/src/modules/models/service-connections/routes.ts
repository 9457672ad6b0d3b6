import type { serviceConnections } from '@everkin/contract/http/service-connections.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import type { ServerCore } from '../../../platform/server-module.ts'
import { speechVoicesSetting } from '../../../platform/speech-voices.ts'
import { chooseApiKey, type KeyCipher } from '../connection-key.ts'
import { checkBaseUrl, normalizeBaseUrl } from '../connection-url.ts'
import { reloadEverywhere } from '../live-registry.ts'
import type { ConnectionProblem } from '../model-source.ts'
import { problemText } from '../views.ts'
import {
  deleteServiceRow,
  lockService,
  SERVICE_PURPOSES,
  type ServicePurpose,
  upsertService,
} from './service-connection-store.ts'
import {
  cipherIdOf,
  type ServiceConnections,
  type ServiceSettings,
  type ServiceTester,
  withKey,
} from './service-connections.ts'

interface Services extends Pick<ServerCore, 'database' | 'clock' | 'texts' | 'bus'> {
  connections: ServiceConnections
  cipher: KeyCipher
  tester: ServiceTester
}

type Body<Name extends keyof typeof serviceConnections> = Parameters<
  Handlers<typeof serviceConnections>[Name]
>[0]['body']

export function serviceConnectionHandlers(services: Services): Handlers<typeof serviceConnections> {
  const { database, connections, texts, tester } = services
  const view = (purpose: ServicePurpose, text: Translate) => {
    const fixed = connections.fixed(purpose)
    const settings = fixed ?? connections.find(purpose)
    const isKeyLost = fixed === null && connections.isKeyLost(purpose)
    return {
      purpose,
      base_url: settings?.baseUrl ?? null,
      has_key: settings !== null && (settings.apiKey !== null || isKeyLost),
      model: settings?.model ?? null,
      voices: settings?.voices ?? null,
      from_environment: fixed !== null,
      error: isKeyLost ? problemText({ reason: 'key', hint: 'secret', detail: null }, text) : null,
    }
  }
  const textFor = (caller: { locale: Parameters<typeof texts.translate>[0] }) => texts.translate(caller.locale)

  return {
    list: async (_input, caller) => SERVICE_PURPOSES.map((purpose) => view(purpose, textFor(caller))),

    test: async ({ body }, caller) => {
      const settings = settingsToTest(services, body)
      const problem =
        'problem' in settings ? settings.problem : await tester.test(body.purpose, settings, caller.disconnectSignal())
      return { ok: problem === null, error: problem && problemText(problem, textFor(caller)) }
    },

    save: async ({ body }, caller) => {
      if (connections.fixed(body.purpose)) throw new AppError('Conflict')
      await saveService(services, body)
      await reloadEverywhere(connections, services.bus)
      return view(body.purpose, textFor(caller))
    },

    delete: async ({ body }) => {
      if (!(await deleteServiceRow(database, body.purpose))) throw new AppError('NotFound')
      await reloadEverywhere(connections, services.bus)
      return null
    },
  }
}

function settingsToTest(
  { connections }: Services,
  body: Body<'test'>,
): ServiceSettings | { problem: ConnectionProblem } {
  const stored = connections.fixed(body.purpose) ?? connections.find(body.purpose)
  if (body.base_url === undefined) {
    if (!stored) throw new AppError('NotFound')
    return stored
  }
  const baseUrl = normalizeBaseUrl(body.base_url)
  const problem = checkBaseUrl('openai_compatible', baseUrl)
  if (problem || baseUrl === null) return { problem: problem ?? { reason: 'address', detail: null } }
  if (body.purpose === 'embeddings' && !body.model)
    return { problem: { reason: 'model', hint: 'noList', detail: null } }
  return {
    baseUrl,
    apiKey: chooseApiKey(stored, baseUrl, body.api_key),
    model: body.model ?? null,
    voices: validVoices(body.voices),
  }
}

async function saveService({ database, clock, cipher }: Services, body: Body<'save'>): Promise<void> {
  const { purpose, model = null } = body
  const baseUrl = normalizeBaseUrl(body.base_url)
  if (baseUrl === null || checkBaseUrl('openai_compatible', baseUrl)) throw invalidInput('base_url')
  // Vectors are stored under the name of their model.
  if (purpose === 'embeddings' && model === null) throw invalidInput('model')
  const voices = purpose === 'speech' ? validVoices(body.voices) : null
  await database.transaction(async (tx) => {
    const stored = await lockService(tx, purpose)
    const key = chooseApiKey(stored && withKey(stored, cipher).settings, baseUrl, body.api_key)
    const apiKey = key === null ? null : cipher.encrypt(key, cipherIdOf(purpose))
    await upsertService(tx, { purpose, baseUrl, apiKey, model, voices }, clock.now())
  })
}

function validVoices(voices: string | null | undefined): string | null {
  if (voices === null || voices === undefined) return null
  if (!speechVoicesSetting.safeParse(voices).success) throw invalidInput('voices')
  return voices
}

import type { models } from '@everkin/contract/http/models.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { newId } from '../../platform/ids.ts'
import type { ServerCore } from '../../platform/server-module.ts'
import { loadPerson } from '../accounts/module.ts'
import { fullPriceOf, listUsableModels } from './choice/usable-model.ts'
import { chooseApiKey, type KeyCipher } from './connection-key.ts'
import {
  countConnections,
  deleteConnectionRow,
  lockConnections,
  type StoredConnection,
  selectConnection,
  updatePositions,
  upsertConnection,
} from './connection-store.ts'
import { checkBaseUrl, normalizeBaseUrl } from './connection-url.ts'
import { fingerprintOf, settingsOf } from './live-connections.ts'
import { type LiveRegistry, reloadEverywhere } from './live-registry.ts'
import type { ConnectionSettings, ModelSource, TestResult } from './model-source.ts'
import type { ModelServices } from './services.ts'
import { connectionView, modelInfo, problemText } from './views.ts'

interface ConnectionServices extends ModelServices, Pick<ServerCore, 'texts' | 'bus'> {
  registry: LiveRegistry
  cipher: KeyCipher
  source: ModelSource
}

type Body<Name extends keyof typeof models> = Parameters<Handlers<typeof models>[Name]>[0]['body']

export function modelHandlers(services: ConnectionServices): Handlers<typeof models> {
  const { database, texts, registry, source } = services
  const textFor = (caller: { locale: Parameters<typeof texts.translate>[0] }) => texts.translate(caller.locale)

  return {
    list: async (_input, caller) => {
      const person = await loadPerson(database, caller.identity.personId)
      if (!person) throw new AppError('NotSignedIn')
      const chosen = services.models.find(null).id
      return listUsableModels(services, person).map((entry) => ({
        ...modelInfo(entry, entry.id === chosen, textFor(caller)),
        message_price: entry.messagePrice ?? (fullPriceOf(services, entry) || null),
      }))
    },

    connections: async (_input, caller) =>
      registry.connections().map((connection) => connectionView(registry, connection, textFor(caller))),

    testConnection: async ({ body }, caller) => {
      const settings = await settingsToTest(services, body)
      const result = 'problem' in settings ? failed(settings.problem) : await test(settings, body.model ?? null)
      return {
        ok: result.problem === null,
        models: result.models.map(({ name, contextTokens }) => ({ name, context_tokens: contextTokens })),
        model: result.model,
        first_token_ms: result.firstTokenMs,
        reply: result.reply,
        error: result.problem && problemText(result.problem, textFor(caller)),
      }

      async function test(connection: ConnectionSettings, model: string | null): Promise<TestResult> {
        const tested = await source.test(connection, model, caller.disconnectSignal())
        if (!caller.disconnectSignal().aborted) registry.health.report(fingerprintOf(connection), tested.problem)
        return tested
      }
    },

    saveConnection: async ({ body }, caller) => {
      const id = await saveConnection(services, body)
      await reloadEverywhere(registry, services.bus)
      const saved = registry.connections().find((connection) => connection.id === id)
      if (!saved) throw new AppError('NotFound') // deleted meanwhile
      return connectionView(registry, saved, textFor(caller))
    },

    orderConnections: async ({ body }) => {
      await database.transaction(async (tx) => {
        await lockConnections(tx)
        await updatePositions(tx, body.ids)
      })
      await reloadEverywhere(registry, services.bus)
      return null
    },

    deleteConnection: async ({ body }) => {
      const isDeleted = await database.transaction(async (tx) => {
        await lockConnections(tx)
        return deleteConnectionRow(tx, body.id)
      })
      if (!isDeleted) throw new AppError('NotFound')
      await reloadEverywhere(registry, services.bus)
      return null
    },

    modelServers: async () => {
      const found = await source.findServers()
      return found.map(({ name, baseUrl, models }) => ({ name, base_url: baseUrl, models }))
    },

    downloads: () => downloadsView(source),

    controlDownload: async ({ body }) => {
      const { downloads } = source
      if (body.action === 'runtime') downloads.installRuntime()
      else {
        if (body.name === undefined) throw invalidInput('name')
        if (!(await downloads[body.action](body.name))) throw new AppError('NotFound')
      }
      return downloadsView(source)
    },
  }
}

async function downloadsView({ downloads }: ModelSource) {
  const { runtime, items } = await downloads.status()
  return {
    runtime,
    items: items.map((item) => ({
      name: item.name,
      title: item.title,
      publisher: item.publisher,
      licence: item.licence,
      file_name: item.fileName,
      state: item.state,
      done_bytes: item.doneBytes,
      total_bytes: item.totalBytes,
      problem: item.problem,
    })),
  }
}

const failed = (problem: NonNullable<TestResult['problem']>): TestResult => ({
  models: [],
  model: null,
  firstTokenMs: null,
  reply: null,
  problem,
})

/** The settings that a test is about: stored ones, or those of a form. */
async function settingsToTest(
  { database, cipher }: ConnectionServices,
  body: Body<'testConnection'>,
): Promise<ConnectionSettings | { problem: NonNullable<TestResult['problem']> }> {
  const stored = body.id === undefined ? null : await selectConnection(database, body.id)
  if (body.id !== undefined && stored === null) throw new AppError('NotFound')
  const kind = body.kind ?? stored?.kind
  if (kind === undefined) throw invalidInput('kind')
  const baseUrl = body.base_url === undefined ? (stored?.baseUrl ?? null) : normalizeBaseUrl(body.base_url)
  const problem = checkBaseUrl(kind, baseUrl)
  if (problem) return { problem }
  return { kind, baseUrl, apiKey: chooseApiKey(stored && settingsOf(stored, cipher), baseUrl, body.api_key) }
}

async function saveConnection(services: ConnectionServices, body: Body<'saveConnection'>): Promise<string> {
  const { database, clock, cipher } = services
  const baseUrl = normalizeBaseUrl(body.base_url ?? null)
  if (checkBaseUrl(body.kind, baseUrl)) throw invalidInput('base_url')
  const names = body.models.map(({ name }) => name)
  if (new Set(names).size < names.length) throw invalidInput('models', 'repeated')
  if (body.kind === 'gguf' && names.some((name) => /[/\\]|^\./.test(name))) throw invalidInput('models')
  return database.transaction(async (tx) => {
    await lockConnections(tx)
    const stored = body.id === undefined ? null : await selectConnection(tx, body.id)
    if (body.id !== undefined && stored === null) throw new AppError('NotFound')
    if (!stored && (await countConnections(tx)) >= LIMITS.connections) throw invalidInput('id', 'too many')
    const id = stored?.id ?? newId(clock.now())
    const key = chooseApiKey(stored && settingsOf(stored, cipher), baseUrl, body.api_key)
    const connection: StoredConnection = {
      id,
      name: body.name,
      kind: body.kind,
      baseUrl,
      apiKey: key === null ? null : cipher.encrypt(key, id),
      enabled: body.enabled ?? stored?.enabled ?? true,
      isDefault: body.is_default ?? stored?.isDefault ?? false,
      models: body.models.map((model) => {
        const before = stored?.models.find(({ name }) => name === model.name)
        return {
          name: model.name,
          contextTokens: model.context_tokens ?? null,
          maxReplyTokens: model.max_reply_tokens ?? null,
          vision: model.vision ?? before?.vision ?? false,
          reasoning: model.reasoning ?? before?.reasoning ?? false,
          access: model.access ?? before?.access ?? 'everyone',
          messagePrice: model.message_price === undefined ? (before?.messagePrice ?? null) : model.message_price,
          instruct: model.instruct === undefined ? (before?.instruct ?? null) : model.instruct,
        }
      }),
    }
    await upsertConnection(tx, connection, clock.now())
    return id
  })
}

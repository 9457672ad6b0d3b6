import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import { type ConnectionHealth, createConnectionHealth } from './connection-health.ts'
import type { KeyCipher } from './connection-key.ts'
import { type StoredConnection, selectConnections } from './connection-store.ts'
import { type Candidate, withFallback } from './fallback-model.ts'
import { delegatingModel, type ModelEntry, type ModelRegistry } from './model-registry.ts'
import type { BaseConnection, ConnectionSettings, ModelSettings, ModelSource, OpenedModel } from './model-source.ts'

/** A connection as the registry uses it. */
export interface LiveConnection extends Omit<StoredConnection, 'apiKey' | 'kind'> {
  kind: StoredConnection['kind'] | 'demo'
  hasKey: boolean
  /** There is a key that this APP_SECRET cannot decrypt. */
  isKeyLost: boolean
  /** Set by the settings, or found when the server started. */
  isFixed: boolean
  /** Equal for equal settings, in every process. */
  fingerprint: string
}

export interface LiveRegistry extends ModelRegistry {
  /** All connections, also those that are off, in the order in which they are asked. */
  connections(): readonly LiveConnection[]
  health: ConnectionHealth
  /** Reads the stored connections again. Models whose settings have not changed stay open. */
  reload(): Promise<void>
  close(): Promise<void>
}

interface RegistryServices {
  database: Database
  clock: Clock
  log: Log
  cipher: KeyCipher
  source: Pick<ModelSource, 'open'>
  base: BaseConnection
  defaultPrice: number
}

/** A hash of a connection's settings: nobody can tell the key from it. */
export function fingerprintOf({ kind, baseUrl, apiKey }: ConnectionSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, baseUrl, apiKey]))
    .digest('hex')
}

/** Until the first `reload`, only the base connection is known. */
export function createLiveRegistry(services: RegistryServices): LiveRegistry {
  const { database, clock, log, cipher, source, base, defaultPrice } = services
  const health = createConnectionHealth(clock, (fingerprint, problem) => {
    const connection = connections.find((one) => one.fingerprint === fingerprint)
    if (connection && problem)
      log.warn({ connection: connection.id, reason: problem.reason }, 'a connection to language models fails')
  })
  let opened = new Map<string, OpenedModel>()
  let connections: LiveConnection[] = []
  let entries: ModelEntry[] = []
  let byId = new Map<string, ModelEntry>()
  let loading: Promise<void> = Promise.resolve()

  function rebuild(stored: readonly StoredConnection[]): void {
    const next = new Map<string, OpenedModel>()
    const candidates: (Candidate & { entry: Omit<ModelEntry, 'model'> })[] = []
    const add = (connection: LiveConnection, settings: ModelSettings, own: OpenedModel) => {
      const id = `${connection.id}/${settings.name}`
      const { access, messagePrice, maxReplyTokens, instruct } = settings
      const vision = settings.vision || own.vision === true
      const reasoning = settings.reasoning || (own.reasoningTokens ?? 0) > 0
      const place = { connectionId: connection.id, connectionName: connection.name }
      candidates.push({
        id,
        access,
        messagePrice,
        maxReplyTokens,
        vision,
        own: health.watch(own, connection.fingerprint),
        entry: { id, name: settings.name, ...place, access, messagePrice, maxReplyTokens, vision, reasoning, instruct },
      })
    }

    const live = stored.map((connection) => ({ connection, settings: settingsOf(connection, cipher) }))
    const isReplaced =
      base.id !== 'environment' && base.id !== 'demo' && live.some(({ connection }) => isSame(connection))
    const fixed = isReplaced ? [] : [fixedConnection(base)]
    connections = sortByUse(
      fixed,
      live.map(({ connection, settings }) => ({
        ...connection,
        hasKey: connection.apiKey !== null,
        isKeyLost: connection.apiKey !== null && settings.apiKey === null,
        isFixed: false,
        fingerprint: fingerprintOf(settings),
      })),
    )
    for (const connection of connections) {
      if (connection.isFixed && connection.kind !== 'demo')
        for (const model of connection.models) add(connection, model, base.model)
      const own = live.find((one) => one.connection.id === connection.id)
      if (!own || !connection.enabled) continue
      for (const model of connection.models) {
        const key = JSON.stringify([
          connection.fingerprint,
          model.name,
          model.contextTokens,
          model.reasoning,
          model.instruct,
        ])
        const kept = next.get(key) ?? opened.get(key) ?? baseFor(connection, model) ?? source.open(own.settings, model)
        next.set(key, kept)
        add(connection, model, kept)
      }
    }
    if (candidates.length > 0) connections = connections.filter(({ kind }) => kind !== 'demo')
    else add(fixedConnection(base), modelOfBase(base), base.model)

    const all = () => candidates
    const onFallback = (from: Candidate, to: Candidate) =>
      log.info({ asked: from.id, answering: to.id }, 'another language model answers')
    entries = candidates.map((candidate) => ({
      ...candidate.entry,
      model: withFallback(candidate, all, defaultPrice, onFallback),
    }))
    const first = entries.findIndex(({ access }) => access === 'everyone')
    if (first > 0) entries.unshift(...entries.splice(first, 1))
    byId = new Map(entries.map((entry) => [entry.id, entry]))
    connections = connections.map((one) => ({ ...one, isDefault: one.id === entries[0]?.connectionId }))
    const closing = [...opened].filter(([key]) => !next.has(key)).map(([, model]) => model)
    opened = next
    for (const model of closing.filter((one) => one !== base.model))
      void model.close?.().catch((error: unknown) => log.warn({ error }, 'a model could not be closed'))
  }

  /** A file that is loaded already is not loaded twice. */
  function baseFor({ kind }: LiveConnection, { name, contextTokens }: ModelSettings): OpenedModel | null {
    return base.id === 'gguf' && kind === 'gguf' && name === base.model.name && contextTokens === null
      ? base.model
      : null
  }

  /** Whether a stored connection is what was found at the start. */
  function isSame({ kind, baseUrl, models }: StoredConnection): boolean {
    if (base.id === 'gguf') return kind === 'gguf' && models.some(({ name }) => name === base.model.name)
    return baseUrl !== null && baseUrl === base.baseUrl
  }

  const defaultEntry = (): ModelEntry => {
    const [entry] = entries
    if (!entry) throw new Error('there is always a model')
    return entry
  }
  rebuild([])
  return {
    health,
    entries: () => entries,
    find: (modelId) => (modelId === null ? defaultEntry() : (byId.get(modelId) ?? defaultEntry())),
    current: delegatingModel(() => defaultEntry().model),
    connections: () => connections,
    reload() {
      const next = loading.then(async () => rebuild(await selectConnections(database)))
      loading = next.catch(() => undefined)
      return next
    },
    async close() {
      await Promise.all([...opened.values()].map((model) => model.close?.()))
      opened.clear()
    },
  }
}

/** The stored settings with the key in clear; without it when it cannot be decrypted. */
export function settingsOf(connection: StoredConnection, cipher: KeyCipher): ConnectionSettings {
  const { id, kind, baseUrl, apiKey } = connection
  return { kind, baseUrl, apiKey: apiKey && cipher.decrypt(apiKey, id) }
}

/** The default connection, the one of the settings, the stored ones, what was found on this machine. */
function sortByUse(fixed: LiveConnection[], stored: LiveConnection[]): LiveConnection[] {
  const rank = ({ id, isDefault, enabled, isFixed }: LiveConnection) => {
    if (isDefault && enabled && !isFixed) return 0
    if (id === 'environment') return 1
    return isFixed ? 3 : 2
  }
  return [...fixed, ...stored].sort((one, other) => rank(one) - rank(other))
}

function fixedConnection(base: BaseConnection): LiveConnection {
  const { id, name, baseUrl, hasKey, model } = base
  return {
    id,
    name,
    kind: model.kind,
    baseUrl,
    hasKey,
    isKeyLost: false,
    enabled: true,
    isDefault: false,
    isFixed: true,
    models: [modelOfBase(base)],
    fingerprint: `base:${id}`,
  }
}

function modelOfBase({ model }: BaseConnection): ModelSettings {
  return {
    name: model.name,
    contextTokens: model.contextTokens,
    maxReplyTokens: null,
    vision: model.vision ?? false,
    reasoning: false,
    access: 'everyone',
    messagePrice: null,
    instruct: null,
  }
}

/** After a change: reloads in this process before it returns, and tells the others by the bus. */
export async function reloadEverywhere(connections: Pick<LiveRegistry, 'reload'>, bus: EventBus): Promise<void> {
  await connections.reload()
  bus.publish({ kind: 'models_changed' })
}

import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import { type ConnectionHealth, createConnectionHealth } from './connection-health.ts'
import type { KeyCipher } from './connection-key.ts'
import { type StoredConnection, selectConnections } from './connection-store.ts'
import { type Candidate, withFallback } from './fallback-model.ts'
import { fixedConnection, type LiveConnection, listConnections, modelOfBase, settingsOf } from './live-connections.ts'
import { delegatingModel, type ModelEntry, type ModelRegistry } from './model-registry.ts'
import type { BaseConnection, ConnectionSettings, ModelSettings, ModelSource, OpenedModel } from './model-source.ts'

export interface LiveRegistry extends ModelRegistry {
  /** All connections, also those that are off, in the order in which they are asked. */
  connections(): readonly LiveConnection[]
  health: ConnectionHealth
  /** Reads the stored connections again. Models whose settings have not changed stay open. */
  reload(): Promise<void>
  close(): Promise<void>
}

type RegistryCandidate = Candidate & { entry: Omit<ModelEntry, 'model'> }

interface RegistryServices {
  database: Database
  clock: Clock
  log: Log
  cipher: KeyCipher
  source: Pick<ModelSource, 'open'>
  base: BaseConnection
  defaultPrice: number
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
    const read = stored.map((connection) => ({ connection, settings: settingsOf(connection, cipher) }))
    const settings = new Map(read.map((one) => [one.connection.id, one.settings]))
    const listed = listConnections(base, read)
    const next = new Map<string, OpenedModel>()
    const usable = listed.flatMap((connection) => candidatesOf(connection, settings.get(connection.id), next))
    const candidates = usable.length > 0 ? usable : [candidateOf(fixedConnection(base), modelOfBase(base), base.model)]
    entries = entriesOf(candidates)
    byId = new Map(entries.map((entry) => [entry.id, entry]))
    connections = listed
      .filter(({ kind }) => usable.length === 0 || kind !== 'demo')
      .map((connection) => ({ ...connection, isDefault: connection.id === entries[0]?.connectionId }))
    const unused = [...opened].filter(([key, model]) => !next.has(key) && model !== base.model)
    opened = next
    for (const [, model] of unused)
      void model.close?.().catch((error: unknown) => log.warn({ error }, 'a model could not be closed'))
  }

  /** The models of a connection that may answer; `next` collects those that stay open. */
  function candidatesOf(
    connection: LiveConnection,
    settings: ConnectionSettings | undefined,
    next: Map<string, OpenedModel>,
  ): RegistryCandidate[] {
    const { isFixed, kind, enabled, models } = connection
    const found = isFixed && kind !== 'demo' ? models.map((model) => candidateOf(connection, model, base.model)) : []
    if (!settings || !enabled) return found
    return [
      ...found,
      ...models.map((model) => candidateOf(connection, model, openModel(connection, settings, model, next))),
    ]
  }

  function openModel(
    connection: LiveConnection,
    settings: ConnectionSettings,
    model: ModelSettings,
    next: Map<string, OpenedModel>,
  ): OpenedModel {
    const { name, contextTokens, reasoning, instruct } = model
    const key = JSON.stringify([connection.fingerprint, name, contextTokens, reasoning, instruct])
    const kept = next.get(key) ?? opened.get(key) ?? baseFor(connection, model) ?? source.open(settings, model)
    next.set(key, kept)
    return kept
  }

  function candidateOf(connection: LiveConnection, settings: ModelSettings, own: OpenedModel): RegistryCandidate {
    const id = `${connection.id}/${settings.name}`
    const { access, messagePrice, maxReplyTokens, instruct } = settings
    const vision = settings.vision || own.vision === true
    const reasoning = settings.reasoning || (own.reasoningTokens ?? 0) > 0
    const place = { connectionId: connection.id, connectionName: connection.name }
    return {
      id,
      access,
      messagePrice,
      maxReplyTokens,
      vision,
      own: health.watch(own, connection.fingerprint),
      entry: { id, name: settings.name, ...place, access, messagePrice, maxReplyTokens, vision, reasoning, instruct },
    }
  }

  /** The entries of all candidates; the default, the first one for everyone, comes first. */
  function entriesOf(candidates: readonly RegistryCandidate[]): ModelEntry[] {
    const all = () => candidates
    const onFallback = (from: Candidate, to: Candidate) =>
      log.info({ asked: from.id, answering: to.id }, 'another language model answers')
    const found = candidates.map((candidate) => ({
      ...candidate.entry,
      model: withFallback(candidate, all, defaultPrice, onFallback),
    }))
    const first = found.findIndex(({ access }) => access === 'everyone')
    if (first > 0) found.unshift(...found.splice(first, 1))
    return found
  }

  /** A file that is loaded already is not loaded twice. */
  function baseFor({ kind }: LiveConnection, { name, contextTokens }: ModelSettings): OpenedModel | null {
    return base.id === 'gguf' && kind === 'gguf' && name === base.model.name && contextTokens === null
      ? base.model
      : null
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

/** After a change: reloads in this process before it returns, and tells the others by the bus. */
export async function reloadEverywhere(connections: Pick<LiveRegistry, 'reload'>, bus: EventBus): Promise<void> {
  await connections.reload()
  bus.publish({ kind: 'models_changed' })
}

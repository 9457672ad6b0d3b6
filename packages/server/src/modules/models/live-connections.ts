import { createHash } from 'node:crypto'
import type { KeyCipher } from './connection-key.ts'
import type { StoredConnection } from './connection-store.ts'
import type { BaseConnection, ConnectionSettings, ModelSettings } from './model-source.ts'

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

/** A stored connection, and its settings with the key in clear. */
export interface ReadConnection {
  connection: StoredConnection
  settings: ConnectionSettings
}

/** A hash of a connection's settings: nobody can tell the key from it. */
export function fingerprintOf({ kind, baseUrl, apiKey }: ConnectionSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, baseUrl, apiKey]))
    .digest('hex')
}

/** The stored settings with the key in clear; without it when it cannot be decrypted. */
export function settingsOf(connection: StoredConnection, cipher: KeyCipher): ConnectionSettings {
  const { id, kind, baseUrl, apiKey } = connection
  return { kind, baseUrl, apiKey: apiKey && cipher.decrypt(apiKey, id) }
}

/**
 * All connections in the order in which they are asked. The base connection is left out when it was found on this
 * machine and an operator has stored the same one.
 */
export function listConnections(base: BaseConnection, stored: readonly ReadConnection[]): LiveConnection[] {
  const isFound = base.id !== 'environment' && base.id !== 'demo'
  const isReplaced = isFound && stored.some(({ connection }) => isBase(base, connection))
  const own = stored.map(
    ({ connection, settings }): LiveConnection => ({
      ...connection,
      hasKey: connection.apiKey !== null,
      isKeyLost: connection.apiKey !== null && settings.apiKey === null,
      isFixed: false,
      fingerprint: fingerprintOf(settings),
    }),
  )
  return sortByUse(isReplaced ? [] : [fixedConnection(base)], own)
}

/** Whether a stored connection is what was found when the server started. */
function isBase(base: BaseConnection, { kind, baseUrl, models }: StoredConnection): boolean {
  if (base.id === 'gguf') return kind === 'gguf' && models.some(({ name }) => name === base.model.name)
  return baseUrl !== null && baseUrl === base.baseUrl
}

/** The default connection first, then that of the settings, the stored ones, and what was found on this machine. */
function sortByUse(fixed: LiveConnection[], stored: LiveConnection[]): LiveConnection[] {
  const rank = ({ id, isDefault, enabled, isFixed }: LiveConnection) => {
    if (isDefault && enabled && !isFixed) return 0
    if (id === 'environment') return 1
    return isFixed ? 3 : 2
  }
  return [...fixed, ...stored].sort((one, other) => rank(one) - rank(other))
}

/** What the settings name, or what was found when the server started, as a connection. */
export function fixedConnection(base: BaseConnection): LiveConnection {
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

export function modelOfBase({ model }: BaseConnection): ModelSettings {
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

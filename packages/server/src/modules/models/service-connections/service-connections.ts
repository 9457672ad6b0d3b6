import type { Settings } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { KeyCipher } from '../connection-key.ts'
import type { ConnectionProblem } from '../model-source.ts'
import { type ServicePurpose, type StoredService, selectServices } from './service-connection-store.ts'

/** A connection with its key in clear. */
export interface ServiceSettings {
  baseUrl: string
  apiKey: string | null
  model: string | null
  /** As SPEECH_VOICES has them; null: the default. */
  voices: string | null
}

/** The port to the servers of services; `providers/service-connections` implements it. */
export interface ServiceTester {
  /** Asks for a small piece of work, except for an image, which costs. Null when it works; never throws. */
  test(purpose: ServicePurpose, settings: ServiceSettings, signal: AbortSignal): Promise<ConnectionProblem | null>
}

/** The connections of services, as this process uses them. */
export interface ServiceConnections {
  /** What an operator has stored for a purpose that the settings leave open. Its key may be unreadable: null then. */
  find(purpose: ServicePurpose): ServiceSettings | null
  /** The connection that the settings name; it precedes a stored one. */
  fixed(purpose: ServicePurpose): ServiceSettings | null
  /** There is a key that this APP_SECRET cannot decrypt. */
  isKeyLost(purpose: ServicePurpose): boolean
  /** The address of what serves this purpose; null for what is built in, or nothing. */
  addressOf(purpose: ServicePurpose): string | null
  reload(): Promise<void>
  /** Calls back after every reload. */
  onReload(listener: () => void): void
}

interface Dependencies {
  database: Database
  cipher: KeyCipher
  settings: Settings
}

/** Until the first `reload`, only the connections of the settings are known. */
export function createServiceConnections({ database, cipher, settings }: Dependencies): ServiceConnections {
  const listeners: (() => void)[] = []
  let stored = new Map<ServicePurpose, { settings: ServiceSettings; isKeyLost: boolean }>()
  const fixed = (purpose: ServicePurpose) => settingsOfEnvironment(settings, purpose)
  const find = (purpose: ServicePurpose) => (fixed(purpose) ? null : (stored.get(purpose)?.settings ?? null))
  return {
    find,
    fixed,
    isKeyLost: (purpose) => stored.get(purpose)?.isKeyLost ?? false,
    addressOf: (purpose) => (fixed(purpose) ?? find(purpose))?.baseUrl ?? null,
    async reload() {
      const services = await selectServices(database)
      stored = new Map(services.map((service) => [service.purpose, withKey(service, cipher)]))
      for (const listener of listeners) listener()
    },
    onReload: (listener) => void listeners.push(listener),
  }
}

/** The connection with its key in clear. */
export function withKey(
  { purpose, apiKey, baseUrl, model, voices }: StoredService,
  cipher: KeyCipher,
): { settings: ServiceSettings; isKeyLost: boolean } {
  const key = apiKey && cipher.decrypt(apiKey, cipherIdOf(purpose))
  return { settings: { baseUrl, apiKey: key, model, voices }, isKeyLost: apiKey !== null && key === null }
}

/** What the key of a purpose is encrypted for; no connection to language models has such an id. */
export function cipherIdOf(purpose: ServicePurpose): string {
  return `service:${purpose}`
}

/**
 * What serves a purpose now: `base` while nothing is stored, else what `open` makes of the stored connection. The same
 * object is returned until the settings of the connection change.
 */
export function serviceInUse<Service>(
  connections: ServiceConnections,
  purpose: ServicePurpose,
  { base, open }: { base: Service; open: (settings: ServiceSettings) => Service },
): () => Service {
  let opened: { key: string; service: Service } | null = null
  return () => {
    const settings = connections.find(purpose)
    const key = JSON.stringify(settings)
    if (opened?.key === key) return opened.service
    opened = settings && { key, service: open(settings) }
    return opened ? opened.service : base
  }
}

function settingsOfEnvironment(settings: Settings, purpose: ServicePurpose): ServiceSettings | null {
  const none = { voices: null }
  switch (purpose) {
    case 'embeddings': {
      const { embeddingBaseUrl: baseUrl, embeddingApiKey: apiKey, embeddingName: model } = settings
      return baseUrl === null ? null : { ...none, baseUrl, apiKey, model }
    }
    case 'images': {
      const { imageBaseUrl: baseUrl, imageApiKey: apiKey, imageName: model } = settings
      return baseUrl === null ? null : { ...none, baseUrl, apiKey, model }
    }
    case 'speech': {
      const { speechBaseUrl: baseUrl, speechApiKey: apiKey, speechName: model } = settings
      return baseUrl === null ? null : { ...none, baseUrl, apiKey, model }
    }
    case 'transcription': {
      const { transcriptionBaseUrl: baseUrl, transcriptionApiKey: apiKey, transcriptionName: model } = settings
      return baseUrl === null ? null : { ...none, baseUrl, apiKey, model }
    }
    case 'moderation': {
      const { moderationBaseUrl: baseUrl, moderationApiKey: apiKey, moderationName: model } = settings
      return baseUrl === null ? null : { ...none, baseUrl, apiKey, model }
    }
  }
}

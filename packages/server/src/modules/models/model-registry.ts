import type { TextModel } from './text-model.ts'

/** Who may choose a model. Members are people with a membership that has not ended. */
export type ModelAccess = 'everyone' | 'members' | 'operators'

/** A model that can be chosen, and where it comes from. */
export interface ModelEntry {
  /** Unique among all connections, stable across restarts. */
  id: string
  /** The model's name, as people see it. */
  name: string
  connectionId: string
  connectionName: string
  access: ModelAccess
  /** Messages that a reply of this model costs. Null: the price of the server, `MESSAGE_PRICE`. */
  messagePrice: number | null
  model: TextModel
}

/** The language models that are connected at this moment. Changes take effect without a restart. */
export interface ModelRegistry {
  /** The first is the default. Never empty: without a connection it is the demo model. */
  entries(): readonly ModelEntry[]
  /** The entry of this id; the default one for null, and for a model that is no longer connected. */
  find(modelId: string | null): ModelEntry
  /** Always answers as the default model of the moment; for work that belongs to no chat. */
  readonly current: TextModel
}

/** A registry of one model that never changes. */
export function createFixedRegistry(model: TextModel): ModelRegistry {
  const entry: ModelEntry = {
    id: model.name,
    name: model.name,
    connectionId: model.kind,
    connectionName: model.name,
    access: 'everyone',
    messagePrice: null,
    model,
  }
  return { entries: () => [entry], find: () => entry, current: model }
}

import type { TextModel } from './text-model.ts'

/** A model that can be chosen, and where it comes from. */
export interface ModelEntry {
  /** Unique among all connections, stable across restarts. */
  id: string
  /** The model's name, as people see it. */
  name: string
  connectionId: string
  connectionName: string
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
  const entry = { id: model.name, name: model.name, connectionId: model.kind, connectionName: model.name, model }
  return { entries: () => [entry], find: () => entry, current: model }
}

import type { ModelEntry, ModelRegistry, TextModel } from '@everkin/server/modules/models/module.ts'

/** A model that everyone may use at the server's price, unless `changes` say otherwise. */
export function modelEntry(model: TextModel, changes: Partial<ModelEntry> = {}): ModelEntry {
  return {
    id: `test:${model.name}`,
    name: model.name,
    connectionId: 'test',
    connectionName: 'Test',
    access: 'everyone',
    messagePrice: null,
    instruct: null,
    maxReplyTokens: null,
    vision: model.vision ?? false,
    reasoning: false,
    model,
    ...changes,
  }
}

/** A registry of the entries that a test's list has at each moment; the first is the default. */
export function registryOf(entries: ModelEntry[]): ModelRegistry {
  const find = (id: string | null) => {
    const entry = entries.find((one) => one.id === id) ?? entries[0]
    if (!entry) throw new Error('a registry needs an entry')
    return entry
  }
  return {
    entries: () => entries,
    find,
    get current() {
      return find(null).model
    },
  }
}

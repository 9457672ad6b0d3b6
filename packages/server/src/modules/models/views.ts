import type { Translate } from '@everkin/contract/translate.ts'
import type { Connection, ConnectionError, ModelInfo } from '@everkin/contract/types.ts'
import type { LiveConnection } from './live-connections.ts'
import type { LiveRegistry } from './live-registry.ts'
import type { ModelEntry } from './model-registry.ts'
import type { ConnectionProblem, ModelSettings } from './model-source.ts'

/** The name of a model for its reader; the name of the demo model is in their language. */
export function modelNameFor({ model, name }: Pick<ModelEntry, 'model' | 'name'>, text: Translate): string {
  return model.kind === 'demo' ? text('models.demoName') : name
}

/** What people see of a model. */
export function modelInfo(entry: ModelEntry, isDefault: boolean, text: Translate): ModelInfo {
  return {
    id: entry.id,
    name: modelNameFor(entry, text),
    connection_id: entry.connectionId,
    connection_name: entry.connectionName,
    context_tokens: entry.model.contextTokens,
    max_reply_tokens: entry.maxReplyTokens,
    vision: entry.vision,
    reasoning: entry.reasoning,
    is_default: isDefault,
    access: entry.access,
    message_price: entry.messagePrice,
    instruct: entry.instruct,
  }
}

/** What operators see of a connection: never its key. */
export function connectionView(registry: LiveRegistry, connection: LiveConnection, text: Translate): Connection {
  const { state, problem } = connection.isKeyLost
    ? {
        state: 'failing' as const,
        problem: { reason: 'key', hint: 'secret', detail: null } satisfies ConnectionProblem,
      }
    : registry.health.stateOf(connection.fingerprint)
  return {
    id: connection.id,
    name: connection.name,
    kind: connection.kind,
    base_url: connection.baseUrl,
    has_key: connection.hasKey,
    from_environment: connection.isFixed,
    enabled: connection.enabled,
    is_default: connection.isDefault,
    models: connection.models.map((model) => {
      const id = `${connection.id}/${model.name}`
      const entry = registry.entries().find((one) => one.id === id)
      return entry ? modelInfo(entry, registry.find(null).id === id, text) : inactiveModel(connection, id, model)
    }),
    state,
    error: problem && problemText(problem, text),
  }
}

/** A model of a connection that is off. */
function inactiveModel(connection: LiveConnection, id: string, model: ModelSettings): ModelInfo {
  return {
    id,
    name: model.name,
    connection_id: connection.id,
    connection_name: connection.name,
    context_tokens: model.contextTokens ?? 0,
    max_reply_tokens: model.maxReplyTokens,
    vision: model.vision,
    reasoning: model.reasoning,
    is_default: false,
    access: model.access,
    message_price: model.messagePrice,
    instruct: model.instruct,
  }
}

/** What is wrong and what to do, with the provider's own words after it. */
export function problemText({ reason, hint, detail }: ConnectionProblem, text: Translate): ConnectionError {
  const said = text(`models.problems.${hint ?? reason}`, { path: '/v1' })
  return { reason, text: detail === null ? said : text('models.problems.withDetail', { problem: said, detail }) }
}

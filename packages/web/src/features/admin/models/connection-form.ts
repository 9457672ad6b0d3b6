import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import type { Connection, ModelInfo } from '@everkin/contract/types.ts'
import type { Provider } from './providers.ts'

export type ConnectionTest = ApiData<'POST /api/admin/testConnection'>

/** A model in the form; empty numbers are texts, because people type them. */
export interface ModelDraft {
  name: string
  contextTokens: string
  maxReplyTokens: string
  vision: boolean
  reasoning: boolean
  access: ModelInfo['access']
  messagePrice: string
  instruct: ModelInfo['instruct']
}

/** What the form of a connection holds. */
export interface ConnectionDraft {
  /** Undefined for a new connection. */
  id?: string
  /** The provider whose address needs no field. */
  provider?: Provider
  name: string
  kind: Exclude<Connection['kind'], 'demo'>
  baseUrl: string
  /** Empty: the stored one, if there is one. */
  apiKey: string
  hasKey: boolean
  isDefault: boolean
  models: ModelDraft[]
}

/** @param vision whether it sees images, unless the operator says otherwise; nearly all models of some providers do. */
export function newModel(name: string, contextTokens: number | null = null, vision = false): ModelDraft {
  return {
    name,
    contextTokens: contextTokens === null ? '' : String(contextTokens),
    maxReplyTokens: '',
    vision,
    reasoning: false,
    access: 'everyone',
    messagePrice: '',
    instruct: null,
  }
}

/** A new connection; `isDefault` when nothing but the demo model answers so far. */
export function newConnection(changes: Partial<ConnectionDraft>, isDefault: boolean): ConnectionDraft {
  return {
    name: '',
    kind: 'openai_compatible',
    baseUrl: '',
    apiKey: '',
    hasKey: false,
    isDefault,
    models: [],
    ...changes,
  }
}

/** The form of a stored connection; null for one that cannot be changed. */
export function draftOf(connection: Connection): ConnectionDraft | null {
  const { id, name, kind, base_url, has_key, is_default, models } = connection
  if (kind === 'demo') return null
  return {
    id,
    name,
    kind,
    baseUrl: base_url ?? '',
    apiKey: '',
    hasKey: has_key,
    isDefault: is_default,
    models: models.map((model) => ({
      name: model.name,
      contextTokens: model.context_tokens > 0 ? String(model.context_tokens) : '',
      maxReplyTokens: textOf(model.max_reply_tokens),
      vision: model.vision,
      reasoning: model.reasoning,
      access: model.access,
      messagePrice: textOf(model.message_price),
      instruct: model.instruct,
    })),
  }
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

/** A whole number in any digits; null for an empty text and for anything else. */
export function readCount(typed: string): number | null {
  const digits = typed
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s.,٬'’]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Whether the models of this kind usually see images. */
export function usuallySees(kind: ConnectionDraft['kind']): boolean {
  return kind === 'anthropic' || kind === 'google'
}

/** What is asked when the connection is tested: the first chosen model, else the server's first. */
export function testBody(draft: ConnectionDraft): ApiBody<'POST /api/admin/testConnection'> {
  const [model] = draft.models
  return {
    ...(draft.id === undefined ? {} : { id: draft.id }),
    kind: draft.kind,
    base_url: draft.baseUrl.trim() === '' ? null : draft.baseUrl,
    ...keyField(draft),
    ...(model ? { model: model.name } : {}),
  }
}

export function saveBody(draft: ConnectionDraft): ApiBody<'POST /api/admin/saveConnection'> {
  return {
    ...(draft.id === undefined ? {} : { id: draft.id }),
    name: draft.name,
    kind: draft.kind,
    base_url: draft.baseUrl.trim() === '' ? null : draft.baseUrl,
    ...keyField(draft),
    is_default: draft.isDefault,
    models: draft.models.map((model) => ({
      name: model.name,
      context_tokens: readCount(model.contextTokens),
      max_reply_tokens: readCount(model.maxReplyTokens),
      vision: model.vision,
      reasoning: model.reasoning,
      access: model.access,
      message_price: readCount(model.messagePrice),
      instruct: model.instruct,
    })),
  }
}

/** Left out, the stored key stays. */
function keyField({ apiKey, hasKey }: ConnectionDraft): { api_key?: string | null } {
  if (apiKey.trim() !== '') return { api_key: apiKey.trim() }
  return hasKey ? {} : { api_key: null }
}

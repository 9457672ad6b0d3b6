import { z } from 'zod'
import { Id, ModelId, NameText } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

const ConnectionKind = z.enum(['openai_compatible', 'anthropic', 'google', 'gguf', 'demo'])
const EditableKind = ConnectionKind.exclude(['demo'])
const ModelAccess = z.enum(['everyone', 'members', 'operators'])
const ModelName = z.string().trim().min(1).max(LIMITS.modelNameLength)
/** How a prompt is written as one text, for servers without a chat template; `auto`: by the model's name. */
const INSTRUCT_TEMPLATES = [
  'auto',
  'chatml',
  'llama3',
  'mistral',
  'gemma',
  'command_r',
  'phi',
  'deepseek',
  'vicuna',
  'alpaca',
] as const
const Instruct = z.enum(INSTRUCT_TEMPLATES)
const Tokens = z.int().min(512).max(100_000_000)
const ReplyTokens = z.int().min(1).max(1_000_000)

export const ModelInfo = z
  .object({
    id: ModelId,
    name: z.string(),
    connection_id: z.string(),
    connection_name: z.string(),
    context_tokens: z.int(),
    max_reply_tokens: z.int().nullable(),
    vision: z.boolean(),
    reasoning: z.boolean(),
    is_default: z.boolean(),
    access: ModelAccess,
    message_price: z
      .int()
      .nullable()
      .describe(
        'messages that a reply costs; null: the price of the server, or in the list of people’s models: nothing is counted',
      ),
    instruct: Instruct.nullable().describe('the template of raw completions; null: the chat protocol'),
  })
  .meta({ id: 'ModelInfo' })

export const ConnectionError = z
  .object({
    reason: z.enum(['address', 'key', 'model', 'quota', 'context', 'protocol', 'timeout', 'server']),
    text: z.string().describe('what is wrong and what to do, in the language of the caller'),
  })
  .meta({ id: 'ConnectionError' })

export const Connection = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: ConnectionKind,
    base_url: z.string().nullable(),
    has_key: z.boolean().describe('the key itself is never sent'),
    from_environment: z.boolean().describe('from the settings or found at the start; cannot be changed here'),
    enabled: z.boolean(),
    is_default: z.boolean(),
    models: z.array(ModelInfo),
    state: z.enum(['ok', 'failing', 'untested']),
    error: ConnectionError.nullable(),
  })
  .meta({ id: 'Connection' })

const ConnectionTest = z
  .object({
    ok: z.boolean(),
    models: z.array(z.object({ name: z.string(), context_tokens: z.int().nullable() })),
    model: z.string().nullable().describe('the model that was asked for a line'),
    first_token_ms: z.int().nullable(),
    reply: z.string().nullable().describe('the beginning of what the model answered'),
    error: ConnectionError.nullable(),
  })
  .meta({ id: 'ConnectionTest' })

const BaseUrl = z.string().trim().max(LIMITS.connectionUrlLength)
const ApiKey = z.string().trim().max(LIMITS.connectionKeyLength)

const Download = z
  .object({
    name: z.string(),
    title: z.string(),
    publisher: z.string().nullable(),
    licence: z.string().nullable(),
    file_name: z.string(),
    state: z.enum(['absent', 'running', 'paused', 'failed', 'ready']),
    done_bytes: z.int(),
    total_bytes: z.int().nullable(),
    problem: z.enum(['room', 'network', 'checksum', 'format', 'host']).nullable(),
  })
  .meta({ id: 'ModelDownload' })

const Downloads = z.object({
  runtime: z.enum(['absent', 'installing', 'failed', 'ready']).describe('the program that runs such files'),
  items: z.array(Download),
})

const OPERATOR_ERRORS = ['NotSignedIn', 'NotAllowed'] as const

/** The language models that people choose from, and the connections that operators make. */
export const models = {
  list: operation({
    method: 'GET',
    path: '/api/model/list',
    summary: 'The language models that this person may choose, the default one first.',
    access: 'person',
    data: z.array(ModelInfo),
    errors: ['NotSignedIn'],
  }),
  connections: operation({
    method: 'GET',
    path: '/api/admin/connections',
    summary: 'The connections to language models, in the order in which they are asked; for operators.',
    access: 'operator',
    data: z.array(Connection),
    errors: OPERATOR_ERRORS,
  }),
  testConnection: operation({
    method: 'POST',
    path: '/api/admin/testConnection',
    summary: 'Lists the models of a connection and asks one of them for a line. Stores nothing.',
    access: 'operator',
    body: z.object({
      id: Id.optional().describe('a stored connection, with its key'),
      kind: EditableKind.optional(),
      base_url: BaseUrl.nullable().optional(),
      api_key: ApiKey.nullable().optional(),
      model: ModelName.optional().describe('by default the first one that can chat'),
    }),
    data: ConnectionTest,
    errors: ['InvalidInput', 'NotFound', ...OPERATOR_ERRORS],
  }),
  saveConnection: operation({
    method: 'POST',
    path: '/api/admin/saveConnection',
    summary: 'Creates or changes a connection. It is used from the next message on.',
    access: 'operator',
    body: z.object({
      id: Id.optional(),
      name: NameText.trim().min(1).max(LIMITS.nameLength),
      kind: EditableKind,
      base_url: BaseUrl.nullable().optional(),
      api_key: ApiKey.nullable()
        .optional()
        .describe('absent: unchanged, unless the address is on another server; null: none'),
      enabled: z.boolean().optional(),
      is_default: z.boolean().optional(),
      models: z
        .array(
          z.object({
            name: ModelName,
            context_tokens: Tokens.nullable().optional(),
            max_reply_tokens: ReplyTokens.nullable().optional(),
            vision: z.boolean().optional(),
            reasoning: z.boolean().optional(),
            access: ModelAccess.optional(),
            message_price: z.int().min(0).max(1000).nullable().optional(),
            instruct: Instruct.nullable().optional().describe('for OpenAI-compatible servers'),
          }),
        )
        .min(1)
        .max(LIMITS.modelsOfConnection),
    }),
    data: Connection,
    errors: ['InvalidInput', 'NotFound', ...OPERATOR_ERRORS],
  }),
  orderConnections: operation({
    method: 'POST',
    path: '/api/admin/orderConnections',
    summary: 'Sets the order in which connections are asked when one fails.',
    access: 'operator',
    body: z.object({ ids: z.array(Id).max(LIMITS.connections) }),
    data: z.null(),
    errors: ['InvalidInput', ...OPERATOR_ERRORS],
  }),
  deleteConnection: operation({
    method: 'POST',
    path: '/api/admin/deleteConnection',
    summary: 'Removes a connection and its key. Chats with its models use the default model.',
    access: 'operator',
    body: z.object({ id: Id }),
    data: z.null(),
    errors: ['InvalidInput', 'NotFound', ...OPERATOR_ERRORS],
  }),
  modelServers: operation({
    method: 'GET',
    path: '/api/admin/modelServers',
    summary: 'Servers with language models that answer on this machine now.',
    access: 'operator',
    data: z.array(z.object({ name: z.string(), base_url: z.string(), models: z.array(z.string()) })),
    errors: OPERATOR_ERRORS,
  }),
  downloads: operation({
    method: 'GET',
    path: '/api/admin/modelDownloads',
    summary: 'The GGUF models that can be downloaded, and those that are there or on the way.',
    access: 'operator',
    data: Downloads,
    errors: OPERATOR_ERRORS,
  }),
  controlDownload: operation({
    method: 'POST',
    path: '/api/admin/modelDownload',
    summary: 'Starts, resumes, pauses or stops a download; `runtime` installs the program that runs the files.',
    access: 'operator',
    body: z.object({
      action: z.enum(['start', 'pause', 'stop', 'runtime']),
      name: z.string().max(LIMITS.modelNameLength).optional().describe('of a recommended model'),
    }),
    data: Downloads,
    errors: ['InvalidInput', 'NotFound', 'Conflict', ...OPERATOR_ERRORS],
  }),
} as const

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ConnectionProblem,
  type ConnectionSettings,
  problemOf,
  type TestResult,
  type TextModel,
  TextModelError,
} from '../../modules/models/module.ts'
import { openProtocol, type TextModelSettings } from './choose.ts'
import { canChat } from './discover.ts'
import { listGgufFiles, modelsFolder } from './gguf/gguf-files.ts'
import { type ListedModel, listModelsOf } from './list-models.ts'
import { probeEndpoint } from './probe-endpoint.ts'

/** A model on this machine may have to be loaded first. */
const FIRST_WORD_MS = 90_000
const MAX_REPLY_TOKENS = 200
const MAX_REPLY_LENGTH = 160
const LINE = 'Say hello in one short sentence.'

/**
 * Lists the models of a connection and asks one of them for a line, which costs a few tokens there. A server that lists
 * nothing can still answer when the model is named.
 */
export async function testConnection(
  settings: TextModelSettings,
  connection: ConnectionSettings,
  modelName: string | null,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Promise<TestResult> {
  const list = connection.kind === 'gguf' ? await listFiles(settings) : await listModelsOf(connection, signal)
  if ('problem' in list && (modelName === null || list.problem.hint !== 'noList')) return result({}, list.problem)
  const models = 'problem' in list ? [] : list.models
  const name = modelName ?? models.find((model) => canChat(model.name))?.name ?? null
  if (name === null) return result({ models }, { reason: 'model', hint: 'noModel', detail: null })
  if (connection.kind === 'gguf') return testFile(settings, models, name)
  const known = await withRealContext(connection, models, name)
  const contextTokens = known.find((model) => model.name === name)?.contextTokens ?? null
  const model = openProtocol(
    settings,
    connection,
    {
      name,
      contextTokens,
      maxReplyTokens: null,
      vision: false,
      reasoning: false,
      access: 'everyone',
      messagePrice: null,
      instruct: null,
    },
    { firstTokenMs: FIRST_WORD_MS, retries: 0 },
  )
  return { ...(await askForLine(model, signal, now)), models: known, model: name }
}

function result(found: Partial<TestResult>, problem: ConnectionProblem | null): TestResult {
  return { models: [], model: null, firstTokenMs: null, reply: null, ...found, problem }
}

/** Loading a file takes its memory and up to a minute, so the first message does that. */
async function testFile(settings: TextModelSettings, models: ListedModel[], name: string): Promise<TestResult> {
  const isThere = await stat(join(modelsFolder(settings.dataDir), `${name}.gguf`)).catch(() => null)
  return result({ models, model: name }, isThere ? null : { reason: 'model', hint: 'file', detail: null })
}

async function listFiles({ dataDir }: TextModelSettings): Promise<{ models: ListedModel[] }> {
  const names = await listGgufFiles(dataDir)
  return { models: names.map((name) => ({ name, contextTokens: null })) }
}

/** A server on this machine tells the context that it really uses, which may be less than the model's own. */
async function withRealContext(
  { kind, baseUrl, apiKey }: ConnectionSettings,
  models: ListedModel[],
  name: string,
): Promise<ListedModel[]> {
  if (kind !== 'openai_compatible' || baseUrl === null) return models
  const { contextTokens } = await probeEndpoint(baseUrl, apiKey, name)
  return models.map((model) => (model.name === name && contextTokens !== null ? { ...model, contextTokens } : model))
}

async function askForLine(model: TextModel, signal: AbortSignal, now: () => number): Promise<TestResult> {
  const startedAt = now()
  const enough = new AbortController()
  let firstTokenMs: number | null = null
  let reply = ''
  try {
    const parts = model.stream({
      messages: [{ role: 'user', content: LINE }],
      maxReplyTokens: MAX_REPLY_TOKENS,
      stop: [],
      signal: AbortSignal.any([signal, enough.signal]),
    })
    for await (const part of parts) {
      if (part.type === 'retract') reply = ''
      if (part.type !== 'text') continue
      firstTokenMs ??= Math.round(now() - startedAt)
      reply += part.text
      if (reply.length >= MAX_REPLY_LENGTH) break
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TextModelError)) throw error
    // The whole reply was hidden reasoning: slow, but it works.
    if (error.reason !== 'reasoning') return result({}, problemOf(error))
  } finally {
    enough.abort()
  }
  const shown = reply.trim().slice(0, MAX_REPLY_LENGTH)
  return result({ firstTokenMs, reply: shown === '' ? null : shown }, null)
}

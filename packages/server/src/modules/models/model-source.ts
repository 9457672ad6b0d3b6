import type { Connection, ConnectionError, ModelInfo } from '@everkin/contract/types.ts'
import type { ModelAccess } from './model-registry.ts'
import type { TextModel } from './text-model.ts'

/** A kind of connection that operators can make. */
export type ConnectionKind = Exclude<Connection['kind'], 'demo'>

export interface ConnectionSettings {
  kind: ConnectionKind
  /** Http or https, without credentials and without a trailing slash; null for a file of this machine. */
  baseUrl: string | null
  apiKey: string | null
}

/** The id of an instruct template; `auto`: the one that the model's name suggests. */
type InstructTemplateId = NonNullable<ModelInfo['instruct']>

export interface ModelSettings {
  name: string
  /** Null: what the provider assumes. */
  contextTokens: number | null
  maxReplyTokens: number | null
  vision: boolean
  reasoning: boolean
  access: ModelAccess
  messagePrice: number | null
  /** The template of raw completions, for OpenAI-compatible servers; null: the chat protocol. */
  instruct: InstructTemplateId | null
}

/** The model that is there without any stored connection. */
export interface BaseConnection {
  id: 'environment' | 'found' | 'gguf' | 'demo'
  name: string
  baseUrl: string | null
  hasKey: boolean
  model: TextModel
}

interface FoundServer {
  name: string
  baseUrl: string
  models: string[]
}

export interface TestResult {
  models: { name: string; contextTokens: number | null }[]
  /** The one that was asked for a line. */
  model: string | null
  firstTokenMs: number | null
  /** The beginning of what the model answered. */
  reply: string | null
  problem: ConnectionProblem | null
}

/** What is wrong with a connection. */
export interface ConnectionProblem {
  reason: ConnectionError['reason']
  /** More exactly, where there is a text for it: `models.problems.<hint>`. */
  hint?: 'certificate' | 'page' | 'version' | 'noModel' | 'noList' | 'unsafe' | 'file' | 'secret'
  /** The provider's own words, redacted. */
  detail: string | null
}

/** A model that holds memory of its own. */
export type OpenedModel = TextModel & { close?(): Promise<void> }

/**
 * The port to where models come from. `providers/text-model` implements it: it knows the protocols, the settings and
 * this machine.
 */
export interface ModelSource {
  /** Opens a model without asking its server for anything; what is wrong shows in the first reply. */
  open(connection: ConnectionSettings, model: ModelSettings): OpenedModel
  /** Lists the models and asks one for a line; `modelName` null takes the first that can chat. Never throws. */
  test(connection: ConnectionSettings, modelName: string | null, signal: AbortSignal): Promise<TestResult>
  /** Servers that answer on this machine now. */
  findServers(): Promise<FoundServer[]>
  downloads: ModelDownloads
}

type DownloadProblem = 'room' | 'network' | 'checksum' | 'format' | 'host'

/** What there is to download, and the program that runs the files. */
export interface DownloadStatus {
  runtime: 'absent' | 'installing' | 'failed' | 'ready'
  items: ModelDownload[]
}

export interface ModelDownload {
  name: string
  title: string
  publisher: string | null
  licence: string | null
  fileName: string
  state: 'absent' | 'running' | 'paused' | 'failed' | 'ready'
  doneBytes: number
  totalBytes: number | null
  problem: DownloadProblem | null
}

/** Downloads of GGUF files into the data folder of this machine. */
export interface ModelDownloads {
  status(): Promise<DownloadStatus>
  /** Starts or resumes; false for a name that is not recommended. Never waits for the download. */
  start(name: string): Promise<boolean>
  /** Keeps what has come. */
  pause(name: string): Promise<boolean>
  /** Ends the download and deletes what has come of it. */
  stop(name: string): Promise<boolean>
  installRuntime(): void
  /** Ends all downloads, keeping what has come. */
  close(): Promise<void>
}

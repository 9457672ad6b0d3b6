import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { TextModel, TextModelPart, TextModelRequest } from '../../../modules/models/module.ts'
import { EndpointAttempts, type EndpointSettings } from '../endpoint/attempts.ts'
import { openConnectionAhead } from '../endpoint/connections.ts'
import type { Deadlines } from '../endpoint/limits.ts'
import type { RedactedProviderError } from '../endpoint/provider-errors.ts'
import { type Fields, rejectedFields, withoutRejected } from '../endpoint/rejected-fields.ts'
import { ReplyText } from '../endpoint/reply-text.ts'
import { PartQueue } from '../part-queue.ts'
import type { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { NativeConnection } from './native-connection.ts'
import { toEndpointError } from './native-errors.ts'
import { readNativeStream } from './read-native-stream.ts'

export interface NativeModelSettings extends EndpointSettings {
  /** By default the provider’s own. */
  baseUrl?: string | null
}

type Options = Omit<LanguageModelV4CallOptions, 'abortSignal'>

/** What differs between the native protocols. */
export interface NativeProtocol {
  /** A model of the SDK for one attempt. */
  connect(fetch: NativeConnection['fetch']): LanguageModelV4
  /** Prompt and length of a request. */
  prepare(request: TextModelRequest, reasoningTokens: number): Options
  /** Samplers, stop strings and effort, in the names of the SDK; undefined is not sent. */
  optional(request: TextModelRequest): Partial<Options>
  /** By which words of a rejection an optional field is recognised. */
  patterns: Record<string, RegExp>
}

interface NativeKind {
  kind: 'anthropic' | 'google'
  profile: ReasoningProfile
  /** The provider’s own address. */
  defaultUrl: string
  /** Loads the SDK, which a server without such a model does not need. `baseURL` has no slash at its end. */
  load(baseURL: string): Promise<NativeProtocol>
}

/**
 * A model behind a provider of the AI SDK, which knows the protocol and what each model takes. Connections, deadlines,
 * retries, limits and errors are ours, so that all endpoints keep the same promises.
 */
export function createNativeModel(
  settings: NativeModelSettings,
  { kind, profile, defaultUrl, load }: NativeKind,
): TextModel {
  const baseURL = (settings.baseUrl ?? defaultUrl).replace(/\/+$/, '')
  const attempts = new EndpointAttempts(settings, profile)
  let loading: Promise<NativeProtocol> | null = null
  let rejected: readonly string[] = []

  /** Resolves with the reply once the server has accepted the request. */
  async function open(request: TextModelRequest, deadlines: Deadlines): Promise<AsyncIterable<TextModelPart>> {
    loading ??= load(baseURL)
    const protocol = await loading
    let tried = rejected
    let sent: Fields = {}
    const send = async (fitting: TextModelRequest, contextTokens: number) => {
      const connection = new NativeConnection(deadlines.signal, attempts.limits.lineBytes)
      const optional = withoutRejected(withoutUndefined(protocol.optional(fitting)), tried)
      sent = optional
      const reasoningTokens = attempts.reasoningTokensFor(fitting, contextTokens)
      try {
        const model = protocol.connect(connection.fetch)
        const options = { ...optional, ...protocol.prepare(fitting, reasoningTokens), includeRawChunks: true }
        const { stream } = await model.doStream(options)
        return { connection, stream }
      } catch (error) {
        connection.close()
        throw toEndpointError(error, connection.failure)
      }
    }
    const learn = ({ status, words }: RedactedProviderError) => {
      if (status !== 400 && status !== 422) return false
      const learnt = rejectedFields(words, sent, protocol.patterns)
      tried = [...tried, ...learnt]
      return learnt.length > 0
    }
    const { connection, stream } = await attempts.sendFitting(request, send, learn)
    rejected = tried
    const text = new ReplyText(request, attempts.limits, profile)
    return readReply(connection, request.signal, (queue) =>
      readNativeStream(stream, text, { deadlines, connection, queue }),
    )
  }

  return {
    kind,
    name: settings.name,
    get contextTokens() {
      return attempts.contextTokens
    },
    get reasoningTokens() {
      return attempts.reasoningTokens
    },
    vision: settings.vision ?? true,
    stream: (request) => attempts.stream(request, (deadlines) => open(request, deadlines)),
    async prepare() {
      openConnectionAhead(new URL(baseURL))
      loading ??= load(baseURL)
      await loading.catch(() => undefined) // thrown again by the reply
    },
  }
}

async function* readReply(
  connection: NativeConnection,
  signal: AbortSignal,
  read: (queue: PartQueue) => Promise<TextModelPart>,
): AsyncGenerator<TextModelPart> {
  const queue = new PartQueue()
  try {
    const reading = read(queue)
    queue.endWith(reading)
    yield* queue.parts(signal)
    yield await reading
  } finally {
    connection.close()
    await queue.settled
  }
}

function withoutUndefined(options: Partial<Options>): Fields {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

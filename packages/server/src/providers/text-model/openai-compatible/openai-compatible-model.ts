import { finished } from 'node:stream/promises'
import type { TextModel, TextModelRequest } from '../../../modules/models/module.ts'
import { isPrivateHost } from '../../../platform/private-hosts.ts'
import { EndpointAttempts, type EndpointSettings } from '../endpoint/attempts.ts'
import { openConnectionAhead } from '../endpoint/connections.ts'
import type { Deadlines } from '../endpoint/limits.ts'
import { postJson } from '../endpoint/post-json.ts'
import type { RedactedProviderError } from '../endpoint/provider-errors.ts'
import { PromptPreparation } from '../prompt-preparation.ts'
import { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { type Dialect, learnDialect, PLAIN_DIALECT } from './dialect.ts'
import { findTemplate } from './instruct-templates.ts'
import { loadOpenAiTokenizer } from './openai-tokenizer.ts'
import { fieldSupport, type OptionalFields } from './optional-fields.ts'
import { readReply } from './read-reply.ts'
import { requestBody } from './request-body.ts'

export interface OpenAiCompatibleSettings extends EndpointSettings {
  /** Ends in /v1 for most servers; with or without a trailing slash. */
  baseUrl: string
  /** `completion` posts the prompt as one raw text, for servers or models without a chat template. */
  api?: 'chat' | 'completion'
  /** Id of an instruct template, for raw completions; by default the one that the model's name suggests. */
  template?: string | null
}

/**
 * A model behind any OpenAI-compatible endpoint. Each reply is one POST on a kept connection; no error contains the key,
 * the address or text of the prompt. What rejections reveal about the server (its dialect) is learnt, see
 * `EndpointAttempts`.
 */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): TextModel {
  const { name, apiKey } = settings
  const template = settings.api === 'completion' ? findTemplate(settings.template ?? null, name) : null
  const url = new URL(`${settings.baseUrl.replace(/\/+$/, '')}/${template ? 'completions' : 'chat/completions'}`)
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const support = fieldSupport(url, name)
  const reasoningProfile = new ReasoningProfile(name)
  const attempts = new EndpointAttempts(settings, reasoningProfile)
  // A key may mean that a proxy passes the prompts on to a provider, who is paid for each.
  const preparation = apiKey === null && isPrivateHost(url.hostname) ? new PromptPreparation() : null
  let countTokens: TextModel['countTokens']
  // Without it, tokens are estimated.
  loadOpenAiTokenizer(name)?.then(
    (count) => (countTokens = count),
    () => undefined,
  )
  let dialect: Dialect = PLAIN_DIALECT
  let hasAccepted = false

  /** Opens one attempt; a rejection that says what to change is retried that way. */
  async function open(request: TextModelRequest, deadlines: Deadlines) {
    let tried = dialect
    let sent: OptionalFields = {}
    const send = (fitting: TextModelRequest, contextTokens: number) => {
      const reasoningTokens = attempts.reasoningTokensFor(fitting, contextTokens)
      const body = requestBody(fitting, { name, dialect: tried, support, template, reasoningTokens })
      sent = body.optional
      return postJson(url, headers, body.json, deadlines.signal)
    }
    const learn = (refusal: RedactedProviderError) => {
      const learnt = learnDialect(tried, refusal.status, refusal.words, sent)
      const isUnexplained = !hasAccepted && !tried.isBare && isAboutForm(refusal)
      if (!learnt && !isUnexplained) return false
      tried = learnt ?? { ...tried, isBare: true }
      return true
    }
    const preparing = preparation?.beginReply(request)
    const endReply = () => preparation?.endReply()
    if (preparing) await preparing
    const response = await attempts.sendFitting(request, send, learn).catch((error: unknown) => {
      endReply()
      throw error
    })
    response.once('close', endReply)
    dialect = tried
    hasAccepted = true
    const withStops = template ? { ...request, stop: [...request.stop, ...template.stop] } : request
    return readReply(response, withStops, deadlines, {
      limits: attempts.limits,
      reasoningProfile,
      onUsage: (usage) => preparation?.recordUsage(request, usage),
    })
  }

  /** Has the server read a prompt: it is asked for one token, which nobody reads. */
  async function read(request: TextModelRequest): Promise<void> {
    const { json } = requestBody(request, { name, dialect, support, template, reasoningTokens: 0 })
    const response = await postJson(url, headers, json, request.signal)
    await finished(response.resume(), { signal: request.signal })
  }

  return {
    kind: 'openai_compatible',
    name,
    get contextTokens() {
      return attempts.contextTokens
    },
    get reasoningTokens() {
      return attempts.reasoningTokens
    },
    get countTokens() {
      return countTokens
    },
    vision: template === null && (settings.vision ?? false),
    stream: (request) => attempts.stream(request, (deadlines) => open(request, deadlines)),
    prepare: async (expected) =>
      preparation && !preparation.isPaused ? preparation.prepare(expected, read) : openConnectionAhead(url),
  }
}

/**
 * Whether a rejection may be about a field that it does not name. One that quotes the prompt, or that says anything
 * about the text, is not: sending a text again that was refused helps nobody.
 */
function isAboutForm({ status, words, message }: RedactedProviderError): boolean {
  return (status === 400 || status === 422) && !words.includes('…') && FORM.test(message)
}

const FORM = /^\W*$|bad request|unprocessable|validation|schema|field|parameter|argument|property|extra|malformed/i

import type { PromptMessage, TextModelRequest } from '../../../modules/models/module.ts'
import { acceptedFields, type Dialect, messagesFor } from './dialect.ts'
import { type InstructTemplate, renderPrompt } from './instruct-templates.ts'
import { type FieldSupport, type OptionalFields, optionalFields } from './optional-fields.ts'

/** OpenAI accepts four; we enforce the rest. */
const MAX_STOP_STRINGS = 4

interface BodySettings {
  name: string
  dialect: Dialect
  support: FieldSupport
  /** Prompt template of a raw completion; null for the chat API. */
  template: InstructTemplate | null
  /** Added to the reply's own. */
  reasoningTokens: number
}

/** A request body, and which of its fields are optional. */
export interface RequestBody {
  json: string
  optional: OptionalFields
}

export function requestBody(request: TextModelRequest, settings: BodySettings): RequestBody {
  const { name, dialect, support, template, reasoningTokens } = settings
  const tokens = request.maxReplyTokens + reasoningTokens
  // A reasoning model would stop at a speaker's name while reasoning; if the server gets none, we enforce them.
  const names = reasoningTokens === 0 ? request.stop : []
  const stop = [...(template?.stop ?? []), ...names].slice(
    0,
    template && support.extended ? undefined : MAX_STOP_STRINGS,
  )
  const optional = acceptedFields(optionalFields(request, support, stop), dialect)
  const json = JSON.stringify({
    model: name,
    ...(template
      ? { prompt: renderPrompt(request.messages, template) }
      : { messages: messagesFor(request.messages, dialect.roles).map(toWire) }),
    stream: true,
    [dialect.tokenLimit]: Math.min(tokens, dialect.maxTokens ?? tokens),
    ...optional,
  })
  return { json, optional }
}

function toWire({ role, content, images }: PromptMessage) {
  if (!images || images.length === 0) return { role, content }
  const pictures = images.map(({ bytes, mediaType }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }))
  return { role, content: [...(content === '' ? [] : [{ type: 'text', text: content }]), ...pictures] }
}

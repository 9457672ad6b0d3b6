import type { ReasoningEffort, TextModelRequest } from '../../../modules/models/module.ts'

/** Fields of a request that a server may reject; without any of them it still gives a reply. */
type OptionalField =
  | 'stop'
  | 'stream_options'
  | 'temperature'
  | 'top_p'
  | 'frequency_penalty'
  | 'presence_penalty'
  | 'seed'
  | 'top_k'
  | 'min_p'
  | 'repetition_penalty'
  | 'repeat_penalty'
  | 'reasoning_effort'
  | 'reasoning'
  | 'chat_template_kwargs'

export type OptionalFields = Partial<Record<OptionalField, unknown>>

/** Hosts that take the fields of OpenAI’s own API and reject, or silently drop, all others. */
const STANDARD_HOSTS =
  /(?:^|\.)(?:openai\.com|openai\.azure\.com|mistral\.ai|groq\.com|x\.ai|deepseek\.com|googleapis\.com)$/
/** OpenAI’s reasoning models, which take no samplers. */
const OPENAI_REASONING = /^(?:openai\/)?(?:o\d|gpt-5(?!.*chat))/

/** What a server is known to take, by its address and the model’s name. The rest is learnt from rejections. */
export interface FieldSupport {
  /** Fields of inference servers beyond OpenAI’s own. */
  extended: boolean
  samplers: boolean
  reasoning: 'effort' | 'openrouter'
}

export function fieldSupport(url: URL, modelName: string): FieldSupport {
  const { hostname } = url
  return {
    extended: !STANDARD_HOSTS.test(hostname),
    samplers: !(/(?:^|\.)openai\.com$/.test(hostname) && OPENAI_REASONING.test(modelName)),
    reasoning: /(?:^|\.)openrouter\.ai$/.test(hostname) ? 'openrouter' : 'effort',
  }
}

/** The optional fields of a request, as far as the server is not known to reject them. Null samplers are left out. */
export function optionalFields(request: TextModelRequest, support: FieldSupport, stop: readonly string[]) {
  const fields: OptionalFields = { stream_options: { include_usage: true } }
  if (stop.length > 0) fields.stop = stop
  if (request.effort) Object.assign(fields, reasoningFields(request.effort, support))
  if (request.samplers && support.samplers) {
    const { samplers } = request
    const sent: OptionalFields = {
      temperature: samplers.temperature,
      top_p: samplers.topP,
      frequency_penalty: samplers.frequencyPenalty,
      presence_penalty: samplers.presencePenalty,
      seed: samplers.seed,
      // Two families of servers call the same penalty differently, and ignore the other name.
      ...(support.extended
        ? {
            top_k: samplers.topK,
            min_p: samplers.minP,
            repetition_penalty: samplers.repetitionPenalty,
            repeat_penalty: samplers.repetitionPenalty,
          }
        : {}),
    }
    for (const [field, value] of Object.entries(sent)) if (value !== null) Object.assign(fields, { [field]: value })
  }
  return fields
}

function reasoningFields(effort: ReasoningEffort, support: FieldSupport): OptionalFields {
  const isOff = effort === 'off'
  if (support.reasoning === 'openrouter') return { reasoning: isOff ? { enabled: false } : { effort } }
  return {
    reasoning_effort: isOff ? 'none' : effort,
    // Templates of models such as Qwen read this; llama.cpp, vLLM and SGLang pass it on.
    ...(support.extended ? { chat_template_kwargs: { enable_thinking: !isOff } } : {}),
  }
}

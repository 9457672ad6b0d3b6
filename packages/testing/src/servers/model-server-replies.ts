import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Behaviour, ModelServerMode } from './model-server-behaviour.ts'

export interface CompletionRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  max_tokens?: number
  max_completion_tokens?: number
  stop?: string[]
}

interface Answering {
  behaviour: Behaviour
  body: CompletionRequest
  response: ServerResponse
  /** Counts requests from 1. */
  attempt: number
  onToken: () => void
}

const PLAIN = 'The lamp is lit and the kettle has begun to sing so come in and sit where it is warm'.split(' ')
const UNUSUAL = ['👩‍🚀', 'naïve', 'e\u0301te\u0301', '静かな', '🇫🇷', 'مرحبا', '𝒳', 'ที่นี่', '👍🏽', 'fine']

/** The words of `normal`, the same for every request. */
export function replyWords(count: number, unusual = false): string[] {
  const source = unusual ? UNUSUAL : PLAIN
  return Array.from({ length: count }, (_, index) => `${index ? ' ' : ''}${source[index % source.length]}`)
}

/** Answers one completion as `behaviour` says; resolves when everything is written. */
export async function answer(answering: Answering): Promise<void> {
  const { behaviour, response, attempt, body } = answering
  const refusal = refusalOf(behaviour, body, attempt)
  if (refusal) {
    const headers = behaviour.retryAfter ? { 'retry-after': behaviour.retryAfter } : {}
    response.writeHead(refusal.status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: refusal.message } }))
    return
  }
  if (behaviour.mode === 'hang') return
  if (behaviour.mode === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title><p>data: hello')
    return
  }
  if (behaviour.mode === 'whole') {
    const message = { role: 'assistant', content: replyWords(behaviour.words).join('') }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (behaviour.firstDelayMs > 0) await wait(behaviour.firstDelayMs)
  await (STREAMS[behaviour.mode] ?? writeNormal)(answering)
}

function refusalOf(behaviour: Behaviour, body: CompletionRequest, attempt: number) {
  // The message quotes what must never leak: a provider's own words.
  const message = behaviour.says || `upstream says no to ${JSON.stringify(body.messages.at(-1)?.content ?? '')}`
  if (behaviour.mode === 'rate_limited') return { status: 429, message }
  if (behaviour.mode === 'status') return { status: behaviour.status, message }
  if (behaviour.mode === 'flaky' && attempt <= behaviour.failures) return { status: behaviour.status, message }
  if (behaviour.mode === 'needs_completion_tokens' && body.max_completion_tokens === undefined) {
    return { status: 400, message: "Unsupported parameter: use 'max_completion_tokens' instead of 'max_tokens'." }
  }
  if (
    behaviour.mode === 'refuses_text' &&
    behaviour.refused !== '' &&
    JSON.stringify(body.messages).includes(behaviour.refused)
  ) {
    return { status: behaviour.status, message }
  }
  return refusalOfForm(behaviour, body)
}

/** Rejections of a request's form, in the words of the servers that reject it. */
function refusalOfForm(behaviour: Behaviour, body: CompletionRequest) {
  const systems = body.messages.filter(({ role }) => role === 'system').length
  if (behaviour.mode === 'refuses_stop' && body.stop !== undefined) {
    return { status: 400, message: "Unsupported parameter: 'stop' is not supported with this model." }
  }
  if (behaviour.mode === 'system_first' && body.messages.some(({ role }, index) => role === 'system' && index > 0)) {
    return { status: 400, message: "Unexpected role 'system' after role 'assistant'" }
  }
  if (behaviour.mode === 'no_system_role' && systems > 0) {
    return { status: 400, message: 'System role not supported' }
  }
  if (behaviour.mode === 'small_context') {
    const prompt = promptTokens(body)
    const most = behaviour.contextTokens
    const asked = body.max_tokens ?? body.max_completion_tokens ?? 0
    if (prompt + asked > most) {
      return {
        status: 400,
        message: `This model's maximum context length is ${most} tokens. However, you requested ${prompt + asked} tokens (${prompt} in the messages, ${asked} in the completion).`,
      }
    }
  }
  if (behaviour.mode === 'strict_template' && !rolesAlternate(body.messages)) {
    return { status: 400, message: 'Conversation roles must alternate user/assistant/user/assistant/...' }
  }
  return null
}

/** An estimate of a tokenizer's count. */
export function promptTokens(body: Pick<CompletionRequest, 'messages'>): number {
  return Math.ceil(body.messages.reduce((sum, { content }) => sum + content.length, 0) / 4)
}

function rolesAlternate(messages: { role: string }[]): boolean {
  const turns = messages[0]?.role === 'system' ? messages.slice(1) : messages
  return turns.every((turn, index) => turn.role === (index % 2 === 0 ? 'user' : 'assistant'))
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const piece = (content: string, index = 0) => event({ choices: [{ index, delta: { content }, finish_reason: null }] })
const finish = (reason = 'stop') => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
const DONE = 'data: [DONE]\n\n'

async function writeWords({ behaviour, response, onToken }: Answering, words: Iterable<string>): Promise<void> {
  for (const word of words) {
    if (response.destroyed) return
    onToken()
    const hasRoom = response.write(piece(word))
    if (behaviour.delayMs > 0) await wait(behaviour.delayMs)
    else if (!hasRoom) await drained(response)
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      response.off('close', settle)
      resolve()
    }
    response.on('drain', settle)
    response.on('close', settle)
  })
}

const wordsOf = (behaviour: Behaviour) => replyWords(behaviour.words, behaviour.unusual)

async function writeNormal(answering: Answering): Promise<void> {
  const { behaviour, response } = answering
  await writeWords(answering, wordsOf(behaviour))
  response.end(finish() + usageOf(behaviour) + DONE)
}

function usageOf(behaviour: Behaviour): string {
  return behaviour.usage
    ? event({ choices: [], usage: { prompt_tokens: 21, completion_tokens: behaviour.words, total_tokens: 0 } })
    : ''
}

function* endlessly(make: (count: number) => string): Generator<string> {
  for (let count = 0; ; count++) yield make(count)
}

function* stamps(count: number): Generator<string> {
  for (let made = 0; made < count; made++) yield `t${(performance.timeOrigin + performance.now()).toFixed(3)} `
}

/** Streams other than plain words and an end. */
const STREAMS: Partial<Record<ModelServerMode, (answering: Answering) => Promise<void>>> = {
  async echo(answering) {
    await writeWords(answering, [answering.body.messages.map((message) => message.content).join('\n')])
    answering.response.end(finish() + DONE)
  },
  async stamped(answering) {
    await writeWords(answering, stamps(answering.behaviour.words))
    answering.response.end(finish() + DONE)
  },
  async scripted(answering) {
    await writeWords(answering, answering.behaviour.script)
    answering.response.end(finish() + DONE)
  },
  async cut(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    // Without the pause, the reset would overtake the words in the kernel's buffer.
    await wait(20)
    answering.response.socket?.resetAndDestroy()
  },
  async cut_quietly(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.end()
  },
  async garbage(answering) {
    await writeWords(answering, replyWords(2))
    answering.response.end('data: {"choices": [oops\n\n')
  },
  async long_line(answering) {
    await writeWords(answering, replyWords(2))
    answering.response.end(`data: "${'x'.repeat(answering.behaviour.bytes)}"\n\n${finish()}${DONE}`)
  },
  async split_bytes({ behaviour, response }) {
    response.socket?.setNoDelay(true)
    const bytes = Buffer.from(
      wordsOf(behaviour)
        .map((word) => piece(word))
        .join('') +
        finish() +
        DONE,
    )
    for (const byte of bytes) {
      response.write(Uint8Array.of(byte))
      await wait(0)
    }
    response.end()
  },
  async endless(answering) {
    await writeWords(
      answering,
      endlessly((count) => ` ${count}`),
    )
  },
  async stalled(answering) {
    await writeWords(answering, replyWords(2))
  },
  async keep_alive_only({ response }) {
    while (!response.destroyed) {
      response.write(': still here\n\n')
      await wait(5)
    }
  },
  async empty({ response }) {
    response.end(finish() + DONE)
  },
  async whitespace(answering) {
    await writeWords(answering, [' ', '\n\n', '  '])
    answering.response.end(finish() + DONE)
  },
  async filtered(answering) {
    await writeWords(answering, replyWords(2))
    answering.response.end(finish('content_filter') + DONE)
  },
  async thinking(answering) {
    const { behaviour, response } = answering
    response.write(event({ choices: [{ index: 0, delta: { reasoning_content: 'hidden reasoning' } }] }))
    await writeWords(answering, ['\n<thi', 'nk>hidden thou', 'ght</thi', 'nk>\n\n', ...wordsOf(behaviour)])
    response.end(finish() + DONE)
  },
  async reasoning(answering) {
    const { behaviour, response, body } = answering
    const most = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY
    for (let made = 0; made < Math.min(behaviour.thoughts, most); made++)
      response.write(event({ choices: [{ index: 0, delta: { reasoning_content: 'hidden ' } }] }))
    const words = wordsOf(behaviour).slice(0, Math.max(0, most - behaviour.thoughts))
    await writeWords(answering, words)
    response.end(finish(words.length < behaviour.words ? 'length' : 'stop') + DONE)
  },
  async no_done(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.write(finish())
  },
  async half_farewell(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.write(`${finish()}data: {"choices":[],"usa`)
  },
  async double_done(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.end(finish() + DONE + DONE)
  },
  async crlf({ behaviour, response }) {
    const text = wordsOf(behaviour)
      .map((word) => `: comment\n\nevent: message\nid: 7\n${piece(word)}`)
      .join('')
    response.end(`\u{feff}${text}${finish()}${DONE}`.replaceAll('\n', '\r\n'))
  },
  async wrong_index({ behaviour, response }) {
    const text = wordsOf(behaviour)
      .map((word) => piece('elsewhere', 1) + piece(word))
      .join('')
    response.end(text + finish() + DONE)
  },
  async mid_error(answering) {
    await writeWords(answering, replyWords(2))
    answering.response.end(event({ error: { message: 'engine fell over', code: 500 } }))
  },
}

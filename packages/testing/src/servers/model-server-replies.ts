import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Behaviour, ModelServerMode } from './model-server-behaviour.ts'
import type { CompletionRequest, ReplyProtocol } from './model-server-protocols.ts'

interface Answering {
  behaviour: Behaviour
  body: CompletionRequest
  response: ServerResponse
  protocol: ReplyProtocol
  /** Counts the recorded requests from 1. */
  attempt: number
  /** Counts all requests from 1. */
  reply: number
  onToken: () => void
}

const PLAIN = 'The lamp is lit and the kettle has begun to sing so come in and sit where it is warm'.split(' ')
const UNUSUAL = ['👩‍🚀', 'naïve', 'e\u0301te\u0301', '静かな', '🇫🇷', 'مرحبا', '𝒳', 'ที่นี่', '👍🏽', 'fine']

/** The words of `normal`, the same for every request. */
export function replyWords(count: number, unusual = false): string[] {
  const source = unusual ? UNUSUAL : PLAIN
  return Array.from({ length: count }, (_, index) => `${index ? ' ' : ''}${source[index % source.length]}`)
}

/** A normal reply in one text. */
function wholeStream({ behaviour, protocol }: Answering): string {
  return wordsOf(behaviour)
    .map((word) => protocol.piece(word))
    .concat(protocol.finish(), protocol.done)
    .join('')
}

/** Answers one completion as `behaviour` says; resolves when everything is written. */
export async function answer(answering: Answering): Promise<void> {
  const { behaviour, response, attempt, body, protocol } = answering
  const refusal = refusalOf(behaviour, body, attempt)
  if (refusal) {
    const headers = behaviour.retryAfter ? { 'retry-after': behaviour.retryAfter } : {}
    response.writeHead(refusal.status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(protocol.rejection(refusal.status, refusal.message)))
    return
  }
  if (behaviour.mode === 'hang') return
  if (behaviour.mode === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title><p>data: hello')
    return
  }
  if (behaviour.mode === 'upgrade') {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
    return
  }
  if (behaviour.mode === 'compressed') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.end(gzipSync(wholeStream(answering)))
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

const PLAIN_FIELDS = ['model', 'messages', 'stream', 'max_tokens', 'stop']

/** Rejections of a request's form, in the words of the servers that reject it. */
function refusalOfForm(behaviour: Behaviour, body: CompletionRequest) {
  const systems = body.messages.filter(({ role }) => role === 'system').length
  if (behaviour.mode === 'refuses_stop' && body.stop !== undefined) {
    return { status: 400, message: "Unsupported parameter: 'stop' is not supported with this model." }
  }
  const field = behaviour.fields.find((name) => JSON.stringify(body).includes(`"${name}":`))
  if (behaviour.mode === 'refuses_fields' && field !== undefined) {
    return { status: 400, message: `Unsupported parameter: '${field}' is not supported with this model.` }
  }
  if (behaviour.mode === 'refuses_unnamed' && Object.keys(body).some((name) => !PLAIN_FIELDS.includes(name))) {
    return { status: 422, message: 'Unprocessable Entity' }
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

async function writeWords(
  { behaviour, response, protocol, onToken }: Answering,
  words: Iterable<string>,
): Promise<void> {
  for (const word of words) {
    if (response.destroyed) return
    onToken()
    const hasRoom = response.write(protocol.piece(word))
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
  await writeWords(answering, wordsOf(answering.behaviour))
  end(answering)
}

/** Ends the stream as a server does whose reply is complete. */
function end({ response, protocol }: Answering, reason?: Parameters<ReplyProtocol['finish']>[0]): void {
  response.end(protocol.finish(reason) + protocol.done)
}

function* endlessly(make: (count: number) => string): Generator<string> {
  for (let count = 0; ; count++) yield make(count)
}

function* stamps(count: number): Generator<string> {
  for (let made = 0; made < count; made++) yield `t${(performance.timeOrigin + performance.now()).toFixed(3)} `
}

function* numbers(reply: number, count: number): Generator<string> {
  for (let word = 1; word <= count; word++) yield `n${reply}.${word} `
}

/** Streams other than plain words and an end. */
const STREAMS: Partial<Record<ModelServerMode, (answering: Answering) => Promise<void>>> = {
  async echo(answering) {
    await writeWords(answering, [answering.body.messages.map((message) => message.content).join('\n')])
    end(answering)
  },
  async stamped(answering) {
    await writeWords(answering, stamps(answering.behaviour.words))
    end(answering)
  },
  async numbered(answering) {
    await writeWords(answering, numbers(answering.reply, answering.behaviour.words))
    end(answering)
  },
  async scripted(answering) {
    await writeWords(answering, answering.behaviour.script)
    end(answering)
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
    answering.response.write(`data: "${'x'.repeat(answering.behaviour.bytes)}"\n\n`)
    end(answering)
  },
  async split_bytes(answering) {
    const { response } = answering
    response.socket?.setNoDelay(true)
    const bytes = Buffer.from(wholeStream(answering))
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
  async empty(answering) {
    end(answering)
  },
  async whitespace(answering) {
    await writeWords(answering, [' ', '\n\n', '  '])
    end(answering)
  },
  async filtered(answering) {
    await writeWords(answering, replyWords(2))
    end(answering, 'content_filter')
  },
  async thinking(answering) {
    const { behaviour, response, protocol } = answering
    response.write(protocol.thought('hidden reasoning'))
    await writeWords(answering, ['\n<thi', 'nk>hidden thou', 'ght</thi', 'nk>\n\n', ...wordsOf(behaviour)])
    end(answering)
  },
  async reasoning(answering) {
    const { behaviour, response, body, protocol } = answering
    const most = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY
    for (let made = 0; made < Math.min(behaviour.thoughts, most); made++) response.write(protocol.thought('hidden '))
    const words = wordsOf(behaviour).slice(0, Math.max(0, most - behaviour.thoughts))
    await writeWords(answering, words)
    end(answering, words.length < behaviour.words ? 'length' : 'stop')
  },
  async no_done(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.write(answering.protocol.finish())
  },
  async half_farewell(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.write(`${answering.protocol.finish()}data: {"choices":[],"usa`)
  },
  async double_done(answering) {
    await writeWords(answering, wordsOf(answering.behaviour))
    answering.response.end(answering.protocol.finish() + answering.protocol.done.repeat(2))
  },
  async crlf({ behaviour, response, protocol }) {
    const text = wordsOf(behaviour)
      .map((word) => `: comment\n\nid: 7\n${protocol.piece(word)}`)
      .join('')
    response.end(`\u{feff}${text}${protocol.finish()}${protocol.done}`.replaceAll('\n', '\r\n'))
  },
  async cr(answering) {
    const text = wholeStream(answering).replace('\n\n', '\n\ndata:\n\n')
    answering.response.end(text.replaceAll('\n', '\r'))
  },
  async several_lines(answering) {
    const pretty = (line: string) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', '\ndata: ')
    answering.response.end(wholeStream(answering).replace(/(?<=^data: )\{.*/gm, pretty))
  },
  async late_text(answering) {
    const { behaviour, response, protocol } = answering
    await writeWords(answering, wordsOf(behaviour))
    response.write(protocol.finish())
    while (!response.destroyed) {
      response.write(protocol.piece(' more'))
      await wait(5)
    }
  },
  async wrong_index({ behaviour, response, protocol }) {
    const elsewhere = event({ choices: [{ index: 1, delta: { content: 'elsewhere' } }] })
    const text = wordsOf(behaviour)
      .map((word) => elsewhere + protocol.piece(word))
      .join('')
    response.end(text + protocol.finish() + protocol.done)
  },
  async mid_error(answering) {
    await writeWords(answering, replyWords(2))
    answering.response.end(answering.protocol.error('engine fell over'))
  },
}

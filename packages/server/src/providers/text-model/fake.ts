import { setTimeout as wait } from 'node:timers/promises'
import {
  type PromptMessage,
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
  type TextModelRequest,
} from '../../modules/models/module.ts'
import { toParts, VisibleText } from './reasoning/visible-text.ts'

/** The fake model's answer to one request. */
export interface FakeReply {
  /** Each is one text part. */
  parts: string[]
  /** Thrown after the parts, instead of the finish. */
  fault?: TextModelFault
  reason?: 'stop' | 'length' | 'filtered'
  /** Between parts; 0 still yields to the event loop. */
  delayMs?: number
}

export interface FakeTextModel extends TextModel {
  /** Every request so far, newest last. */
  readonly requests: TextModelRequest[]
  /** The number of requests whose stream ended early, by abort or by a reader that stopped. */
  readonly left: number
  /** The beginnings of prompts that it was prepared for. */
  readonly prepared: (readonly PromptMessage[] | null)[]
}

export interface FakeSettings {
  name?: string
  contextTokens?: number
  vision?: boolean
  /** One reply, used for every request, or a function of the request; `index` counts from 0. */
  reply?: FakeReply | ((request: TextModelRequest, index: number) => FakeReply)
}

/** A scripted model for tests that records its requests. */
export function createFakeTextModel(settings: FakeSettings = {}): FakeTextModel {
  const requests: TextModelRequest[] = []
  const prepared: (readonly PromptMessage[] | null)[] = []
  let left = 0

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const scripted = settings.reply ?? { parts: ['Hello', ' there', '.'] }
    const reply = typeof scripted === 'function' ? scripted(request, requests.length) : scripted
    const { messages } = request
    requests.push({ ...request, messages })
    let isWhole = false
    try {
      const shown = new VisibleText({ stop: request.stop, isContinuation: request.isContinuation === true })
      let tokens = 0
      for (const part of reply.parts.slice(0, request.maxReplyTokens)) {
        await wait(reply.delayMs ?? 0, undefined, { signal: request.signal }).catch(() =>
          request.signal.throwIfAborted(),
        )
        yield* toParts(shown.push(part))
        tokens += 1
        if (shown.isStopped) break
      }
      yield* toParts(shown.end())
      isWhole = true
      if (reply.fault) throw new TextModelError(reply.fault, { retryable: reply.fault !== 'refused' })
      if (!shown.hasText && reply.reason !== 'filtered') throw new TextModelError('empty', { retryable: true })
      const isCut = reply.parts.length > request.maxReplyTokens
      const usage = { promptTokens: messages.length, replyTokens: tokens }
      yield { type: 'finish', reason: isCut ? 'length' : (reply.reason ?? 'stop'), usage }
    } finally {
      if (!isWhole) left += 1
    }
  }

  return {
    kind: 'openai_compatible',
    name: settings.name ?? 'fake',
    contextTokens: settings.contextTokens ?? 8192,
    vision: settings.vision ?? false,
    requests,
    get left() {
      return left
    },
    prepared,
    stream,
    prepare: async (expected) => void prepared.push(await expected()),
  }
}

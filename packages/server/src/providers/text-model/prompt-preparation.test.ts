import { describe, expect, it } from 'vitest'
import type { PromptMessage, TextModelRequest, TokenUsage } from '../../modules/models/module.ts'
import { PromptPreparation } from './prompt-preparation.ts'
import { requestFor } from './text-model.suite.ts'

const { messages } = requestFor()
const expected = async (): Promise<PromptMessage[]> => messages.slice(0, 2)

/** A model that reads until it is told to finish, or aborted. */
function readingModel() {
  const reads: TextModelRequest[] = []
  const { promise: isRead, resolve: finish } = Promise.withResolvers<void>()
  const read = (request: TextModelRequest) => {
    reads.push(request)
    return new Promise<void>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
      void isRead.then(resolve)
    })
  }
  return { reads, read, finish }
}

/** Whether a promise is settled once everything that is ready has run. */
async function isSettled(promise: Promise<unknown> | null): Promise<boolean> {
  const pending = Symbol('pending')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('a preparation', () => {
  it('asks for one token after the beginning of the prompt and a message of the person', async () => {
    const { reads, read, finish } = readingModel()
    const preparing = new PromptPreparation().prepare(expected, read)
    finish()
    await preparing
    expect(reads).toMatchObject([{ maxReplyTokens: 1, stop: [] }])
    expect(reads[0]?.messages).toEqual([...messages.slice(0, 2), { role: 'user', content: '…' }])
  })

  it('lets the reply of the same chat wait for it, and ends for one of another chat', async () => {
    const own = readingModel()
    const preparation = new PromptPreparation()
    const preparing = preparation.prepare(expected, own.read)
    await isSettled(null)
    const waiting = preparation.beginReply(requestFor())
    expect(await isSettled(waiting)).toBe(false)
    own.finish()
    await waiting
    await preparing
    preparation.endReply()

    const second = readingModel()
    void preparation.prepare(expected, second.read)
    await isSettled(null)
    const other = requestFor({ messages: [{ role: 'system', content: 'You are Kenji, who keeps bees.' }] })
    await preparation.beginReply(other)
    expect(second.reads[0]?.signal.aborted).toBe(true)
  })

  it('does not hold a reply that is stopped', async () => {
    const { read } = readingModel()
    const preparation = new PromptPreparation()
    void preparation.prepare(expected, read)
    await isSettled(null)
    const stop = new AbortController()
    const waiting = preparation.beginReply(requestFor({ signal: stop.signal }))
    stop.abort()
    expect(await isSettled(waiting)).toBe(true)
  })

  it('is left out while replies are written or another prompt is read', async () => {
    const { reads, read } = readingModel()
    const preparation = new PromptPreparation()
    expect(preparation.beginReply(requestFor())).toBeNull()
    await preparation.prepare(expected, read)
    expect(reads).toHaveLength(0)
    preparation.endReply()
    void preparation.prepare(expected, read)
    await isSettled(null)
    await preparation.prepare(expected, read)
    expect(reads).toHaveLength(1)
  })

  describe('of a model that reports its cache', () => {
    const usage = { promptTokens: 2_000, cachedTokens: 0, replyTokens: 9 }
    const other = requestFor({ messages: [{ role: 'system', content: 'You are Kenji, who keeps bees.' }] })
    let nowMs = 0
    /** Prepares, then requests these replies; resolves with whether another preparation is made. */
    async function isPreparedAfter(reported: TokenUsage | null, replies = [requestFor()], waitMs = 1_000) {
      nowMs = 0
      const { reads, read, finish } = readingModel()
      finish()
      const preparation = new PromptPreparation(() => nowMs)
      await preparation.prepare(expected, read)
      nowMs += waitMs
      for (const request of replies) {
        await preparation.beginReply(request)
        preparation.endReply()
        preparation.recordUsage(request, reported)
      }
      await preparation.prepare(expected, read)
      expect(preparation.isPaused).toBe(reads.length === 1)
      nowMs += 30 * 60_000
      await preparation.prepare(expected, read)
      return reads.length === 3
    }

    it('is left out for half an hour after nothing of a prepared prompt was in it', async () => {
      expect(await isPreparedAfter(usage)).toBe(false)
    })

    it.each<[string, ...Parameters<typeof isPreparedAfter>]>([
      ['some of it was', { ...usage, cachedTokens: 16 }],
      ['the server does not say', { promptTokens: 2_000, replyTokens: 9 }],
      ['the server says null', { ...usage, cachedTokens: null }],
      ['there is no usage', null],
      ['the prompt was too short for a cache', { ...usage, promptTokens: 40 }],
      ['it was the prompt of another chat', usage, [other]],
      ['another reply came in between', usage, [other, requestFor()]],
      ['it was long ago', usage, [requestFor()], 10 * 60_000],
    ])('goes on where %s', async (_what, ...of) => {
      expect(await isPreparedAfter(...of)).toBe(true)
    })

    it('goes on where the preparation failed', async () => {
      const preparation = new PromptPreparation()
      await preparation.prepare(expected, () => Promise.reject(new Error('no model')))
      const request = requestFor()
      await preparation.beginReply(request)
      preparation.recordUsage(request, usage)
      expect(preparation.isPaused).toBe(false)
    })

    it('is left out where the reply waited for it', async () => {
      const { read, finish } = readingModel()
      const preparation = new PromptPreparation()
      void preparation.prepare(expected, read)
      await isSettled(null)
      const request = requestFor()
      const waiting = preparation.beginReply(request)
      finish()
      await waiting
      preparation.recordUsage(request, usage)
      expect(preparation.isPaused).toBe(true)
    })
  })

  it('gives up silently when there is no prompt or the model fails', async () => {
    const { reads, read } = readingModel()
    const preparation = new PromptPreparation()
    await preparation.prepare(async () => null, read)
    await preparation.prepare(() => Promise.reject(new Error('no database')), read)
    expect(reads).toHaveLength(0)
    await preparation.prepare(expected, () => Promise.reject(new Error('no model')))
    expect(preparation.beginReply(requestFor())).toBeNull()
  })
})

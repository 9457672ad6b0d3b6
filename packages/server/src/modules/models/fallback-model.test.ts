import { describe, expect, it } from 'vitest'
import { createFakeTextModel, type FakeReply } from '../../providers/text-model/fake.ts'
import { readAll, requestFor } from '../../providers/text-model/text-model.suite.ts'
import { type Candidate, withFallback } from './fallback-model.ts'
import { type TextModel, TextModelError, type TextModelFault, type TextModelRequest } from './text-model.ts'

function candidate(id: string, own: TextModel, changes: Partial<Candidate> = {}): Candidate {
  return { id, access: 'everyone', messagePrice: null, maxReplyTokens: null, vision: false, own, ...changes }
}

const answering = (words: string, contextTokens?: number) =>
  createFakeTextModel({ reply: { parts: [words] }, ...(contextTokens ? { contextTokens } : {}) })
const failing = (fault: TextModelFault, parts: string[] = []) =>
  createFakeTextModel({ reply: { parts, fault } satisfies FakeReply })

/** What is read from the first of these models when it is asked, and who answered. */
async function ask(all: Candidate[], changes: Partial<TextModelRequest> = {}) {
  const answered: string[] = []
  const [asked] = all
  if (!asked) throw new Error('nobody to ask')
  const model = withFallback(
    asked,
    () => all,
    1,
    () => undefined,
  )
  const { text } = await readAll(model, requestFor({ onAnswering: (id) => answered.push(id), ...changes }))
  return { text, answered }
}

describe('withFallback', () => {
  it('asks the model itself first, and says that it answers', async () => {
    expect(await ask([candidate('a', answering('A')), candidate('b', answering('B'))])).toEqual({
      text: 'A',
      answered: ['a'],
    })
  })

  it.each(['unreachable', 'timeout', 'rate_limited', 'overloaded', 'garbled'] as const)(
    'asks the next one when the first is %s, and names the one that answers',
    async (fault) => {
      const all = [candidate('a', failing(fault)), candidate('b', failing(fault)), candidate('c', answering('C'))]
      expect(await ask(all)).toEqual({ text: 'C', answered: ['c'] })
    },
  )

  it('takes a text that one provider refuses to no other', async () => {
    const other = answering('B')
    await expect(ask([candidate('a', failing('refused')), candidate('b', other)])).rejects.toMatchObject({
      fault: 'refused',
    })
    expect(other.requests).toHaveLength(0)
  })

  it('does not begin again elsewhere once a word has been shown', async () => {
    const other = answering('B')
    await expect(ask([candidate('a', failing('cut_off', ['One'])), candidate('b', other)])).rejects.toThrow('cut_off')
    expect(other.requests).toHaveLength(0)
  })

  it('throws the error of the model that was asked for when nobody answers', async () => {
    await expect(
      ask([candidate('a', failing('timeout')), candidate('b', failing('unreachable'))]),
    ).rejects.toMatchObject({ fault: 'timeout' })
  })

  it('never stands in with a model for fewer people, one that costs more, or one that cannot see', async () => {
    const away = failing('unreachable')
    const members = candidate('members', answering('M'), { access: 'members' })
    const dear = candidate('dear', answering('D'), { messagePrice: 2 })
    await expect(ask([candidate('a', away), members, dear])).rejects.toThrow('unreachable')
    const image = { bytes: new Uint8Array(), mediaType: 'image/png' as const }
    const messages = [{ role: 'user' as const, content: 'Look', images: [image] }]
    const seeing = candidate('a', away, { vision: true })
    const all = [seeing, candidate('blind', answering('B')), candidate('eyes', answering('E'), { vision: true })]
    expect(await ask(all, { messages })).toEqual({ text: 'E', answered: ['eyes'] })
  })

  it('fits the prompt to a smaller context, and the reply to the model’s limit', async () => {
    const small = answering('S', 2048)
    const all = [candidate('a', failing('unreachable')), candidate('b', small, { maxReplyTokens: 50 })]
    const refit = (contextTokens: number) => [{ role: 'user' as const, content: `for ${contextTokens}` }]
    await ask(all, { refit, maxReplyTokens: 700 })
    expect(small.requests[0]).toMatchObject({ messages: [{ content: 'for 2048' }], maxReplyTokens: 50 })
  })

  it('does not ask anybody else after the reader has left', async () => {
    const other = answering('B')
    const abort = new AbortController()
    const leaving: TextModel = {
      kind: 'openai_compatible',
      name: 'leaving',
      contextTokens: 8192,
      async *stream() {
        abort.abort()
        yield* []
        throw new TextModelError('unreachable', { retryable: true })
      },
    }
    await expect(ask([candidate('a', leaving), candidate('b', other)], { signal: abort.signal })).rejects.toThrow()
    expect(other.requests).toHaveLength(0)
  })
})

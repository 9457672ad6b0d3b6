import { describe, expect, it } from 'vitest'
import type { Scene, TextModel, TextModelPart, TextModelRequest } from '../../modules/models/module.ts'

/** A model under test, and how to observe it. */
export interface ModelUnderTest {
  model: TextModel
  /** The number of open upstream replies, if it can be observed; 0 once a stream has ended. */
  openUpstream?: () => number
}

/** A scene and its prompt, sufficient for every kind of model. */
export function requestFor(changes: Partial<Omit<TextModelRequest, 'scene'>> & { scene?: Partial<Scene> } = {}) {
  const { scene, ...rest } = changes
  const request: TextModelRequest & { scene: Scene } = {
    messages: [
      { role: 'system', content: 'You are Ilse, who steers the night ferry.' },
      { role: 'assistant', content: 'You are late. The tide is not.' },
      { role: 'user', content: 'Hello' },
    ],
    maxReplyTokens: 200,
    stop: ['\nAlex:'],
    signal: new AbortController().signal,
    ...rest,
    scene: {
      locale: 'en',
      characterName: 'Ilse',
      personName: 'Alex',
      tagline: 'Steers the last ferry of the night.',
      description: 'Ilse has steered the night ferry for twenty years. She keeps a brown suitcase nobody claims.',
      personality: 'Dry, watchful, warm underneath.',
      scenario: 'The ferry leaves the quay in fog.',
      greeting: '*She sets the lantern down.* You are late. The tide is not.',
      exampleDialogue: '<START>\nAlex: Is it far?\nIlse: *She checks the dark.* Far enough to finish the coffee.',
      lore: [],
      turns: [
        { role: 'character', speaker: 'Ilse', text: 'You are late. The tide is not.' },
        { role: 'user', speaker: 'Alex', text: 'Hello' },
      ],
      begun: '',
      variantIndex: 0,
      ...scene,
    },
  }
  return request
}

/** Reads a whole reply. */
export async function readAll(model: TextModel, request: TextModelRequest) {
  const parts: TextModelPart[] = []
  for await (const part of model.stream(request)) parts.push(part)
  return { parts, text: textOf(parts), finish: parts.at(-1) }
}

/** The final text of a reply, as a reader sees it. */
export const textOf = (parts: TextModelPart[]): string =>
  parts
    .slice(parts.findLastIndex((part) => part.type === 'retract') + 1)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')

/** The contract of every language model; run for the fake, the demo model and every provider. */
export function describeTextModel(name: string, create: () => Promise<ModelUnderTest>): void {
  describe(`${name} keeps the promises of a text model`, () => {
    it('streams text and ends with exactly one finish', async () => {
      const { model } = await create()
      const { parts, text } = await readAll(model, requestFor())
      expect(text.trim()).not.toBe('')
      expect(parts.filter((part) => part.type === 'finish')).toHaveLength(1)
      expect(parts.at(-1)?.type).toBe('finish')
      expect(parts.every((part) => part.type !== 'text' || part.text !== '')).toBe(true)
    })

    it('describes itself, without a key', async () => {
      const { model } = await create()
      expect(model.name).not.toBe('')
      expect(model.contextTokens).toBeGreaterThan(0)
      expect(JSON.stringify(model)).not.toContain('secret-key')
    })

    it('never writes more than allowed, and reports the limit (UPS-05)', async () => {
      const { model } = await create()
      const { parts, finish } = await readAll(model, requestFor({ maxReplyTokens: 2 }))
      expect(textOf(parts).length).toBeLessThanOrEqual(2 * 16)
      expect(finish).toMatchObject({ type: 'finish', reason: 'length' })
    })

    it('throws the reason of a signal that was aborted before it began', async () => {
      const { model } = await create()
      const signal = AbortSignal.abort(new Error('gone before'))
      await expect(readAll(model, requestFor({ signal }))).rejects.toThrow('gone before')
    })

    it('ends at once when aborted halfway, and closes the connection upstream', async () => {
      const { model, openUpstream } = await create()
      const controller = new AbortController()
      const read = async () => {
        for await (const part of model.stream(requestFor({ signal: controller.signal }))) {
          if (part.type === 'text') controller.abort(new Error('stopped by the person'))
        }
      }
      await expect(read()).rejects.toThrow('stopped by the person')
      if (openUpstream) await expect.poll(openUpstream).toBe(0)
    })

    it('lets a reader stop early without leaking the reply', async () => {
      const { model, openUpstream } = await create()
      for await (const part of model.stream(requestFor())) if (part.type === 'text') break
      if (openUpstream) await expect.poll(openUpstream).toBe(0)
      expect((await readAll(model, requestFor())).text.trim()).not.toBe('')
    })

    it('serves several readers at once, each with a whole reply', async () => {
      const { model } = await create()
      const replies = await Promise.all([1, 2, 3].map(() => readAll(model, requestFor())))
      for (const reply of replies) expect(reply.finish?.type).toBe('finish')
    })
  })
}

import { randomUUID } from 'node:crypto'
import { modelEntry, registryOf } from '@everkin/testing/model-registry.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { ModelEntry } from '../../models/module.ts'
import { limitsOf, maxPathTokens, maxPromptTokens, maxReplyTokens } from './reply-writer.ts'

const PRESET = {
  name: 'Evenings',
  samplers: {
    temperature: 0.7,
    top_p: null,
    top_k: 40,
    min_p: 0.05,
    repetition_penalty: 1.1,
    frequency_penalty: null,
    presence_penalty: null,
    seed: 7,
  },
  stop: ['***'],
  max_reply_tokens: 300,
  context_tokens: 4096,
  reasoning: 'low',
}

describe.each(testDatabaseKinds)('the model of a chat on %s', (kind) => {
  const house = createFakeTextModel({ name: 'house', reply: { parts: ['From the house.'] } })
  const other = createFakeTextModel({ name: 'other', contextTokens: 32_768, reply: { parts: ['From the other.'] } })
  const costly = createFakeTextModel({ name: 'costly', reply: { parts: ['From the costly one.'] } })
  const members = createFakeTextModel({ name: 'members', reply: { parts: ['For members.'] } })
  const refusing = createFakeTextModel({ name: 'refusing', reply: { parts: [], fault: 'refused' } })
  const own = createFakeTextModel({ name: 'own', reply: { parts: ['For operators.'] } })
  const all: ModelEntry[] = [
    modelEntry(house),
    modelEntry(other),
    modelEntry(costly, { messagePrice: 5 }),
    modelEntry(members, { access: 'members' }),
    modelEntry(refusing, { messagePrice: 3 }),
    modelEntry(own, { access: 'operators' }),
  ]
  const entries = [...all]
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    const settings = { ADMIN_EMAILS: 'operator@example.org', NEW_ACCOUNT_MESSAGES: '20' }
    server = await startTestServer({ kind, models: registryOf(entries), settings })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    entries.splice(0, entries.length, ...all)
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const set = (body: object) => person.call('POST /api/chat/settings', { body: { chat_id: chatId, ...body } })
  const settings = async (id = chatId) =>
    (await person.call('GET /api/chat/info', { query: { chat_id: id } })).data.settings
  const left = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const ended = (from: number) => client.next('message.completed', () => true, from)
  const talk = async (text = 'Good evening') => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    return (await ended(from)).message
  }
  const regenerate = async (messageId: string, modelId?: string) => {
    const from = client.frames.length
    client.send({
      type: 'message.regenerate',
      chat_id: chatId,
      message_id: messageId,
      ...(modelId !== undefined && { model_id: modelId }),
    })
    return from
  }

  it('is the default one until another one is chosen, and changes in the middle of a chat', async () => {
    expect(await settings()).toMatchObject({ model: 'house', model_id: null, model_missing: false, preset_id: null })
    expect((await talk()).text).toBe('From the house.')
    const { data } = await set({ model_id: 'test:other' })
    expect(data.settings).toMatchObject({ model: 'other', model_id: 'test:other', model_missing: false })
    expect((await talk()).text).toBe('From the other.')
    await set({ model_id: null })
    expect((await talk()).text).toBe('From the house.')
  })

  it('answers continued replies, and what the model saw names it', async () => {
    await set({ model_id: 'test:other' })
    const message = await talk()
    const asked = other.requests.length
    const from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id: message.id })
    await ended(from)
    expect(other.requests.length).toBe(asked + 1)
    const { data } = await person.call('GET /api/chat/prompt', { query: { chat_id: chatId } })
    expect(data).toMatchObject({ model: 'other', context_tokens: 32_768 })
    const memory = await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })
    expect(memory.data.meter.context_tokens).toBe(32_768)
  })

  it('that is unknown or not for this person is refused, and nothing changes', async () => {
    expect((await set({ model_id: 'test:nothing' })).code).toBe(1003)
    expect((await set({ model_id: 'test:own' })).code).toBe(1002)
    expect((await set({ model_id: 'test:members' })).code).toBe(1002)
    expect((await set({ preset_id: 'nothing' })).code).toBe(1003)
    expect((await set({ model_id: '' })).code).toBe(1000)
    expect((await set({ model_id: 'x'.repeat(201) })).code).toBe(1000)
    expect(await settings()).toMatchObject({ model_id: null, preset_id: null })
    const stranger = await server.signIn()
    const body = { chat_id: chatId, model_id: 'test:other' }
    expect((await stranger.call('POST /api/chat/settings', { body })).code).toBe(1003)
  })

  it('is listed for those who may choose it', async () => {
    const listed = async (someone: TestPerson) =>
      (await someone.call('GET /api/model/list')).data.map(({ name }) => name)
    expect(await listed(person)).toEqual(['house', 'other', 'costly', 'refusing'])
    expect(await listed(await server.signIn('operator@example.org'))).toEqual(all.map(({ name }) => name))
    await server.context.database.query(`update person set member_until = 4000000000 where id = $1`, [person.user.id])
    expect(await listed(person)).toEqual(['house', 'other', 'costly', 'members', 'refusing'])
    const [first] = (await person.call('GET /api/model/list')).data
    expect(first).toMatchObject({ id: 'test:house', is_default: true, context_tokens: 8192, message_price: 1 })
  })

  it('that vanishes leaves the chat to the default one, says so, and comes back when it does', async () => {
    await set({ model_id: 'test:other' })
    expect((await talk()).text).toBe('From the other.')
    entries.splice(1, 1)
    expect(await settings()).toMatchObject({ model: 'house', model_id: 'test:other', model_missing: true })
    expect((await talk()).text).toBe('From the house.')
    entries.splice(0, entries.length, ...all)
    expect(await settings()).toMatchObject({ model: 'other', model_missing: false })
    expect((await talk()).text).toBe('From the other.')
    entries.splice(1, 1)
    await set({ model_id: null })
    expect(await settings()).toMatchObject({ model: 'house', model_id: null, model_missing: false })
  })

  it('that is no longer for this person is not used', async () => {
    await server.context.database.query(`update person set member_until = 4000000000 where id = $1`, [person.user.id])
    expect((await set({ model_id: 'test:members' })).code).toBe(1)
    expect((await talk()).text).toBe('For members.')
    await server.context.database.query(`update person set member_until = 1 where id = $1`, [person.user.id])
    await server.context.database.query(`update chat set rev = rev + 1 where id = $1`, [chatId])
    expect((await talk()).text).toBe('From the house.')
    expect(await settings()).toMatchObject({ model_missing: true })
  })

  it('decides what a message costs, and a failed reply is refunded in full', async () => {
    await talk()
    expect(await left()).toBe(19)
    await set({ model_id: 'test:costly' })
    await talk()
    expect(await left()).toBe(14)
    await set({ model_id: 'test:refusing' })
    expect((await talk()).status).toBe('failed')
    expect(await left()).toBe(14)
  })

  it('that costs more than is left is not asked', async () => {
    await set({ model_id: 'test:costly' })
    for (let sent = 0; sent < 4; sent++) await talk()
    expect(await left()).toBe(0)
    const asked = costly.requests.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'One more' })
    expect((await client.next('nack')).code).toBe(2001)
    expect(costly.requests.length).toBe(asked)
  })

  it('can be another one for one version, at its price', async () => {
    const first = await talk()
    const second = (await ended(await regenerate(first.id, 'test:costly'))).message
    expect([second.text, second.variant.count, second.parent_id]).toEqual(['From the costly one.', 2, first.parent_id])
    expect(await left()).toBe(14)
    expect(await settings()).toMatchObject({ model_id: null, model: 'house' })
    expect((await ended(await regenerate(second.id))).message.text).toBe('From the house.')
    let from = await regenerate(second.id, 'test:nothing')
    expect((await client.next('error', () => true, from)).code).toBe(1003)
    from = await regenerate(second.id, 'test:own')
    expect((await client.next('error', () => true, from)).code).toBe(1002)
    expect(await left()).toBe(13)
  })

  it('gets the samplers, stops, length and effort of the preset, and nothing without one', async () => {
    await talk()
    const plain = house.requests.at(-1)
    expect(Object.values(plain?.samplers ?? {})).toEqual(Array(8).fill(null))
    expect(plain).toMatchObject({ maxReplyTokens: 700, effort: null })
    const preset = (await person.call('POST /api/preset/save', { body: PRESET })).data
    expect((await set({ preset_id: preset.id })).data.settings.preset_id).toBe(preset.id)
    await talk()
    const asked = house.requests.at(-1)
    expect(asked).toMatchObject({
      samplers: { temperature: 0.7, topK: 40, minP: 0.05, repetitionPenalty: 1.1, topP: null, seed: 7 },
      effort: 'low',
      maxReplyTokens: 300,
    })
    expect(asked?.stop).toContain('***')
    expect(asked?.stop).toEqual(expect.arrayContaining([...(plain?.stop ?? [])]))
    const { data } = await person.call('GET /api/chat/prompt', { query: { chat_id: chatId } })
    expect(data.context_tokens).toBe(4096)
    await person.call('POST /api/preset/save', { body: { ...PRESET, id: preset.id, max_reply_tokens: 16_384 } })
    await talk()
    expect(house.requests.at(-1)?.maxReplyTokens).toBe(1024)
    await person.call('POST /api/preset/delete', { body: { id: preset.id } })
    await talk()
    expect(house.requests.at(-1)).toMatchObject({ maxReplyTokens: 700, samplers: { temperature: null } })
    expect(await settings()).toMatchObject({ preset_id: null })
  })

  it('of new chats is what the person has chosen for them, for one card or for all', async () => {
    const choose = (body: object) => person.call('POST /api/model/saveChoice', { body })
    expect((await choose({ model_id: 'test:other', preset_id: 'wild' })).data).toEqual({
      model_id: 'test:other',
      preset_id: 'wild',
    })
    expect((await choose({ model_id: 'test:nothing' })).code).toBe(1003)
    expect((await choose({ model_id: 'test:own' })).code).toBe(1002)
    expect((await choose({ preset_id: 'nothing' })).code).toBe(1003)
    const fresh = async (cardId: string) => {
      const body = { card_id: cardId, fresh: true }
      return settings((await person.call('POST /api/chat/start', { body })).data.id)
    }
    expect(await settings()).toMatchObject({ model_id: null, preset_id: null })
    expect(await fresh('ilse')).toMatchObject({ model_id: 'test:other', preset_id: 'wild' })

    await set({ preset_id: 'precise', for_new_chats: true })
    expect(await fresh('ilse')).toMatchObject({ model_id: 'test:other', preset_id: 'precise' })
    expect(await fresh('vesper')).toMatchObject({ model_id: 'test:other', preset_id: 'wild' })
    expect((await choose({ model_id: null, preset_id: null })).data).toEqual({ model_id: null, preset_id: null })
    expect((await person.call('GET /api/model/choice')).data).toEqual({ model_id: null, preset_id: null })
    expect(await fresh('vesper')).toMatchObject({ model_id: null, preset_id: null })
    expect(await fresh('ilse')).toMatchObject({ model_id: null, preset_id: 'precise' })
  })

  it('and its preset go along into a branch', async () => {
    await set({ model_id: 'test:other', preset_id: 'creative' })
    const message = await talk()
    const body = { chat_id: chatId, message_id: message.id }
    const branch = (await person.call('POST /api/chat/branch', { body })).data
    expect(await settings(branch.id)).toMatchObject({ model_id: 'test:other', preset_id: 'creative' })
  })
})

describe('the limits of a reply', () => {
  const entry = modelEntry(createFakeTextModel({ contextTokens: 8192 }))
  const preset = { samplers: {} as never, stop: [], maxReplyTokens: null, contextTokens: null, effort: null } // no sampler is read
  const limits = (changes: Partial<typeof preset> | object) => limitsOf({ entry, preset: { ...preset, ...changes } })

  it('never exceed the model’s context, and a path always has as much as a prompt may hold', () => {
    for (const maxTokens of [null, 32, 700, 16_384]) {
      for (const contextTokens of [null, 2048, 8192, 2_000_000]) {
        const found = limits({ maxReplyTokens: maxTokens, contextTokens })
        expect(found.contextTokens).toBe(Math.min(8192, contextTokens ?? 8192))
        expect(maxReplyTokens(found)).toBeLessThanOrEqual(found.contextTokens / 4)
        expect(maxPromptTokens(found)).toBeLessThanOrEqual(maxPathTokens(entry.model))
      }
    }
  })
})

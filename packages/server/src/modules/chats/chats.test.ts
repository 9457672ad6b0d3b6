import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Message } from '@everkin/contract/types.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel, type FakeReply } from '../../providers/text-model/fake.ts'

describe.each(testDatabaseKinds)('a conversation on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  let reply: FakeReply
  const model = createFakeTextModel({ reply: () => reply })

  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    reply = { parts: ['Noted', '. ', 'Mind the ', 'step.'] }
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const messages = async (): Promise<Message[]> => {
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    return data.list
  }
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const send = async (text: string, clientId: string = randomUUID()) => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text })
    return (await client.next('ack', (ack) => ack.client_id === clientId, from)).message
  }
  const talk = async (text: string) => {
    const from = client.frames.length
    const mine = await send(text)
    const { message } = await client.next('message.completed', () => true, from)
    return { mine, reply: message }
  }
  const deltasOf = (id: string) =>
    client.frames.flatMap((frame) => (frame.type === 'message.delta' && frame.message_id === id ? [frame] : []))

  it('opens with the greeting without asking a model, with the alternate greetings as variants', async () => {
    const before = model.requests.length
    const [greeting, ...more] = await messages()
    expect(more).toEqual([])
    expect(greeting).toMatchObject({ role: 'character', status: 'complete', seq: 1, parent_id: null, active: true })
    expect(greeting!.text).toContain('lantern')
    expect(greeting!.text).not.toContain('{{')
    expect(greeting!.variant.count).toBeGreaterThan(1)
    expect(model.requests.length).toBe(before)
  })

  it('acks a message, streams its reply by offset, completes it, and charges one message', async () => {
    const { mine, reply: answer } = await talk('Good evening')
    expect(mine).toMatchObject({ role: 'user', text: 'Good evening', active: true, status: 'complete' })
    expect(answer).toMatchObject({ status: 'complete', text: 'Noted. Mind the step.', parent_id: mine.id })
    let text = ''
    for (const delta of deltasOf(answer.id)) {
      expect(delta.offset).toBe(text.length)
      text += delta.text
    }
    expect(text).toBe(answer.text)
    const order = client.frames
      .filter((frame) => ['ack', 'message.created', 'message.completed'].includes(frame.type))
      .map((frame) => frame.type)
    expect(order).toEqual(['ack', 'message.created', 'message.created', 'message.completed'])
    expect((await messages()).map((message) => message.text).slice(1)).toEqual([
      'Good evening',
      'Noted. Mind the step.',
    ])
    expect(await balance()).toBe(19)
  })

  it('DUR-04: the same client_id sent many times gives one row, one reply, one charge and equal acks', async () => {
    const clientId = randomUUID()
    const other = await person.connect()
    for (let i = 0; i < 20; i++) {
      for (const device of [client, other])
        device.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text: 'Once' })
    }
    const acks = await client.until(() => {
      const found = [...client.frames, ...other.frames].filter((frame) => frame.type === 'ack')
      return found.length === 40 ? found : undefined
    }, 'forty acks')
    expect(new Set(acks.map((ack) => (ack.type === 'ack' ? ack.message.id : ''))).size).toBe(1)
    await client.next('message.completed')
    expect((await messages()).filter((message) => message.role === 'user')).toHaveLength(1)
    expect(await balance()).toBe(19)
  })

  it('DUR-05: the same client_id with another text is a Conflict and changes nothing', async () => {
    const clientId = randomUUID()
    await send('First', clientId)
    client.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text: 'Second' })
    const nack = await client.next('nack')
    expect(nack.code).toBe(1004)
    expect((await messages()).find((message) => message.role === 'user')?.text).toBe('First')
  })

  it('stores text exactly as it was sent', async () => {
    const text = '  *waves*\r\n\tZoë 👩‍🚀 سلام  '
    expect((await send(text)).text).toBe(text)
  })

  it('stores messages sent while a reply streams, and answers all of them with one reply', async () => {
    reply = { parts: Array.from({ length: 20 }, (_, i) => `word${i} `), delayMs: 10 }
    const before = model.requests.length
    const first = await send('One')
    await client.next('message.delta')
    const second = await send('Two')
    const third = await send('Three')
    await client.until(
      () => (client.frames.filter((frame) => frame.type === 'message.completed').length === 2 ? true : undefined),
      'two replies',
    )
    expect(model.requests.length - before).toBe(2)
    const path = await messages()
    expect(path.map((message) => message.role)).toEqual(['character', 'user', 'character', 'user', 'user', 'character'])
    expect(path[2]!.parent_id).toBe(first.id)
    expect([path[3]!.id, path[4]!.id]).toEqual([second.id, third.id])
    expect(path.at(-1)!.parent_id).toBe(third.id)
    expect(await balance()).toBe(17)
  })

  it('stops a reply and its queue; messages already answered stay, the others are refunded', async () => {
    reply = { parts: Array.from({ length: 200 }, () => 'on '), delayMs: 10 }
    await send('Go on')
    await client.next('message.delta')
    await send('And then?')
    client.send({ type: 'generation.stop', chat_id: chatId })
    const { message } = await client.next('message.completed')
    expect(message.status).toBe('stopped')
    expect(message.text).toMatch(/^(on )+$/)
    expect(await balance()).toBe(19)
    expect((await messages()).at(-1)?.text).toBe('And then?')
  })

  it('charges nothing for a stop before the first word', async () => {
    reply = { parts: ['late'], delayMs: 5_000 }
    await send('Hello')
    client.send({ type: 'generation.stop', chat_id: chatId })
    expect((await client.next('message.completed')).message).toMatchObject({ status: 'stopped', text: '' })
    expect(await balance()).toBe(20)
  })

  it.each(['cut_off', 'garbled', 'timeout', 'overloaded', 'rate_limited', 'refused'] as const)(
    'UPS: a model that fails with %s leaves a failed message, its text kept, nothing charged, and can be asked again',
    async (fault) => {
      reply = { parts: ['Half a '], fault }
      const { reply: broken } = await talk('Tell me')
      expect(broken).toMatchObject({ status: 'failed', text: 'Half a ' })
      expect(await balance()).toBe(20)
      reply = { parts: ['Whole.'] }
      const from = client.frames.length
      client.send({ type: 'message.regenerate', chat_id: chatId, message_id: broken.id })
      const { message } = await client.next('message.completed', () => true, from)
      expect(message).toMatchObject({ status: 'complete', text: 'Whole.', variant: { index: 1, count: 2 } })
      expect(await balance()).toBe(19)
    },
  )

  it('UPS-06: an empty reply fails and is free', async () => {
    reply = { parts: ['', '  '] }
    expect((await talk('Hm')).reply.status).toBe('failed')
    expect(await balance()).toBe(20)
  })

  it('regenerates a reply as a variant, and selecting a variant restores what followed it', async () => {
    const { reply: first } = await talk('One')
    const followed = await talk('Two')
    reply = { parts: ['Other.'] }
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: first.id })
    const { message: second } = await client.next('message.completed', () => true, from)
    expect((await messages()).at(-1)!.id).toBe(second.id)
    client.send({ type: 'message.select', chat_id: chatId, message_id: first.id })
    const changed = await client.next('path.changed')
    expect(changed.list.map((message) => message.id)).toEqual([first.id, followed.mine.id, followed.reply.id])
    expect((await messages()).at(-1)!.id).toBe(followed.reply.id)
    client.send({ type: 'message.select', chat_id: chatId, message_id: second.id })
    await client.next('path.changed', (frame) => frame.list.length === 1)
    expect((await messages()).at(-1)!.id).toBe(second.id)
  })

  it('continues the last message where it ended', async () => {
    const { reply: first } = await talk('One')
    reply = { parts: [' And more.'] }
    const from = client.frames.length
    client.send({ type: 'message.continue', chat_id: chatId, message_id: first.id })
    const { message } = await client.next('message.completed', () => true, from)
    expect(message).toMatchObject({ id: first.id, text: 'Noted. Mind the step. And more.', status: 'complete' })
    expect(deltasOf(first.id).at(-1)!.offset).toBe('Noted. Mind the step.'.length)
    expect(await balance()).toBe(18)
  })

  it('says that a reply reached its length limit, until it is continued to its end or edited', async () => {
    const last = async (id = chatId) =>
      (await person.call('GET /api/chat/getMessages', { query: { chat_id: id } })).data.list.at(-1)!
    reply = { parts: ['Mind the step, and'], reason: 'length' }
    const { reply: cut } = await talk('One')
    expect(cut).toMatchObject({ status: 'complete', is_cut_off: true })
    expect((await last()).is_cut_off).toBe(true)
    const copy = await person.call('POST /api/chat/branch', { body: { chat_id: chatId, message_id: cut.id } })
    expect(await last(copy.data.id)).toMatchObject({ text: cut.text, is_cut_off: true })

    const goOn = async () => {
      const from = client.frames.length
      client.send({ type: 'message.continue', chat_id: chatId, message_id: cut.id })
      const begun = await client.next('message.updated', () => true, from)
      expect(begun.message.is_cut_off).toBeUndefined()
      return (await client.next('message.completed', () => true, from)).message
    }
    reply = { parts: [' the'], reason: 'length' }
    expect((await goOn()).is_cut_off).toBe(true)
    reply = { parts: [' lantern.'] }
    expect((await goOn()).is_cut_off).toBeUndefined()
    expect((await last()).is_cut_off).toBeUndefined()

    reply = { parts: ['Then'], reason: 'length' }
    const { reply: edited } = await talk('Two')
    client.send({ type: 'message.edit', chat_id: chatId, message_id: edited.id, text: 'Then we left.' })
    await client.next('message.updated', (frame) => frame.message.text === 'Then we left.')
    expect((await last()).is_cut_off).toBeUndefined()
  })

  it('says so too where a message came meanwhile, but not of a reply that was stopped', async () => {
    reply = { parts: ['So ', 'much ', 'to ', 'say'], delayMs: 60, reason: 'length' }
    await send('One')
    const { message_id } = await client.next('message.delta')
    await send('Two')
    const { message } = await client.next('message.completed', (frame) => frame.message.id === message_id)
    expect(message.is_cut_off).toBe(true)
    const next = await client.next('message.delta', (frame) => frame.message_id !== message_id)
    client.send({ type: 'generation.stop', chat_id: chatId })
    const stopped = await client.next('message.completed', (frame) => frame.message.id === next.message_id)
    expect(stopped.message).toMatchObject({ status: 'stopped' })
    expect(stopped.message.is_cut_off).toBeUndefined()
  })

  it('edits in place, and branches from a person’s own message with a new reply', async () => {
    const { mine } = await talk('One')
    client.send({ type: 'message.edit', chat_id: chatId, message_id: mine.id, text: 'Uno' })
    expect((await client.next('message.updated')).message).toMatchObject({ id: mine.id, text: 'Uno', active: true })
    const from = client.frames.length
    client.send({ type: 'message.edit', chat_id: chatId, message_id: mine.id, text: 'Eins', branch: true })
    const { message } = await client.next('message.completed', () => true, from)
    const path = await messages()
    expect(path.map((entry) => entry.text).slice(1)).toEqual(['Eins', message.text])
    expect(path[1]!.variant).toMatchObject({ index: 1, count: 2 })
  })

  it('a message that is longer than people may write can be edited to its length, and one of theirs cannot', async () => {
    reply = { parts: ['x'.repeat(LIMITS.messageLength + 500)] }
    const { mine, reply: long } = await talk('One')
    const edit = (message_id: string, text: string, branch = false) => {
      const from = client.frames.length
      client.send({ type: 'message.edit', chat_id: chatId, message_id, text, branch })
      return from
    }
    const fitting = 'y'.repeat(long.text.length)
    const saved = await client.next('message.updated', undefined, edit(long.id, fitting))
    expect(saved.message).toMatchObject({ id: long.id, text: fitting })
    const branched = await client.next('message.created', undefined, edit(long.id, fitting.replace('y', 'z'), true))
    expect(branched.message.text).toBe(fitting.replace('y', 'z'))
    for (const [id, branch] of [
      [long.id, false],
      [long.id, true],
      [mine.id, false],
      [mine.id, true],
    ] as const) {
      const refused = await client.next('error', undefined, edit(id, `${fitting}y`, branch))
      expect(refused).toMatchObject({ code: 1000, data: { issues: [{ path: 'text' }] }, message_id: id })
    }
  })

  it('saves another text of a reply as a new version, without a model; the old one keeps what followed it', async () => {
    const { reply: first } = await talk('One')
    const followed = await talk('Two')
    const [asked, paid, from] = [model.requests.length, await balance(), client.frames.length]
    client.send({ type: 'message.edit', chat_id: chatId, message_id: first.id, text: 'Mind the gap.', branch: true })
    const { message } = await client.next('message.created', () => true, from)
    expect(message).toMatchObject({ role: 'character', speaker: first.speaker, status: 'complete', active: true })
    expect(message.variant).toMatchObject({ index: 1, count: 2, ids: [first.id, message.id] })
    expect((await messages()).map(({ text }) => text).slice(1)).toEqual(['One', 'Mind the gap.'])
    expect((await client.next('chat.updated', undefined, from)).chat.last_message).toMatchObject({
      role: 'character',
      speaker_name: first.speaker!.name,
      text: 'Mind the gap.',
    })
    expect([model.requests.length, await balance()]).toEqual([asked, paid])

    client.send({ type: 'message.select', chat_id: chatId, message_id: first.id })
    const changed = await client.next('path.changed', undefined, from)
    expect(changed.list.map(({ id }) => id)).toEqual([first.id, followed.mine.id, followed.reply.id])
    expect(changed.list[0]!.text).toBe('Noted. Mind the step.')
  })

  it('a greeting gets a new version too; a blocked text and one during a reply store nothing', async () => {
    const [greeting] = await messages()
    const edit = (text: string) =>
      client.send({ type: 'message.edit', chat_id: chatId, message_id: greeting!.id, text, branch: true })
    edit('[[minor-cue]] and [[sexual-cue]]')
    expect(await client.next('error')).toMatchObject({ code: 1011 })
    reply = { parts: Array.from({ length: 40 }, (_, i) => `${i} `), delayMs: 20 }
    await send('Go')
    const from = client.frames.length
    edit('Come in.')
    expect(await client.next('error', undefined, from)).toMatchObject({ code: 1004 })
    await client.next('message.completed')
    expect((await messages())[0]!.variant).toEqual(greeting!.variant)
    const before = client.frames.length
    edit('Come in.')
    const { message } = await client.next('message.created', undefined, before)
    expect(message).toMatchObject({ parent_id: null, text: 'Come in.' })
    expect(message.variant.count).toBe(greeting!.variant.count + 1)
    expect((await messages()).map(({ id }) => id)).toEqual([message.id])
  })

  it('deletes a message and everything after it; a remaining variant becomes active', async () => {
    const { mine, reply: first } = await talk('One')
    const from = client.frames.length
    client.send({ type: 'message.regenerate', chat_id: chatId, message_id: first.id })
    const { message: second } = await client.next('message.completed', () => true, from)
    client.send({ type: 'message.delete', chat_id: chatId, message_id: second.id })
    expect((await client.next('message.deleted')).ids).toEqual([second.id])
    expect((await client.next('path.changed')).list.map((message) => message.id)).toEqual([first.id])
    client.send({ type: 'message.delete', chat_id: chatId, message_id: mine.id })
    await client.next('message.deleted', (frame) => frame.ids.includes(mine.id))
    expect((await messages()).map((message) => message.seq)).toEqual([1])
  })

  it('REC-03: a stream resumes at exactly the character where it broke, also between astral characters', async () => {
    reply = { parts: Array.from({ length: 30 }, (_, i) => `👩‍🚀é${i} `), delayMs: 8 }
    await send('Go')
    const first = await client.next('message.delta')
    const heard = deltasOf(first.message_id)
      .map((delta) => delta.text)
      .join('')
    client.cut()
    const again = await person.connect()
    again.send({ type: 'sync', chats: [], streams: [{ message_id: first.message_id, offset: heard.length }] })
    const { message } = await again.next('message.completed')
    let text = heard
    for (const frame of again.frames) {
      if (frame.type !== 'message.delta' || frame.offset + frame.text.length <= text.length) continue
      if (frame.offset > text.length) continue // sent before the sync was read: a client waits for the rest
      text = text.slice(0, frame.offset) + frame.text
    }
    expect(text).toBe(message.text)
  })

  it('REC-02: sync sends what was missed, and asks for a reload when the revision is unknown', async () => {
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    await talk('One')
    const device = await person.connect()
    device.send({ type: 'sync', chats: [{ chat_id: chatId, rev: data.rev }], streams: [] })
    await device.next('synced')
    const updated = device.frames.flatMap((frame) => (frame.type === 'message.updated' ? [frame.message.text] : []))
    expect(updated).toEqual(['One', 'Noted. Mind the step.'])
    device.send({
      type: 'sync',
      chats: [
        { chat_id: chatId, rev: 9_999 },
        { chat_id: 'unknown', rev: 1 },
      ],
      streams: [],
    })
    expect((await device.next('resync')).chat_id).toBe(chatId)
    expect(await device.next('chat.deleted')).toEqual({ type: 'chat.deleted', chat_id: 'unknown' })
  })

  it('sends every device the same messages in the same order', async () => {
    const other = await person.connect()
    await talk('Together')
    await other.next('message.completed')
    const kinds = (device: RealtimeClient) =>
      device.frames.filter((frame) => frame.type.startsWith('message.')).map((frame) => JSON.stringify(frame))
    expect(kinds(other)).toEqual(kinds(client))
  })

  it('rejects invalid requests and stores nothing', async () => {
    const stranger = await server.signIn()
    const theirs = await stranger.connect()
    const [greeting] = await messages()
    theirs.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello?' })
    expect((await theirs.next('nack')).code).toBe(1003)
    theirs.send({ type: 'message.delete', chat_id: chatId, message_id: greeting!.id })
    expect((await theirs.next('error')).code).toBe(1003)
    expect((await stranger.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).code).toBe(1003)
    client.sendRaw(
      JSON.stringify({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'x'.repeat(8_001) }),
    )
    expect((await client.next('nack')).code).toBe(1000)
    client.sendRaw('no json')
    client.sendRaw(JSON.stringify({ type: 'nobody.knows' }))
    await client.until(
      () => (client.frames.filter((frame) => frame.type === 'error').length >= 2 ? true : undefined),
      'two errors',
    )
    for (const id of ['', 'x', `${chatId}-zzzzz`, `${chatId}-0`, "'; drop table message; --"]) {
      client.sendRaw(JSON.stringify({ type: 'message.select', chat_id: chatId, message_id: id }))
    }
    await client.until(
      () => (client.frames.filter((frame) => frame.type === 'error').length >= 7 ? true : undefined),
      'seven errors',
    )
    expect(await messages()).toHaveLength(1)
    expect((await talk('Still here?')).reply.status).toBe('complete')
  })

  it('nacks a message that cannot be paid for, with the wallet, and asks no model', async () => {
    await server.context.database.query(
      `update ledger_account set balance = 0 where owner_id = $1 and asset = 'message'`,
      [person.user.id],
    )
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    expect(await client.next('nack')).toMatchObject({ code: 2001, data: { wallet: { message_num: 0 } } })
    expect(await messages()).toHaveLength(1)
  })

  it('nacks a message from a frozen account with its own text, and accepts it after unfreezing (WAL-17)', async () => {
    const freeze = (value: string) =>
      server.context.database.query(
        `update ledger_account set frozen_at = ${value} where owner_id = $1 and asset = 'message'`,
        [person.user.id],
      )
    await freeze('now()')
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    const msg = server.context.texts.translate('en')('errors.walletFrozen')
    expect(await client.next('nack')).toMatchObject({ code: 1002, msg, data: { reason: 'wallet_frozen' } })
    expect(await messages()).toHaveLength(1)
    await freeze('null')
    expect((await talk('Hello again')).reply.status).toBe('complete')
    expect(await balance()).toBe(19)
  })

  it('B6: blocked text is rejected and not stored; B7: a reply is cut before blocked words, for free', async () => {
    client.send({
      type: 'message.send',
      chat_id: chatId,
      client_id: randomUUID(),
      text: '[[minor-cue]] and [[sexual-cue]]',
    })
    expect((await client.next('nack')).code).toBe(1011)
    expect(await messages()).toHaveLength(1)
    reply = { parts: ['All is well. ', 'Then a [[minor', '-cue]] came with [[sex', 'ual-cue]] and more.'] }
    const { reply: cut } = await talk('Tell me a story')
    expect(cut.status).toBe('stopped')
    expect(cut.text).not.toContain('sexual-cue')
    expect((await client.next('safety.notice')).kind).toBe('blocked')
    expect(await balance()).toBe(20)
  })

  it('C1 to C3: crisis messages are acked, cost nothing, and get help lines instead of a reply', async () => {
    const before = model.requests.length
    await send('I want to end my life')
    const notice = await client.next('safety.notice')
    expect(notice.kind).toMatch(/^crisis/)
    expect(notice.help_lines.length).toBeGreaterThan(0)
    expect(model.requests.length).toBe(before)
    expect(await balance()).toBe(20)
    expect((await talk('Thank you. How is the weather there?')).reply.status).toBe('complete')
  })

  it('C1: the chat list never quotes a crisis message, and a real model still has it in its prompt', async () => {
    const listed = async () => {
      const { data } = await person.call('GET /api/chat/list', { query: {} })
      return data.list.find(({ id }) => id === chatId)
    }
    const crisis = 'A [[crisis-cue]] here'
    const lastUpdate = () => client.frames.findLast((frame) => frame.type === 'chat.updated')
    const { id } = await send(crisis)
    await client.next('safety.notice')
    expect((await listed())?.last_message).toBeNull()
    expect(JSON.stringify(lastUpdate())).not.toContain('crisis-cue')
    const stored = await server.context.database.query('select last_message from chat where id = $1', [chatId])
    expect(JSON.stringify(stored)).not.toContain('crisis-cue')

    const told = JSON.stringify({
      role: 'user',
      speaker_name: null,
      text: crisis,
      created_at: '2026-11-20T12:00:00.000Z',
    })
    await server.context.database.query('update chat set last_message = $2::jsonb where id = $1', [chatId, told])
    expect((await listed())?.last_message).toBeNull()

    await talk('How is the weather there?')
    expect((await listed())?.last_message?.text).toBe('Noted. Mind the step.')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('crisis-cue')
    const made = await person.call('POST /api/chat/branch', { body: { chat_id: chatId, message_id: id } })
    expect(made.data.last_message).toBeNull()
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list.flatMap((message) => (message.crisis ? message.id : []))).toEqual([id])
  })

  it('C1: a message edited into a crisis message gets the help lines, and the list stops quoting it', async () => {
    const { mine } = await talk('Good evening')
    await send('[[crisis-cue]]')
    await client.next('safety.notice')
    const from = client.frames.length
    client.send({ type: 'message.edit', chat_id: chatId, message_id: mine.id, text: 'A [[crisis-cue]]' })
    expect(await client.next('safety.notice', () => true, from)).toMatchObject({ kind: 'crisis', message_id: mine.id })
  })

  it('H2: under a reply that claims to be human stands that it is an AI, and the next prompt says so', async () => {
    reply = { parts: ['Of course I am ', 'a real human being.'] }
    const { reply: claim } = await talk('Are you a real person or an AI?')
    expect(claim).toMatchObject({ status: 'complete', text: 'Of course I am a real human being.' })
    expect(claim.claims_human).toBe(true)
    expect(await client.next('safety.notice')).toMatchObject({ kind: 'ai_reminder', message_id: claim.id })
    reply = { parts: ['I am an AI character, and glad of the company.'] }
    const from = client.frames.length
    await talk('Are you a real person or an AI?')
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('Your last message claimed to be human.')
    await talk('Thank you.')
    expect(model.requests.at(-1)?.messages.at(-1)?.content).not.toContain('claimed to be human')
    expect(client.frames.slice(from).some(({ type }) => type === 'safety.notice')).toBe(false)
    // A device that opens the chat later knows it too, also of a page that begins with the reply.
    const claimsOf = async (query: { limit?: number; before_seq?: number }) => {
      const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId, ...query } })
      return data.list.flatMap((message) => (message.claims_human ? message.id : []))
    }
    expect(await claimsOf({})).toEqual([claim.id])
    expect(await claimsOf({ limit: 1, before_seq: claim.seq + 1 })).toEqual([claim.id])
  })

  it('C4: phone numbers that a model writes in a crisis context are removed', async () => {
    reply = { parts: ['Call the crisis ', 'hotline at 555-0', '123-4567. ', 'It is 1911 here.'] }
    const { reply: answer } = await talk('What should I do?')
    expect(answer.text).not.toContain('4567')
    expect(answer.text).toContain('1911')
    await send('I want to end my life')
    await client.next('safety.notice')
    const { reply: later } = await talk('And now?')
    expect(later.text).not.toContain('4567')
    expect(
      deltasOf(later.id)
        .map((delta) => delta.text)
        .join(''),
    ).not.toContain('4567')
  })

  it('A3, A5, AZ-03: no chat before the age is known or under 18, even over a socket already open', async () => {
    await person.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 1 } })
    expect((await person.call('POST /api/chat/start', { body: { card_id: 'ilse', fresh: true } })).code).not.toBe(1)
    if (client.closeCode === null)
      client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
    const outcome = await client.until(
      () => client.closeCode ?? client.frames.find((frame) => frame.type === 'nack') ?? undefined,
      'a refusal',
    )
    expect(typeof outcome === 'number' ? outcome : outcome.type === 'nack' && outcome.code).toEqual(
      expect.toBeOneOf([4401, 1010]),
    )
  })

  it('lists chats, pinned first, counts unread messages, deletes and restores chats', async () => {
    const second = await person.startChat('bram')
    await talk('Hello')
    let { data } = await person.call('GET /api/chat/list', { query: {} })
    expect(data.list.map((chat) => chat.id)).toEqual([chatId, second])
    expect(data.list[0]).toMatchObject({ unread: 1, last_message: { role: 'character' } })
    await person.call('POST /api/chat/pin', { body: { chat_id: second, on: true } })
    await person.call('POST /api/chat/read', { body: { chat_id: chatId, seq: 1_000 } })
    ;({ data } = await person.call('GET /api/chat/list', { query: { limit: 1 } }))
    expect(data.list.map((chat) => chat.id)).toEqual([second])
    const rest = await person.call('GET /api/chat/list', { query: { limit: 1, cursor: data.next_cursor! } })
    expect(rest.data.list.map((chat) => [chat.id, chat.unread])).toEqual([[chatId, 0]])
    const found = await person.call('GET /api/chat/list', { query: { q: 'marlow' } })
    expect(found.data.list.map((chat) => chat.id)).toEqual([chatId])
    const made = { pinned: false, id: 'x', updatedAt: 'Tue Mar 01 2011 (noon)' }
    for (const cursor of [
      'rubbish',
      ...[
        made,
        ...['0000-01-01T00:00:00.000Z', '2026-02-31T00:00:00.000Z'].map((updatedAt) => ({ ...made, updatedAt })),
        { ...made, updatedAt: '2026-02-01T00:00:00.000Z', id: '\0' },
      ].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url')),
    ])
      expect((await person.call('GET /api/chat/list', { query: { cursor } })).code).toBe(1000)
    await person.call('POST /api/chat/delete', { body: { chat_id: chatId } })
    expect((await person.call('GET /api/chat/info', { query: { chat_id: chatId } })).code).toBe(1003)
    expect((await person.call('POST /api/chat/restore', { body: { chat_id: chatId } })).data.id).toBe(chatId)
    expect(await messages()).toHaveLength(3)
  })

  it('shows the prompt, the safety frame first, only to the owner of the chat', async () => {
    const { reply: answer } = await talk('Where does the ferry go?')
    const { data } = await person.call('GET /api/chat/prompt', { query: { chat_id: chatId, message_id: answer.id } })
    expect(data.tokens).toBeGreaterThan(100)
    expect(data.sections.map((section) => section.text).join('\n')).toContain('Where does the ferry go?')
    const stranger = await server.signIn()
    expect((await stranger.call('GET /api/chat/prompt', { query: { chat_id: chatId } })).code).toBe(1003)
  })
})

import { randomUUID } from 'node:crypto'
import type { ServerFrame } from '@everkin/contract/types.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverReplies } from './generation/recover-replies.ts'
import { type GroupServer, startGroupServer, type TestGroupChat } from './testing/group-chat.ts'

describe.each(testDatabaseKinds)('a group chat on %s', (kind) => {
  let group: GroupServer

  beforeAll(async () => {
    group = await startGroupServer(kind)
  })
  afterAll(() => group.server.end())
  beforeEach(() => group.say({}))

  const speakers = (messages: { speaker: { name: string } | null }[]) => messages.map(({ speaker }) => speaker?.name)

  it('opens a library group with its scene, line by line, with the other greetings as variants', async () => {
    const person = await group.server.signIn(`${kind}-library@example.org`)
    const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: 'crew-of-the-heron' } })
    expect(chat).toMatchObject({ type: 'multiple', title: 'Crew of the Heron', muted: [] })
    expect(chat.card.faces?.map(({ id, name }) => [id, name])).toEqual([
      ['anneke', 'Captain Anneke de Vries'],
      ['rafael', 'Rafael Ibarra'],
    ])
    expect(chat.card.faces?.every(({ avatar }) => avatar !== null)).toBe(true)
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    expect(data.list.map(({ speaker }) => speaker?.card_id ?? null)).toEqual([
      null,
      'coral',
      'anneke',
      'rafael',
      'anneke',
    ])
    expect(data.list.map(({ role }) => role)).toEqual(Array(5).fill('character'))
    expect(data.list.map(({ variant }) => variant.count)).toEqual([4, 1, 1, 1, 1])
    expect(data.list.every(({ text }) => !text.includes('{{'))).toBe(true)
    expect(chat.last_message).toMatchObject({ speaker_name: 'Captain Anneke de Vries' })
    const info = await person.call('GET /api/chat/info', { query: { chat_id: chat.id } })
    expect(info.data.members.map((member) => member.card_id)).toEqual(['anneke', 'rafael', 'coral'])
  })

  it('lets the named members answer in text order, each seeing the one before, for one message', async () => {
    const groupChat = await group.startGroupChat()
    group.say({ Caro: 'I am first.', Ana: 'I am second.' })
    const from = group.model.requests.length
    const replies = await groupChat.talk('Caro and Ana, what do you think?', 2)
    expect(speakers(replies)).toEqual(['Caro', 'Ana'])
    expect(await groupChat.balance()).toBe(19)
    const [first, second] = group.model.requests.slice(from).map(({ messages }) => JSON.stringify(messages))
    expect(first).not.toContain('I am first.')
    expect(second).toContain('Caro: I am first.')
    expect((await groupChat.path()).map(({ text }) => text)).toEqual([
      'It begins.',
      'Caro and Ana, what do you think?',
      'I am first.',
      'I am second.',
    ])
  })

  it.each<['list' | 'pooled' | 'natural', number, string[][]]>([
    ['list', 3, [['Ana', 'Bela', 'Caro']]],
    ['natural', 3, [['Ana', 'Bela', 'Caro'].sort()]],
    ['pooled', 1, [['Ana'], ['Bela'], ['Caro']]],
  ])('answers by the policy %s', async (policy, count, allowed) => {
    const groupChat = await group.startGroupChat({ policy, talkativeness: 1 })
    const replies = await groupChat.talk('Good evening.', count)
    const spoke = speakers(replies)
    expect(allowed).toContainEqual(policy === 'natural' ? spoke.sort() : spoke)
    expect((await groupChat.path()).length).toBe(2 + count)
    expect(await groupChat.balance()).toBe(19)
  })

  it('manual: nobody answers unasked or is charged; a member asked by hand answers for one message', async () => {
    const groupChat = await group.startGroupChat({ policy: 'manual' })
    await groupChat.send('Good evening.')
    expect((await groupChat.path()).map(({ role }) => role)).toEqual(['character', 'user'])
    expect(await groupChat.balance()).toBe(20)
    const from = groupChat.client.frames.length
    groupChat.client.send({ type: 'generation.speak', chat_id: groupChat.chatId, card_id: groupChat.idOf('Bela') })
    expect(speakers(await groupChat.ended(from, 1))).toEqual(['Bela'])
    expect(await groupChat.balance()).toBe(19)
    expect(speakers(await groupChat.talk('And you?', 1, groupChat.idOf('Caro')))).toEqual(['Caro'])
    expect(speakers(await groupChat.talk('Ana?', 1))).toEqual(['Ana'])
    expect(await groupChat.balance()).toBe(17)
  })

  it('lets members answer each other up to the limit of the card', async () => {
    const groupChat = await group.startGroupChat({ replyLimit: 3 })
    group.say({ Ana: 'Bela, is that so?', Bela: 'Ask Ana again.' })
    const replies = await groupChat.talk('Ana?', 3)
    expect(speakers(replies)).toEqual(['Ana', 'Bela', 'Ana'])
    await groupChat.send('Hm.') // after the queue has ended; none of its replies comes later
    expect((await groupChat.path()).filter(({ role }) => role === 'character').length).toBeGreaterThanOrEqual(4)
    expect(await groupChat.balance()).toBe(18)
  })

  it('keeps a muted member quiet until it is called with “@” or by hand, on every device', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const other = await groupChat.person.connect()
    const mute = (card_id: string, on: boolean, chat_id = groupChat.chatId) =>
      groupChat.person.call('POST /api/chat/mute', { body: { chat_id, card_id, on } })
    expect((await mute(groupChat.idOf('Ana'), true)).code).toBe(1)
    for (const client of [groupChat.client, other])
      await client.next('chat.updated', ({ chat }) => chat.muted.join() === groupChat.idOf('Ana'))
    const info = await groupChat.person.call('GET /api/chat/info', { query: { chat_id: groupChat.chatId } })
    expect(info.data.members.map(({ name, muted }) => [name, muted])).toEqual([
      ['Ana', true],
      ['Bela', false],
      ['Caro', false],
    ])
    expect(speakers(await groupChat.talk('Good evening.', 2))).toEqual(['Bela', 'Caro'])
    expect(speakers(await groupChat.talk('@Ana?', 1))).toEqual(['Ana'])
    const from = groupChat.client.frames.length
    groupChat.client.send({ type: 'generation.speak', chat_id: groupChat.chatId, card_id: groupChat.idOf('Ana') })
    expect(speakers(await groupChat.ended(from, 1))).toEqual(['Ana'])
    expect((await mute(groupChat.idOf('Ana'), false)).code).toBe(1)
    expect(speakers(await groupChat.talk('And now?', 3))).toEqual(['Ana', 'Bela', 'Caro'])
    expect((await mute('ilse', true)).code).toBe(1003)
    expect((await mute(groupChat.idOf('Ana'), true, 'nowhere')).code).toBe(1003)
    expect((await mute('ilse', true, await groupChat.person.startChat())).code).toBe(1000)
    const stranger = await group.server.signIn(`${kind}-stranger@example.org`)
    const theirs = await stranger.call('POST /api/chat/mute', {
      body: { chat_id: groupChat.chatId, card_id: groupChat.idOf('Ana'), on: true },
    })
    expect(theirs.code).toBe(1003)
  })

  it('stops the whole queue; the replies already made are paid for', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Bela: { parts: Array.from({ length: 200 }, () => 'on '), delayMs: 10 } })
    const from = groupChat.client.frames.length
    await groupChat.send('Good evening.')
    await groupChat.client.next('message.delta', ({ text }) => text.includes('on'), from)
    groupChat.client.send({ type: 'generation.stop', chat_id: groupChat.chatId })
    const [first, second] = await groupChat.ended(from, 2)
    expect([first!.status, second!.status]).toEqual(['complete', 'stopped'])
    expect(speakers(await groupChat.talk('Caro?', 1))).toEqual(['Caro'])
    expect(speakers(await groupChat.path())).toEqual([undefined, undefined, 'Ana', 'Bela', undefined, 'Caro'])
    expect(await groupChat.balance()).toBe(18)
  })

  it('charges nothing for a stop before the first word, and ends the queue', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: ['late'], delayMs: 5_000 } })
    const from = groupChat.client.frames.length
    await groupChat.send('Good evening.')
    groupChat.client.send({ type: 'generation.stop', chat_id: groupChat.chatId })
    expect((await groupChat.ended(from, 1))[0]).toMatchObject({ status: 'stopped', text: '' })
    expect((await groupChat.path()).length).toBe(3)
    expect(await groupChat.balance()).toBe(20)
  })

  it('lets a person interrupt: the current reply ends, the queue is dropped and a new one answers', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: Array.from({ length: 20 }, () => 'on '), delayMs: 10 }, Caro: 'Here.' })
    const from = groupChat.client.frames.length
    await groupChat.send('Good evening.')
    await groupChat.client.next('message.delta', () => true, from)
    await groupChat.send('Wait. What says', groupChat.idOf('Caro'))
    const replies = await groupChat.ended(from, 2)
    expect(replies.map(({ speaker, status }) => [speaker?.name, status])).toEqual([
      ['Ana', 'complete'],
      ['Caro', 'complete'],
    ])
    expect((await groupChat.path()).map(({ text }) => text).at(-1)).toBe('Here.')
    expect((await groupChat.path()).length).toBe(5)
    expect(await groupChat.balance()).toBe(18)
  })

  it('refunds a queue only when no member said anything', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: [], fault: 'cut_off' } })
    expect((await groupChat.talk('Good evening.', 3)).map(({ status }) => status)).toEqual([
      'failed',
      'complete',
      'complete',
    ])
    expect(await groupChat.balance()).toBe(19)
    const away = { parts: [], fault: 'unreachable' as const }
    group.say({ Ana: away, Bela: away, Caro: away })
    expect((await groupChat.talk('And now?', 2)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await groupChat.talk('Bela?', 1)).map(({ status }) => status)).toEqual(['failed'])
    expect(await groupChat.balance()).toBe(19)
    group.say({ Ana: 'Fine.', Bela: away, Caro: away })
    expect((await groupChat.talk('And again?', 3)).map(({ status }) => status)).toContain('complete')
  })

  it('ends the queue when moderation blocks a reply, and refunds it when it is the first', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: 'Well. [[minor-cue]] and [[sexual-cue]].' })
    const [cut] = await groupChat.talk('Good evening.', 1)
    expect(cut!.status).toBe('stopped')
    expect((await groupChat.client.next('safety.notice')).kind).toBe('blocked')
    expect((await groupChat.path()).length).toBe(3)
    expect(await groupChat.balance()).toBe(20)
  })

  it('C1: crisis messages get help lines and no replies from members', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const before = group.model.requests.length
    await groupChat.send('Ana, I want to end my life')
    expect((await groupChat.client.next('safety.notice')).kind).toMatch(/^crisis/)
    expect(group.model.requests.length).toBe(before)
    expect(await groupChat.balance()).toBe(20)
  })

  it('ends the queue after a crash, and refunds it when nothing was said', async () => {
    const crash = async (groupChat: TestGroupChat, said: RegExp) => {
      const from = groupChat.client.frames.length
      await groupChat.send('Good evening.')
      await groupChat.client.next('message.delta', ({ text }) => said.test(text), from)
      await group.server.context.database.query(
        `update generation set owner = 'dead', lease_until = now() - interval '1 hour' where chat_id = $1`,
        [groupChat.chatId],
      )
      await recoverReplies(group.server.context.chats)
      await groupChat.client.until(
        () => groupChat.client.frames.slice(from).find((frame) => isFailed(frame)) ?? undefined,
        'the failed reply',
      )
      const length = (await groupChat.path()).length
      await group.server.context.chats.replies.find(groupChat.chatId)?.ended
      expect((await groupChat.path()).length).toBe(length) // a process that lost its claim starts no more replies
    }
    const long = { parts: Array.from({ length: 60 }, () => 'on '), delayMs: 10 }
    const first = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: long })
    await crash(first, /on/)
    expect((await first.path()).length).toBe(3)
    expect(await first.balance()).toBe(20)
    const second = await group.startGroupChat({ policy: 'list' })
    group.say({ Bela: long })
    await crash(second, /on/)
    expect((await second.path()).length).toBe(4)
    expect(await second.balance()).toBe(19)
  })

  it('regenerates and continues with the same member, and does neither for a member who has left', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const [, bela, caro] = await groupChat.talk('Good evening.', 3)
    group.say({ Bela: 'Otherwise, Ana.' })
    let from = groupChat.client.frames.length
    groupChat.client.send({ type: 'message.continue', chat_id: groupChat.chatId, message_id: caro!.id })
    expect((await groupChat.ended(from, 1))[0]).toMatchObject({ id: caro!.id, text: 'Yes.Yes.' })
    from = groupChat.client.frames.length
    groupChat.client.send({ type: 'message.regenerate', chat_id: groupChat.chatId, message_id: bela!.id })
    const [other] = await groupChat.ended(from, 1)
    expect(other).toMatchObject({ text: 'Otherwise, Ana.', speaker: { name: 'Bela' }, variant: { count: 2 } })
    expect((await groupChat.path()).at(-1)!.id).toBe(other!.id)
    await groupChat.changeMembers(['Ana', 'Caro'])
    from = groupChat.client.frames.length
    for (const type of ['message.regenerate', 'message.continue'] as const) {
      groupChat.client.send({ type, chat_id: groupChat.chatId, message_id: other!.id })
      expect((await groupChat.client.next('error', () => true, from)).code).toBe(1002)
      from = groupChat.client.frames.length
    }
    groupChat.client.send({ type: 'generation.speak', chat_id: groupChat.chatId, card_id: groupChat.idOf('Bela') })
    expect((await groupChat.client.next('error', () => true, from)).code).toBe(1003)
    expect((await groupChat.path()).at(-1)!.speaker).toMatchObject({ name: 'Bela' })
  })

  it('shows a member only what was said since it joined; a member who left keeps the name on its lines', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list', members: ['Ana', 'Bela', 'Caro'] })
    group.say({ Ana: 'The key is under the stone.' })
    await groupChat.talk('Where is the key?', 3)
    await groupChat.changeMembers(['Ana', 'Dina'])
    const from = group.model.requests.length
    const replies = await groupChat.talk('Dina, welcome.', 1)
    expect(speakers(replies)).toEqual(['Dina'])
    const asked = JSON.stringify(group.model.requests[from])
    expect(asked).toContain('Dina, welcome.')
    expect(asked).not.toContain('under the stone')
    expect(asked).not.toContain('It begins.')
    await groupChat.talk('Ana, tell her.', 1)
    expect(JSON.stringify(group.model.requests.at(-1))).toContain('under the stone')
    await groupChat.talk('Dina, and now?', 1)
    expect(JSON.stringify(group.model.requests.at(-1))).toContain('Dina, welcome.')
    expect(JSON.stringify(group.model.requests.at(-1))).toContain('Ana, tell her.')
    expect(JSON.stringify(group.model.requests.at(-1))).not.toContain('Where is the key?')
    const path = await groupChat.path()
    expect(speakers(path).slice(2, 5)).toEqual(['Ana', 'Bela', 'Caro'])
    const info = await groupChat.person.call('GET /api/chat/info', { query: { chat_id: groupChat.chatId } })
    expect(info.data.members.map(({ name }) => name)).toEqual(['Ana', 'Dina'])
  })

  it('an imported chat remembers its members: who leaves keeps the name, who joins does not know what was said', async () => {
    const groupChat = await group.startGroupChat()
    const { person, chatId, groupId } = groupChat
    await groupChat.talk('@Bela, where is the key?', 1)
    const headers = { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
    const query = `chat_id=${chatId}&format=json&scope=branches`
    const file = await (await fetch(`${group.server.origin}/api/chat/exportChat?${query}`, { headers })).blob()
    const form = new FormData()
    form.append('group_id', groupId)
    form.append('file', file, 'chat.json')
    const reply = await fetch(`${group.server.origin}/api/chat/importChat`, { method: 'POST', headers, body: form })
    const { data } = (await reply.json()) as { data: { chat: { id: string } } } // the envelope
    const copyId = data.chat.id
    await groupChat.changeMembers(['Ana', 'Dora'])
    const { list } = (await person.call('GET /api/chat/getMessages', { query: { chat_id: copyId } })).data
    expect(speakers(list.slice(2))).toEqual(['Bela'])
    const [frames, requests] = [groupChat.client.frames.length, group.model.requests.length]
    const text = '@Dora, hello.'
    groupChat.client.send({ type: 'message.send', chat_id: copyId, client_id: randomUUID(), text })
    await groupChat.ended(frames, 1)
    expect(JSON.stringify(group.model.requests.slice(requests))).not.toContain('where is the key')
  })

  it('a chat that moves to another group tells members of one name apart, and keeps them muted', async () => {
    const [from, to] = [await group.startGroupChat(), await group.startGroupChat()]
    const { database } = group.server.context
    for (const chat of [from, to])
      await database.query("update card set name = 'Wren' where id = any($1)", [[chat.idOf('Ana'), chat.idOf('Bela')]])
    from.forgetCards()
    const headersOf = ({ person: { token, secret } }: TestGroupChat) => ({
      'user-token': token,
      authorization: `Bearer ${secret}`,
    })
    await from.talk('Hello.', 1, from.idOf('Bela'))
    await from.talk('Hello.', 1, from.idOf('Ana'))
    const mute = { chat_id: from.chatId, card_id: from.idOf('Bela'), on: true }
    expect((await from.person.call('POST /api/chat/mute', { body: mute })).code).toBe(1)
    const query = `chat_id=${from.chatId}&format=json&scope=branches`
    const url = `${group.server.origin}/api/chat/exportChat?${query}`
    const file = await (await fetch(url, { headers: headersOf(from) })).blob()
    const form = new FormData()
    form.append('group_id', to.groupId)
    form.append('file', file, 'chat.json')
    const upload = { method: 'POST', headers: headersOf(to), body: form }
    const reply = await fetch(`${group.server.origin}/api/chat/importChat`, upload)
    const { data } = (await reply.json()) as { data: { chat: { id: string } } } // the envelope
    const { list } = (await to.person.call('GET /api/chat/getMessages', { query: { chat_id: data.chat.id } })).data
    const spoke = list.flatMap(({ speaker }) => speaker?.card_id ?? [])
    expect(spoke).toEqual([to.idOf('Bela'), to.idOf('Ana')])
    const { members } = (await to.person.call('GET /api/chat/info', { query: { chat_id: data.chat.id } })).data
    expect(members.filter(({ muted }) => muted).map(({ card_id }) => card_id)).toEqual([to.idOf('Bela')])
  })

  it('LLM-05: no member sees another’s card, all see the scene, and none writes another’s lines', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const first = group.model.requests.length
    group.say({ Ana: { parts: ['Ana', ': Hello', '.\nBe', 'la: I am Bela.'] }, Bela: { parts: ['Caro: I am Caro.'] } })
    const replies = await groupChat.talk('Good evening.', 3)
    expect(replies.map(({ text, status }) => [text, status])).toEqual([
      ['Hello.', 'complete'],
      ['', 'failed'],
      ['Yes.', 'complete'],
    ])
    const prompts = group.model.requests.slice(first)
    for (const own of ['Secret of Ana.', 'Lore of Ana.', 'Example of Ana.'])
      expect(prompts.map((prompt) => JSON.stringify(prompt).includes(own))).toEqual([true, false, false])
    for (const { messages } of prompts) expect(messages[0]!.content).toContain('A room.')
    expect(JSON.stringify(prompts[2]!.messages)).toContain('Ana: Hello.')
  })

  it('N4, B5: a group with a member this person may not see neither opens nor continues', async () => {
    const { database } = group.server.context
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const changes = [`rating = 'nsfw'`, `state = 'draft'`, `visibility = 'private'`, 'age = 17', 'age = null']
    for (const change of changes) {
      await database.query(`update card set ${change} where id = $1`, [groupChat.idOf('Bela')])
      groupChat.forgetCards()
      const start = await groupChat.person.call('POST /api/chat/start', {
        body: { group_id: groupChat.groupId, fresh: true },
      })
      expect([change, start.code]).toEqual([change, expect.toBeOneOf([1003, 1010])])
      const query = { chat_id: groupChat.chatId }
      // A card that was only withdrawn leaves its chats readable.
      const isHidden = !/state|visibility/.test(change)
      expect((await groupChat.person.call('GET /api/chat/getMessages', { query })).code).toBe(isHidden ? 1003 : 1)
      const info = await groupChat.person.call('GET /api/chat/info', { query })
      expect([info.code, info.data?.closed]).toEqual(isHidden ? [1003, undefined] : [1, true])
      const from = groupChat.client.frames.length
      groupChat.client.send({ type: 'generation.speak', chat_id: groupChat.chatId, card_id: groupChat.idOf('Ana') })
      expect((await groupChat.client.next('error', () => true, from)).code).toBe(1003)
      await database.query(
        `update card set rating = 'sfw', state = 'published', visibility = 'public', age = 30 where id = $1`,
        [groupChat.idOf('Bela')],
      )
      groupChat.forgetCards()
    }
    expect(speakers(await groupChat.talk('Good evening.', 3))).toEqual(['Ana', 'Bela', 'Caro'])
  })

  it('keeps what followed each opening, and answers in each', async () => {
    const person = await group.server.signIn(`${kind}-ways@example.org`)
    const client = await person.connect()
    const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: 'station-nine' } })
    const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })).data.list
    const scene = await path()
    const [, own] = scene[0]!.variant.ids
    client.send({ type: 'message.select', chat_id: chat.id, message_id: own! })
    const changed = await client.next('path.changed')
    expect(changed.list).toMatchObject([{ id: own, speaker: { card_id: 'yuki' }, variant: { index: 1 } }])
    const text = 'Good evening.'
    client.send({ type: 'message.send', chat_id: chat.id, client_id: randomUUID(), text })
    await client.until(
      () => (client.frames.filter(({ type }) => type === 'message.completed').length === 3 ? true : undefined),
      'the round',
    )
    expect((await path()).map(({ speaker }) => speaker?.card_id)).toEqual([
      'yuki',
      undefined,
      'yuki',
      'brass',
      'thistle',
    ])
    client.send({ type: 'message.select', chat_id: chat.id, message_id: scene[0]!.id })
    await client.next('path.changed', ({ list }) => list.length === scene.length)
    expect((await path()).map(({ id }) => id)).toEqual(scene.map(({ id }) => id))
  })

  it('answers an edited branch with a new queue, led by the members it names now', async () => {
    const groupChat = await group.startGroupChat()
    await groupChat.talk('Ana?', 1)
    const mine = (await groupChat.path())[1]!
    const from = groupChat.client.frames.length
    groupChat.client.send({
      type: 'message.edit',
      chat_id: groupChat.chatId,
      message_id: mine.id,
      text: 'Caro, Bela?',
      branch: true,
    })
    expect(speakers(await groupChat.ended(from, 2))).toEqual(['Caro', 'Bela'])
    expect(await groupChat.balance()).toBe(18)
  })

  it('ends the queue when the message being answered is deleted', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: Array.from({ length: 200 }, () => 'on '), delayMs: 10 } })
    const from = groupChat.client.frames.length
    const mine = await groupChat.send('Good evening.')
    await groupChat.client.next('message.delta', () => true, from)
    groupChat.client.send({ type: 'message.delete', chat_id: groupChat.chatId, message_id: mine.id })
    await groupChat.client.next('message.deleted', () => true, from)
    await untilQuiet(groupChat)
    expect((await groupChat.path()).map(({ text }) => text)).toEqual(['It begins.'])
  })

  it('removes a muted member’s pending turn while another member speaks', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: Array.from({ length: 30 }, () => 'on '), delayMs: 10 } })
    const from = groupChat.client.frames.length
    await groupChat.send('Good evening.')
    await groupChat.client.next('message.delta', () => true, from)
    await groupChat.person.call('POST /api/chat/mute', {
      body: { chat_id: groupChat.chatId, card_id: groupChat.idOf('Bela'), on: true },
    })
    expect(speakers(await groupChat.ended(from, 2))).toEqual(['Ana', 'Caro'])
  })

  it('shows the next member nothing that was hidden or reworded meanwhile', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    const { client, chatId: chat_id } = groupChat
    const [secret] = await groupChat.talk('The password is heron.', 3)
    expect(secret).toBeDefined()
    const hidden = (await groupChat.path()).find(({ text }) => text === 'The password is heron.')!
    group.say({ Ana: { parts: Array.from({ length: 30 }, () => 'on '), delayMs: 10 } })
    const from = client.frames.length
    const asked = group.model.requests.length
    const mine = await groupChat.send('Good evening, Otto.')
    await client.next('message.delta', () => true, from)
    client.send({ type: 'message.hide', chat_id, message_id: hidden.id, hidden: true })
    client.send({ type: 'message.edit', chat_id, message_id: mine.id, text: 'Good evening, Frida.' })
    expect(speakers(await groupChat.ended(from, 3))).toEqual(['Ana', 'Bela', 'Caro'])
    for (const { messages } of group.model.requests.slice(asked + 1)) {
      const prompt = JSON.stringify(messages)
      expect(prompt).not.toMatch(/heron|Otto/)
      expect(prompt).toContain('Good evening, Frida.')
    }
  })

  it.each([
    ['is suspended', `update person set suspension_id = 'x' where id = $1`],
    ['turns out to be under 18', `update person set age_state = 'minor_suspected' where id = $1`],
  ])('ends the queue when the person %s', async (_what, change) => {
    const groupChat = await group.startGroupChat({ policy: 'list' })
    group.say({ Ana: { parts: Array.from({ length: 30 }, () => 'on '), delayMs: 10 } })
    const from = groupChat.client.frames.length
    const asked = group.model.requests.length
    await groupChat.send('Good evening.')
    await groupChat.client.next('message.delta', () => true, from)
    await group.server.context.database.query(change, [groupChat.person.user.id])
    await groupChat.ended(from, 1)
    await untilQuiet(groupChat)
    expect(group.model.requests.slice(asked)).toHaveLength(1)
  })

  it('shows the group’s name and the last speaker’s name in the list', async () => {
    const groupChat = await group.startGroupChat()
    await groupChat.talk('Caro?', 1)
    const { data } = await groupChat.person.call('GET /api/chat/list', { query: {} })
    expect(data.list).toMatchObject([
      { type: 'multiple', title: 'The table', last_message: { speaker_name: 'Caro', text: 'Yes.' }, unread: 1 },
    ])
  })

  it('rejects cards that are not in the group, and stores nothing', async () => {
    const groupChat = await group.startGroupChat()
    const from = groupChat.client.frames.length
    const clientId = '0b0d6f2e-6f1e-4a53-9a54-0a3f1f0d1c11'
    groupChat.client.send({
      type: 'message.send',
      chat_id: groupChat.chatId,
      client_id: clientId,
      text: 'Hello',
      speak_card_id: 'ilse',
    })
    expect((await groupChat.client.next('nack', () => true, from)).code).toBe(1003)
    groupChat.client.send({ type: 'generation.speak', chat_id: groupChat.chatId, card_id: 'ilse' })
    expect((await groupChat.client.next('error', () => true, from)).code).toBe(1003)
    expect((await groupChat.path()).length).toBe(1)
  })

  it('DUR-06: every device sees the same messages in the same order, even with concurrent senders', async () => {
    const groupChat = await group.startGroupChat({ policy: 'list', members: ['Ana', 'Bela', 'Caro', 'Dina'] })
    const devices = [groupChat.client, await groupChat.person.connect(), await groupChat.person.connect()]
    const sent = Array.from({ length: 12 }, (_, at) => `Message ${at}`)
    for (const [at, text] of sent.entries())
      devices[at % 3]!.send({ type: 'message.send', chat_id: groupChat.chatId, client_id: randomUUID(), text })
    await groupChat.client.until(
      () => (groupChat.client.frames.filter(({ type }) => type === 'ack').length === 4 ? true : undefined),
      'the acks',
    )
    await untilQuiet(groupChat)
    const orderOf = (frames: readonly ServerFrame[]) => [
      ...new Set(frames.flatMap((frame) => (frame.type === 'message.created' ? [frame.message.seq] : []))),
    ]
    const [order, ...others] = devices.map((device) => orderOf(device.frames))
    expect(order).toEqual(order!.toSorted((a, b) => a - b))
    for (const other of others) expect(other).toEqual(order)
    const texts = (await groupChat.path()).filter(({ role }) => role === 'user').map(({ text }) => text)
    for (const device of [0, 1, 2]) {
      const own = sent.filter((_, at) => at % 3 === device)
      expect(texts.filter((text) => own.includes(text))).toEqual(own)
    }
    expect(texts.length).toBe(12)
  })

  /** Waits until no reply is being written. */
  async function untilQuiet(groupChat: TestGroupChat): Promise<void> {
    for (;;) {
      const live = group.server.context.chats.replies.find(groupChat.chatId)
      if (!live) return
      await live.ended
    }
  }
})

function isFailed(frame: ServerFrame): boolean {
  return frame.type === 'message.completed' && frame.message.status === 'failed'
}

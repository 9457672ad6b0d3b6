import type { ClientFrame, Message, ServerFrame } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { toCachedChat } from './chat-cache.ts'
import type { ChatPorts, MessagePage } from './chat-snapshot.ts'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore } from './outbox-store.ts'
import { CHAT, testMessage } from './testing/server-model.ts'

interface Fields extends Partial<MessagePage> {
  getMessages?: ChatPorts['getMessages']
  type?: 'single' | 'multiple'
}

function createTestChat(list: Message[], { type = 'single', ...fields }: Fields = {}) {
  const sent: ClientFrame[] = []
  const send = (frame: ClientFrame) => sent.push(frame) > 0
  const outbox = new Outbox('ana', {
    store: memoryOutboxStore(true),
    tabs: { self: 'page', listAlive: async () => new Set<string>() },
    send,
    nowMs: () => 0,
    newClientId: () => 'client-1',
    schedule: () => () => {},
  })
  outbox.setConnected(true)
  const page = { list, has_more: false, rev: Math.max(0, ...list.map(({ rev }) => rev)), ...fields }
  const read: number[] = []
  const chat = new OpenChat({ ...CHAT, type }, page, outbox, {
    send,
    getMessages: fields.getMessages ?? (async () => page),
    markRead: async (_, seq) => read.push(seq),
  })
  return { chat, sent, read }
}

/** Lets requests be answered. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

const delta = (offset: number, text: string, message_id = 'reply') =>
  ({ type: 'message.delta', chat_id: CHAT.id, message_id, offset, text }) as const

const streaming = (text = '') =>
  testMessage({ id: 'reply', seq: 2, rev: 2, parent_id: 'greeting', status: 'streaming', text })
const greeting = testMessage({ id: 'greeting' })
const question = testMessage({
  id: 'q',
  seq: 2,
  rev: 2,
  parent_id: 'greeting',
  role: 'user',
  speaker: null,
  text: 'Where to?',
})

describe('getting ready for a reply', () => {
  const prepare = { type: 'generation.prepare', chat_id: CHAT.id }

  it('is requested once for each message, and again when writing takes long', () => {
    const { chat, sent } = createTestChat([greeting])
    for (const atMs of [1_000, 1_200, 30_000]) chat.prepareReply(atMs)
    expect(sent).toEqual([prepare])
    chat.prepareReply(50_000)
    expect(sent).toEqual([prepare, prepare])
    chat.applyFrame({ type: 'message.completed', message: { ...streaming('Well'), status: 'complete' } })
    chat.prepareReply(50_100)
    expect(sent).toEqual([prepare, prepare, prepare])
  })

  it('is not requested while a reply is being written', () => {
    const { chat, sent } = createTestChat([greeting, streaming()])
    chat.prepareReply(1_000)
    expect(sent).toEqual([])
  })

  it('is requested again by the next letter after the connection was away', () => {
    const { chat, sent } = createTestChat([greeting])
    const isConnected = [false, true]
    const ports = { send: (frame: ClientFrame) => (isConnected.shift() ?? true) && sent.push(frame) > 0 }
    const away = new OpenChat(CHAT, { list: [greeting], has_more: false, rev: 1 }, chat.outbox, {
      ...ports,
      getMessages: async () => ({ list: [], has_more: false, rev: 1 }),
      markRead: async () => undefined,
    })
    away.prepareReply(1_000)
    expect(sent).toEqual([])
    away.prepareReply(1_100)
    expect(sent).toEqual([prepare])
  })
})

describe('a change whose frames never came', () => {
  const edited = { ...greeting, rev: 2, text: 'Good morning.' }

  it('is asked for once the next one is complete, from the last revision before it', () => {
    const { chat, sent } = createTestChat([greeting])
    chat.applyFrame({ type: 'message.created', message: { ...question, rev: 3 } })
    expect(sent).toEqual([])
    expect(chat.syncState().chats).toEqual([{ chat_id: CHAT.id, rev: 1 }])
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, rev: 3 } })
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, rev: 3 } })
    expect(sent).toEqual([{ type: 'sync', chats: [{ chat_id: CHAT.id, rev: 1 }], streams: [] }])
    chat.applyFrame({ type: 'message.updated', message: edited })
    chat.applyFrame({ type: 'synced', user_rev: 1, chats: [{ chat_id: CHAT.id, rev: 3 }] })
    expect(chat.message('greeting')?.text).toBe('Good morning.')
    expect(chat.syncState().chats).toEqual([{ chat_id: CHAT.id, rev: 3 }])
  })

  it('is asked for by nothing when it only came late', () => {
    const { chat, sent } = createTestChat([greeting])
    chat.applyFrame({ type: 'message.created', message: { ...question, rev: 3 } })
    chat.applyFrame({ type: 'message.updated', message: edited })
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, rev: 3 } })
    expect(sent).toEqual([])
  })
})

describe('deltas', () => {
  it('extend one message and leave the list unchanged', () => {
    const { chat } = createTestChat([greeting, streaming()])
    const before = chat.snapshot()
    let listTold = 0
    let messageTold = 0
    chat.subscribe(() => listTold++)
    chat.subscribeToMessage('reply', () => messageTold++)
    chat.applyFrame(delta(0, 'Hold '))
    chat.applyFrame(delta(5, 'on'))
    expect(chat.message('reply')?.text).toBe('Hold on')
    expect(chat.snapshot()).toBe(before)
    expect([listTold, messageTold]).toEqual([0, 2])
  })

  it('are applied by offset: repeats change nothing, overlaps add only what is new', () => {
    const { chat } = createTestChat([greeting, streaming('Hold')])
    for (const frame of [delta(0, 'Hold'), delta(2, 'ld on'), delta(0, 'H'), delta(4, ' on'), delta(6, 'n 🙂')])
      chat.applyFrame(frame)
    expect(chat.message('reply')?.text).toBe('Hold on 🙂')
  })

  it('of reasoning are applied by their own offset, and ask for the rest of both after a gap', () => {
    const { chat, sent } = createTestChat([greeting, streaming()])
    const thought = (offset: number, text: string, ms: number) =>
      ({ ...delta(offset, text), type: 'message.reasoning', ms }) as const
    chat.applyFrame(thought(0, 'She asks', 100))
    chat.applyFrame(thought(4, 'asks the way', 900))
    chat.applyFrame(delta(0, 'Home'))
    expect(chat.message('reply')).toMatchObject({ text: 'Home', reasoning: 'She asks the way', reasoning_ms: 900 })
    chat.applyFrame(thought(40, 'lost', 950))
    expect(sent).toEqual([
      { type: 'sync', chats: [], streams: [{ message_id: 'reply', offset: 4, reasoning_offset: 16 }] },
    ])
  })

  it('go on from what a new revision has left of the text', () => {
    const { chat } = createTestChat([greeting, streaming('Okay, so. Hm.')])
    const revised = { ...streaming(), rev: 3, reasoning: 'Okay, so. Hm.', reasoning_ms: 10 }
    chat.applyFrame({ type: 'message.updated', message: revised })
    chat.applyFrame(delta(0, 'Good evening.'))
    expect(chat.message('reply')).toMatchObject({ text: 'Good evening.', reasoning: 'Okay, so. Hm.' })
  })

  it('request the rest once after a gap, from the exact offset, and wait for it', () => {
    const { chat, sent } = createTestChat([greeting, streaming('Hold')])
    chat.applyFrame(delta(7, 'tight'))
    chat.applyFrame(delta(12, ' now'))
    expect(sent).toEqual([
      { type: 'sync', chats: [], streams: [{ message_id: 'reply', offset: 4, reasoning_offset: 0 }] },
    ])
    expect(chat.message('reply')?.text).toBe('Hold')
    chat.applyFrame(delta(4, ' on tight now'))
    expect(chat.message('reply')?.text).toBe('Hold on tight now')
    chat.applyFrame(delta(40, 'x'))
    expect(sent).toHaveLength(2)
  })

  it('of a finished message, another chat or an unknown message are ignored', () => {
    const { chat, sent } = createTestChat([greeting])
    chat.applyFrame(delta(13, ' More.', 'greeting'))
    chat.applyFrame({ ...delta(0, 'x', 'greeting'), chat_id: 'other' })
    chat.applyFrame(delta(5, 'x', 'nobody'))
    expect(chat.message('greeting')?.text).toBe('Good evening.')
    expect(sent).toEqual([])
  })
})

describe('messages', () => {
  it('in an older state never replace a newer one', () => {
    const { chat } = createTestChat([{ ...greeting, rev: 9, text: 'Edited.' }])
    chat.applyFrame({ type: 'message.updated', message: { ...greeting, rev: 4, text: 'Before.' } })
    expect(chat.message('greeting')?.text).toBe('Edited.')
  })

  it('in their final state win, even if moderation removed the end (B7)', () => {
    const { chat } = createTestChat([greeting, streaming('Some words too many')])
    chat.applyFrame({ type: 'message.completed', message: { ...streaming('Some words'), status: 'failed', rev: 3 } })
    chat.applyFrame(delta(19, ' and more'))
    expect(chat.message('reply')).toMatchObject({ text: 'Some words', status: 'failed' })
    expect(chat.snapshot().streamingId).toBeNull()
  })

  it('replace their sibling, and what followed it is removed', () => {
    const { chat } = createTestChat([greeting, question, testMessage({ id: 'a1', seq: 3, rev: 3, parent_id: 'q' })])
    chat.applyFrame({
      type: 'message.created',
      message: testMessage({ id: 'a2', seq: 4, rev: 4, parent_id: 'q', status: 'streaming', text: '' }),
    })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q', 'a2'])
    expect(chat.message('a1')).toBeUndefined()
    expect(chat.snapshot().streamingId).toBe('a2')
  })

  it('that are not active change nothing', () => {
    const { chat } = createTestChat([greeting])
    chat.applyFrame({
      type: 'message.updated',
      message: testMessage({ id: 'x', parent_id: 'greeting', active: false, seq: 7 }),
    })
    expect(chat.snapshot().ids).toEqual(['greeting'])
  })
})

describe('sending', () => {
  it('shows the message as pending, then as stored, and that a reply is awaited', () => {
    const { chat, sent } = createTestChat([greeting])
    chat.send('Where to?')
    expect(chat.snapshot().outgoing).toMatchObject([{ state: 'sending', item: { text: 'Where to?' } }])
    expect(sent[0]).toMatchObject({ type: 'message.send', chat_id: 'chat', client_id: 'client-1', text: 'Where to?' })
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: { ...question, client_id: 'client-1' } })
    expect(chat.snapshot()).toMatchObject({ ids: ['greeting', 'q'], outgoing: [], awaitingReply: true })
    chat.applyFrame({
      type: 'message.created',
      message: testMessage({ id: 'a', seq: 3, rev: 3, parent_id: 'q', status: 'streaming', text: '' }),
    })
    expect(chat.snapshot()).toMatchObject({ awaitingReply: false, streamingId: 'a' })
  })

  it('settles a message by its echo before its ack, and the ack adds nothing', () => {
    const { chat } = createTestChat([greeting])
    chat.send('Where to?')
    const stored = { ...question, client_id: 'client-1' }
    chat.applyFrame({ type: 'message.created', message: stored })
    expect(chat.snapshot().outgoing).toEqual([])
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: stored })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q'])
  })

  it('reloads after an ack that does not continue the path', async () => {
    const fresh = { list: [greeting, question], has_more: false, rev: 8 }
    const { chat } = createTestChat([greeting], { getMessages: async () => fresh })
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: { ...question, parent_id: 'unknown' } })
    expect(chat.snapshot().reloading).toBe(true)
    await Promise.resolve()
    await Promise.resolve()
    expect(chat.snapshot()).toMatchObject({ ids: ['greeting', 'q'], reloading: false })
    expect(chat.syncState().chats).toEqual([{ chat_id: 'chat', rev: 8 }])
  })

  it('still waits for the reply beside which a reminder comes (H1)', () => {
    const { chat } = createTestChat([greeting, question])
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: question })
    chat.applyFrame({
      type: 'safety.notice',
      kind: 'ai_reminder',
      chat_id: CHAT.id,
      message_id: null,
      text: 'A reminder',
      help_lines: [],
      emergency: null,
    })
    expect(chat.snapshot()).toMatchObject({ awaitingReply: true, notices: [{ afterId: 'q' }] })
  })

  it('shows a notice once instead of a reply to a crisis message (C1)', () => {
    const { chat } = createTestChat([greeting, question])
    const notice = {
      type: 'safety.notice',
      kind: 'crisis',
      chat_id: CHAT.id,
      message_id: 'q',
      text: 'Help',
      help_lines: [],
      emergency: null,
    } satisfies ServerFrame
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: question })
    chat.applyFrame(notice)
    chat.applyFrame(notice)
    expect(chat.snapshot()).toMatchObject({ awaitingReply: false, notices: [{ afterId: 'q' }] })
    expect(chat.snapshot().notices).toHaveLength(1)
  })
})

describe('paths', () => {
  const reply = testMessage({ id: 'a', seq: 3, rev: 3, parent_id: 'q' })

  it('path.changed replaces what follows its parent; an older one is ignored', () => {
    const { chat } = createTestChat([greeting, question, reply])
    const other = testMessage({ id: 'q2', seq: 4, rev: 4, parent_id: 'greeting', role: 'user' })
    chat.applyFrame({ type: 'path.changed', chat_id: CHAT.id, rev: 9, parent_id: 'greeting', list: [other] })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q2'])
    chat.applyFrame({ type: 'path.changed', chat_id: CHAT.id, rev: 8, parent_id: 'greeting', list: [question] })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q2'])
  })

  it('message.deleted removes the message and everything after it', () => {
    const { chat } = createTestChat([greeting, question, reply])
    chat.applyFrame({ type: 'message.deleted', chat_id: CHAT.id, ids: ['a', 'q'], rev: 4 })
    expect(chat.snapshot().ids).toEqual(['greeting'])
    expect(chat.syncState().chats[0]?.rev).toBe(4)
  })

  it('a variant beside the path that is deleted is no longer counted, and counted again once it is restored', () => {
    const ids = ['greeting', 'other', 'third']
    const { chat } = createTestChat([{ ...greeting, variant: { index: 0, count: 3, ids } }, question])
    let told = 0
    chat.subscribeToMessage('greeting', () => told++)
    chat.applyFrame({ type: 'message.deleted', chat_id: CHAT.id, ids: ['other'], rev: 10 })
    expect(chat.message('greeting')?.variant).toEqual({ index: 0, count: 2, ids: ['greeting', 'third'] })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q'])
    const restored = testMessage({ id: 'other', rev: 11, active: false, variant: { index: 1, count: 3, ids } })
    chat.applyFrame({ type: 'message.updated', message: restored })
    expect(chat.message('greeting')?.variant).toEqual({ index: 0, count: 3, ids })
    expect([told, chat.snapshot().ids]).toEqual([2, ['greeting', 'q']])
  })

  it.each(['resync', 'unknown parent', 'cut short'] as const)('reloads after: %s', async (cause) => {
    const fresh = { list: [reply], has_more: true, rev: 30 }
    const { chat } = createTestChat([greeting], { getMessages: async () => fresh })
    if (cause === 'resync') chat.applyFrame({ type: 'resync', chat_id: CHAT.id })
    else {
      const list =
        cause === 'cut short' ? Array.from({ length: 100 }, (_, at) => testMessage({ id: `m${at}` })) : [reply]
      chat.applyFrame({
        type: 'path.changed',
        chat_id: CHAT.id,
        rev: 30,
        parent_id: cause === 'cut short' ? null : 'x',
        list,
      })
    }
    const late = testMessage({ id: 'late', parent_id: 'a', seq: 4, rev: 31 })
    chat.applyFrame({ type: 'message.created', message: late })
    await chat.reload()
    await Promise.resolve()
    await Promise.resolve()
    expect(chat.snapshot()).toMatchObject({ ids: ['a', 'late'], hasOlder: true })
  })

  it.each(['connection', 'change'] as const)(
    'reloads again with the next %s after a reload that failed',
    async (next) => {
      let isAway = true
      const { chat } = createTestChat([greeting], {
        getMessages: async () => {
          if (isAway) throw new Error('no network')
          return { list: [reply], has_more: false, rev: 30 }
        },
      })
      chat.applyFrame({ type: 'resync', chat_id: CHAT.id })
      chat.applyFrame({ type: 'synced', user_rev: 1, chats: [{ chat_id: CHAT.id, rev: 30 }] })
      await settle()
      expect(chat.snapshot()).toMatchObject({ ids: ['greeting'], reloading: false })
      isAway = false
      if (next === 'connection') chat.setConnected(true)
      else chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, rev: 30 } })
      await settle()
      expect(chat.snapshot()).toMatchObject({ ids: ['a'], reloading: false })
    },
  )
})

describe('older pages', () => {
  it('are prepended once, and can be requested again after a failure', async () => {
    let fail = true
    const asked: unknown[] = []
    const { chat } = createTestChat([testMessage({ id: 'm5', seq: 5 })], {
      has_more: true,
      getMessages: async (query) => {
        asked.push(query.before_seq)
        if (fail) throw new Error('no network')
        return { list: [greeting], has_more: false, rev: 1 }
      },
    })
    await Promise.all([chat.loadOlder(), chat.loadOlder()])
    expect(chat.snapshot().older).toBe('failed')
    fail = false
    await chat.loadOlder()
    expect(chat.snapshot()).toMatchObject({ ids: ['greeting', 'm5'], hasOlder: false, older: 'idle' })
    await chat.loadOlder()
    expect(asked).toEqual([5, 5])
  })
})

describe('other state', () => {
  it('stores a refused command as an error until it is dismissed, for its own chat only', () => {
    const { chat } = createTestChat([greeting])
    const error = { type: 'error', code: 2001, msg: 'No messages left.', data: null, message_id: 'greeting' } as const
    chat.applyFrame({ ...error, chat_id: 'other' })
    expect(chat.snapshot().error).toBeNull()
    chat.applyFrame({ ...error, chat_id: CHAT.id })
    expect(chat.snapshot().error).toEqual({ code: 2001, reason: 'No messages left.', messageId: 'greeting' })
    chat.dismissError()
    expect(chat.snapshot().error).toBeNull()
  })

  it('marks only unread messages as read, and only once until there are more', () => {
    const { chat, read } = createTestChat([greeting])
    chat.markRead(1)
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, unread: 1 } })
    for (const seq of [3, 3, 2]) chat.markRead(seq)
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, unread: 0 } })
    chat.markRead(4)
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, unread: 1 } })
    chat.markRead(3)
    expect(read).toEqual([3, 3])
  })

  it('reflects changes of the title and a deletion', () => {
    const { chat } = createTestChat([greeting])
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, title: 'The crossing' } })
    chat.applyFrame({ type: 'chat.deleted', chat_id: CHAT.id })
    expect(chat.snapshot()).toMatchObject({ deleted: true, chat: { title: 'The crossing' } })
    // Restored on another device.
    chat.applyFrame({ type: 'chat.updated', chat: { ...CHAT, title: 'The crossing' } })
    expect(chat.snapshot().deleted).toBe(false)
  })

  it('names the chat and message in every command', () => {
    const { chat, sent } = createTestChat([greeting])
    chat.commands.regenerate('a')
    chat.commands.continueReply('a')
    chat.commands.select('a')
    chat.commands.deleteFrom('a')
    chat.commands.edit('a', 'new', true)
    chat.commands.stop()
    chat.commands.requestReplyBy('card')
    expect(sent.map((frame) => frame.type)).toEqual([
      'message.regenerate',
      'message.continue',
      'message.select',
      'message.delete',
      'message.edit',
      'generation.stop',
      'generation.speak',
    ])
  })
})

describe('chats cached in this browser', () => {
  const later = testMessage({ id: 'later', seq: 3, rev: 5, parent_id: 'q', text: 'Across.' })

  it('contain the current state, with a streaming reply as far as it has arrived', () => {
    const { chat } = createTestChat([greeting, streaming('Hold')])
    chat.applyFrame(delta(4, ' on'))
    const kept = toCachedChat(chat.toCached())
    expect(kept.page.list.map(({ text, status }) => [text, status])).toEqual([
      [greeting.text, 'complete'],
      ['Hold on', 'stopped'],
    ])
    expect(kept.page.rev).toBe(2)
  })

  it('are limited to the end of the path, and say that there is more', () => {
    const list = Array.from({ length: 130 }, (_, nth) => testMessage({ id: `m${nth}`, seq: nth + 1 }))
    const { page } = toCachedChat({ chat: CHAT, page: { list, has_more: false, rev: 1 } })
    expect([page.list.length, page.list.at(-1)?.id, page.has_more]).toEqual([100, 'm129', true])
  })

  it('replace an older page, but never a newer one', () => {
    const { chat } = createTestChat([greeting])
    chat.restoreCached({ chat: CHAT, page: { list: [greeting, question, later], has_more: false, rev: 5 } })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q', 'later'])
    expect(chat.syncState().chats).toEqual([{ chat_id: CHAT.id, rev: 5 }])
    chat.restoreCached({ chat: CHAT, page: { list: [greeting], has_more: false, rev: 4 } })
    expect(chat.snapshot().ids).toEqual(['greeting', 'q', 'later'])
  })
})

describe('a group', () => {
  const lucien = { card_id: 'lucien', name: 'Lucien', avatar: null }
  it('does not await a reply, since with manual turns or everyone muted there may be none', () => {
    const { chat } = createTestChat([greeting], { type: 'multiple' })
    chat.applyFrame({ type: 'ack', client_id: 'client-1', message: question })
    expect(chat.snapshot().awaitingReply).toBe(false)
    const alone = createTestChat([greeting]).chat
    alone.applyFrame({ type: 'ack', client_id: 'client-1', message: question })
    expect(alone.snapshot().awaitingReply).toBe(true)
  })

  it('knows who is writing throughout a round', () => {
    const { chat } = createTestChat([greeting, question], { type: 'multiple' })
    const first = testMessage({
      id: 'one',
      seq: 3,
      rev: 3,
      parent_id: 'q',
      status: 'streaming',
      text: '',
      speaker: lucien,
    })
    const second = testMessage({ id: 'two', seq: 4, rev: 5, parent_id: 'one', status: 'streaming', text: '' })
    chat.applyFrame({ type: 'message.created', message: first })
    expect(chat.snapshot().streamingId).toBe('one')
    chat.applyFrame({ type: 'message.completed', message: { ...first, rev: 4, status: 'complete', text: 'Bread.' } })
    chat.applyFrame({ type: 'message.created', message: second })
    expect(chat.snapshot().streamingId).toBe('two')
    expect(chat.snapshot().ids).toEqual(['greeting', 'q', 'one', 'two'])
  })

  it('applies who is muted, once for each change', () => {
    const { chat } = createTestChat([greeting], { type: 'multiple' })
    chat.applyMuted('lucien', true)
    chat.applyMuted('lucien', true)
    expect(chat.snapshot().chat.muted).toEqual(['lucien'])
    chat.applyMuted('lucien', false)
    expect(chat.snapshot().chat.muted).toEqual([])
  })
})

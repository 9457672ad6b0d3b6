import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { BLOCK_SIZE } from './index-blocks.ts'

const model = createFakeTextModel({ reply: () => ({ parts: ['Mind ', 'the step.'] }) })

describe.each(testDatabaseKinds)('search in chats on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let chatId: string
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    chatId = await person.startChat()
  })

  const query = (text: string, values: (string | number | string[] | number[])[] = []) =>
    server.context.database.query<Record<string, unknown>>(text, values)
  const search = async (
    q: string,
    overrides: { chat_id?: string; scope?: 'path' | 'branches'; limit?: number } = {},
  ) => {
    const { data, code } = await person.call('POST /api/chat/search', { body: { q, ...overrides } })
    expect(code).toBe(1)
    return data
  }
  const found = async (q: string, overrides: Parameters<typeof search>[1] = {}) =>
    (await search(q, overrides)).list.map((hit) => hit.snippet)
  const talk = async (text: string, inChat = chatId) => {
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: inChat, client_id: randomUUID(), text })
    const { message } = await live.next('message.completed')
    live.close()
    return message
  }
  /** A chat in which a person has sent these messages in order. */
  const chatOf = async (texts: string[], cardId = 'ilse'): Promise<string> => {
    const lines = texts.map((mes, n) =>
      JSON.stringify({ name: 'Mara', is_user: true, mes, send_date: 1_700_000_000_000 + n }),
    )
    const form = new FormData()
    form.append('card_id', cardId)
    form.append('file', new Blob([lines.join('\n')]), 'talk.jsonl')
    const reply = await fetch(`${server.origin}/api/chat/importChat`, {
      method: 'POST',
      headers: credentialsOf(person),
      body: form,
    })
    return ((await reply.json()) as { data: { chat: { id: string } } }).data.chat.id // the envelope
  }
  const marked = (hit: { snippet: string; marks: [number, number][] }) =>
    hit.marks.map(([start, end]) => hit.snippet.slice(start, end))

  it('finds messages of both sides, newest first, with highlights', async () => {
    await talk('Is the far shore a town?')
    await talk('I would row to the far, far shore.')
    const { list, is_complete } = await search('far shore', { chat_id: chatId })
    expect(is_complete).toBe(true)
    expect(list.map((hit) => hit.snippet).slice(0, 2)).toEqual([
      'I would row to the far, far shore.',
      'Is the far shore a town?',
    ])
    expect(marked(list[0]!)).toEqual(['far', 'far', 'shore'])
    expect(list[0]).toMatchObject({ chat_id: chatId, role: 'user', speaker_name: null, on_path: true })
    const [reply] = (await search('mind the step')).list
    expect(reply).toMatchObject({ role: 'character', speaker_name: 'Ilse Marlow', card: { id: 'ilse' } })
  })

  it.each([
    ['English, the last word begun', 'The lanterns were lit.', 'LANT', ['lanterns']],
    ['English, an apostrophe', 'I don’t know him.', "don't know", ['don’t', 'know']],
    ['German', 'Die Brücke zur Straße.', 'brucke strasse', ['Brücke', 'Straße']],
    ['French', 'Une forêt près d’Évry.', 'foret pres', ['forêt', 'près']],
    ['Spanish', 'El niño soñó con el mar.', 'sono con', ['soñó', 'con']],
    ['Portuguese', 'A canção não acabou.', 'cancao nao', ['canção', 'não']],
    ['Japanese, inside a sentence', '昨日、東京都で会った。', '東京都', ['東京都']],
    ['Japanese, the other kana', 'コーヒーをください', 'くだ', ['くだ']],
    ['Chinese', '我们在河对岸见面吧。', '对岸', ['对岸']],
    ['Chinese, one character', '月亮很圆。', '月', ['月']],
    ['Arabic, article and vowel signs aside', 'ذهبتُ إلى البحرِ أمس', 'بحر', ['البحرِ']],
    ['Arabic, an article that is not in the text', 'هذا بحر واسع', 'البحر', ['بحر']],
    ['within stars', '*She lifts the lantern.* Come.', 'lantern come', ['lantern', 'Come']],
  ])('finds %s', async (_name, text, q, marks) => {
    const { list } = await search(q, { chat_id: await chatOf(['something else', text, 'and more']) })
    expect(list.map(marked)).toEqual([marks])
  })

  it('matches every word, whole except the last, and runs of characters', async () => {
    chatId = await chatOf(['The shoreline is far.', 'Far from any shore', '東の京と都'])
    expect(await found('shore far', { chat_id: chatId })).toEqual(['Far from any shore'])
    expect(await found('far shore', { chat_id: chatId })).toEqual(['Far from any shore', 'The shoreline is far.'])
    expect(await found('東京都', { chat_id: chatId })).toEqual([])
    expect(await found('…!?', { chat_id: chatId })).toEqual([])
  })

  it('pages without gaps or repetitions over blocks, in one chat and over all', async () => {
    chatId = await chatOf(Array.from({ length: BLOCK_SIZE + 40 }, (_, n) => `heron ${n}`))
    await chatOf(
      Array.from({ length: 30 }, (_, n) => `heron in another chat ${n}`),
      'bram',
    )
    for (const chat_id of [chatId, undefined]) {
      const all: string[] = []
      let cursor: string | undefined
      do {
        const { data } = await person.call('POST /api/chat/search', {
          body: { q: 'heron', chat_id, cursor, limit: 50 },
        })
        all.push(...data.list.map((hit) => hit.message_id))
        cursor = data.next_cursor ?? undefined
        expect(cursor ?? '').not.toContain('heron')
      } while (cursor)
      expect(all).toHaveLength(BLOCK_SIZE + 40 + (chat_id ? 0 : 30))
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('can be limited to the active path, and marks hits beside it', async () => {
    await talk('The first answer, about otters')
    const live = await person.connect()
    const [, mine] = (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
    live.send({
      type: 'message.edit',
      chat_id: chatId,
      message_id: mine!.id,
      text: 'The other one, about otters',
      branch: true,
    })
    await live.next('message.completed')
    expect(await found('otters', { chat_id: chatId, scope: 'path' })).toEqual(['The other one, about otters'])
    const { list } = await search('otters', { chat_id: chatId })
    expect(list.map((hit) => hit.on_path)).toEqual([true, false])
  })

  it('no longer finds deleted or changed messages, and removes their terms from the tables', async () => {
    await talk('The secret is zanzibar')
    const mine = (await search('zanzibar')).list[0]!
    const live = await person.connect()
    live.send({
      type: 'message.edit',
      chat_id: chatId,
      message_id: mine.message_id,
      text: 'The secret is quagga',
      branch: false,
    })
    await live.next('message.updated')
    expect(await query("select 1 from chat_index_term where chat_id = $1 and term = 'zanzibar'", [chatId])).toEqual([])
    expect(await found('zanzibar')).toEqual([])
    expect(await found('quagga')).toEqual(['The secret is quagga'])
    live.send({ type: 'message.delete', chat_id: chatId, message_id: mine.message_id })
    await live.next('message.deleted')
    expect(await query("select 1 from chat_index_term where chat_id = $1 and term = 'quagga'", [chatId])).toEqual([])
    expect(await found('quagga')).toEqual([])
    expect((await found('lantern')).length).toBeGreaterThan(0)
  })

  it('indexes new messages, and each message once even with concurrent searches', async () => {
    chatId = await chatOf(Array.from({ length: 700 }, (_, n) => `wren ${n}`))
    const pages = await Promise.all(Array.from({ length: 5 }, () => search('wren 699', { chat_id: chatId })))
    expect(pages.map((page) => page.list.length)).toEqual([1, 1, 1, 1, 1])
    const [row] = await query(
      "select sum(length(places))::int as n from chat_index_term where chat_id = $1 and term = 'wren'",
      [chatId],
    )
    expect(row?.n).toBe(700)
    await talk('A late wren')
    expect((await found('late wren')).length).toBe(1)
  })

  it('finds nothing in other people’s chats or in deleted ones', async () => {
    await talk('My own pangolin')
    const stranger = await server.signIn()
    expect((await stranger.call('POST /api/chat/search', { body: { q: 'pangolin' } })).data.list).toEqual([])
    const foreign = await stranger.call('POST /api/chat/search', { body: { q: 'pangolin', chat_id: chatId } })
    expect([foreign.status, foreign.code]).toEqual([404, 1003])
    await person.call('POST /api/chat/delete', { body: { chat_id: chatId } })
    expect(await found('pangolin')).toEqual([])
    await query('delete from chat where id = $1', [chatId])
    expect(await query('select 1 from chat_index_term where chat_id = $1', [chatId])).toEqual([])
  })

  it.each([
    ['no words', { q: '   ' }],
    ['too many', { q: 'x'.repeat(101) }],
    ['a foreign cursor', { q: 'x', cursor: 'bm9uZQ' }],
    ['another search’s cursor', { q: 'x', cursor: Buffer.from('["other",1,"a",2]').toString('base64url') }],
    ['a scope that is none', { q: 'x', scope: 'all' }],
  ])('refuses %s', async (_name, body) => {
    const reply = await person.call('POST /api/chat/search', { body })
    expect([reply.status, reply.code]).toEqual([400, 1000])
  })
})

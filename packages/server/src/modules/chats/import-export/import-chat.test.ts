import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { PromptMessage } from '../../models/module.ts'
import type { ImportedChat } from './import-chat.ts'

const HEAD = { user_name: 'Mara', character_name: 'Ilse Marlow', chat_metadata: {} }
const narrator = (mes: string, more: object = {}) => ({
  name: 'System',
  is_user: false,
  is_system: false,
  mes,
  send_date: '2024-05-01T10:00:00.000Z',
  extra: { type: 'narrator' },
  ...more,
})
const said = (mes: string, more: object = {}) => ({
  name: 'Ilse Marlow',
  is_user: false,
  is_system: false,
  mes,
  send_date: '2024-05-01T10:00:00.000Z',
  extra: {},
  ...more,
})
const own = (mes: string, more: object = {}) => ({ ...said(mes), name: 'Mara', is_user: true, ...more })
const fileOf = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n')

describe.each(testDatabaseKinds)('imported chats on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  const prompts: PromptMessage[][] = []
  const model = createFakeTextModel({
    reply: ({ messages }) => {
      prompts.push([...messages])
      return { parts: ['Mind the step.'] }
    },
  })
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
  })

  const importFile = async (file: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ card_id: 'ilse', ...fields })) form.append(name, value)
    form.append('file', new Blob([file]), 'chat')
    const headers = { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
    const reply = await fetch(`${server.origin}/api/chat/importChat`, { method: 'POST', headers, body: form })
    return (await reply.json()) as { code: number; data: ImportedChat } // the envelope
  }
  const exported = async (chatId: string, format: string, scope = 'branches') => {
    const headers = { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
    const query = `chat_id=${chatId}&format=${format}&scope=${scope}`
    return (await fetch(`${server.origin}/api/chat/exportChat?${query}`, { headers })).text()
  }
  const messagesOf = async (chatId: string) =>
    (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const promptAfter = async (chatId: string) => {
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'And now?' })
    await live.next('message.completed')
    return prompts.at(-1)!
  }

  it('takes a hundred swipes of a message beside the shown one, and says how many it leaves out', async () => {
    const swipes = Array.from({ length: 10_000 }, (_, index) => `Version ${index}.`)
    const first = await importFile(fileOf([HEAD, said('Version 3.', { swipes, swipe_id: 3 })]))
    expect(first.data).toMatchObject({ messages: 1, versions: 99, left_out: [{ kind: 'versions', count: 9_900 }] })
    const later = await importFile(fileOf([HEAD, said('Version 9000.', { swipes, swipe_id: 9_000 })]))
    expect(later.data).toMatchObject({ messages: 1, versions: 100, left_out: [{ kind: 'versions', count: 9_899 }] })
    expect((await messagesOf(later.data.chat.id)).map(({ text }) => text)).toEqual(['Version 9000.'])
  })

  it('narration reaches the model as narration, hidden messages do not reach it', async () => {
    const { data } = await importFile(
      fileOf([
        { ...HEAD, chat_metadata: { note_prompt: 'Keep it slow.', note_interval: 1, note_position: 1, note_depth: 2 } },
        said('You are late.'),
        narrator('The door opens.'),
        own('A secret that nobody heard.', { is_system: true }),
        own('Good evening.'),
        { ...said('Note of the program.'), is_system: true, extra: { type: 'comment' } },
        said('Come in.', { extra: { image: 'user/images/a.png', reasoning: 'She is tired.' } }),
      ]),
    )
    expect(data).toMatchObject({ messages: 6, narration: 2, hidden: 2, note: true, facts: 0, warning_count: 0 })
    expect(data.left_out).toEqual([
      { kind: 'pictures', count: 1 },
      { kind: 'reasoning', count: 1 },
    ])
    const list = await messagesOf(data.chat.id)
    expect(list.map(({ role, text, hidden }) => [role, text, hidden ?? false])).toEqual([
      ['character', 'You are late.', false],
      ['system', 'The door opens.', false],
      ['user', 'A secret that nobody heard.', true],
      ['user', 'Good evening.', false],
      ['system', 'Note of the program.', true],
      ['character', 'Come in.', false],
    ])
    const sent = await promptAfter(data.chat.id)
    const turns = sent.filter(({ role }) => role !== 'system').map(({ role, content }) => [role, content])
    expect(turns).toEqual([
      ['assistant', 'You are late.'],
      ['user', 'The door opens.'],
      ['user', 'Good evening.'],
      ['assistant', 'Come in.'],
      ['user', 'And now?'],
    ])
    expect(sent.some(({ content }) => content.includes('Keep it slow.'))).toBe(true)
    const info = await person.call('GET /api/chat/info', { query: { chat_id: data.chat.id } })
    expect(info.data.settings.note).toEqual({ text: 'Keep it slow.', depth: 2 })
  })

  it('SillyTavern’s lines come back as they went out', async () => {
    const lines = [
      { ...HEAD, chat_metadata: { note_prompt: 'Slowly.', note_interval: 1, note_depth: 3 } },
      said('One.', { swipes: ['Other.', 'One.'], swipe_id: 1 }),
      narrator('It rains.'),
      own('Unheard.', { is_system: true }),
    ]
    const { data } = await importFile(fileOf(lines))
    const [head, ...back] = (await exported(data.chat.id, 'jsonl', 'path'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>) // lines of the format
    expect(head?.chat_metadata).toMatchObject({ note_prompt: 'Slowly.', note_depth: 3, note_position: 1 })
    expect(back.map(({ mes, is_system, extra, swipes }) => [mes, is_system, extra, swipes])).toEqual([
      ['One.', false, {}, ['Other.', 'One.']],
      ['It rains.', false, { type: 'narrator' }, undefined],
      ['Unheard.', true, {}, undefined],
    ])
  })

  it('Everkin’s own JSON comes back with its branches, its note and its memory', async () => {
    const { data: first } = await importFile(
      fileOf([HEAD, said('kept', { swipes: ['left', 'kept'], swipe_id: 1 }), own('so'), narrator('A day passes.')]),
    )
    const chat_id = first.chat.id
    await person.call('POST /api/chat/rename', { body: { chat_id, title: 'A quiet week' } })
    await person.call('POST /api/chat/settings', { body: { chat_id, note: { text: 'Calm.', depth: 1 } } })
    const facts = [
      { text: 'Mara likes rain.', pinned: true },
      { text: 'Ilse owns a shop.', pinned: false },
    ]
    await person.call('POST /api/chat/saveMemory', { body: { chat_id, summary: 'They met.', facts } })
    const file = await exported(chat_id, 'json')
    const { code, data } = await importFile(file)
    expect(code).toBe(1)
    expect(data).toMatchObject({ messages: 3, versions: 1, narration: 1, note: true, facts: 2, warning_count: 0 })
    expect(data.chat).toMatchObject({ title: 'A quiet week', card: { id: 'ilse' } })
    expect(data.chat.id).not.toBe(chat_id)
    const memory = await person.call('GET /api/chat/memory', { query: { chat_id: data.chat.id } })
    expect(memory.data.summary).toBe('They met.')
    expect(memory.data.facts.map(({ text, pinned }) => [text, pinned])).toEqual([
      ['Mara likes rain.', true],
      ['Ilse owns a shop.', false],
    ])
    const withoutIds = (json: string) => {
      const { messages, title, note } = JSON.parse(json) as Record<string, Record<string, unknown>[]> // our own file
      return { title, note, messages: messages?.map(({ id: _, parent_id: __, ...rest }) => rest) }
    }
    expect(withoutIds(await exported(data.chat.id, 'json'))).toEqual(withoutIds(file))
    // Formatted again by another program, and without what this server wrote.
    const { messages } = JSON.parse(file) as { messages: object[] } // our own file
    const again = await importFile(JSON.stringify({ title: 'x', card: { name: 'Ilse Marlow' }, messages }, null, 4))
    expect(again.data).toMatchObject({ messages: 3, versions: 1, facts: 0 })
  })

  it('a file is imported once where that is asked for', async () => {
    const file = fileOf([HEAD, own('Once.')])
    const { data: first } = await importFile(file, { skip_existing: 'true' })
    const { data: second } = await importFile(file, { skip_existing: 'true' })
    expect([first.existing, second.existing, second.chat.id]).toEqual([false, true, first.chat.id])
    expect((await importFile(file, { skip_existing: 'true', card_id: 'bram' })).data.existing).toBe(false)
    expect((await importFile(file)).data.existing).toBe(false)
    await person.call('POST /api/chat/delete', { body: { chat_id: first.chat.id } })
  })

  it('broken trees and hostile fields of Everkin’s JSON are left out', async () => {
    const node = (seq: number, parent: number | null, text: unknown, more: object = {}) => ({
      id: `x-${seq.toString(36)}`,
      parent_id: parent === null ? null : `x-${parent.toString(36)}`,
      role: 'user',
      active: true,
      text,
      created_at: 'never',
      ...more,
    })
    const messages = [
      node(1, null, 'root'),
      node(2, 2, 'its own parent'),
      node(1, null, 'twice'),
      node(3, 1, '', { role: 'character', speaker: 'Ilse Marlow' }),
      node(5, 3, 'after an empty one'),
      node(6, 4, 'an orphan', { active: false }),
      node(7, 1, 'x', { role: 'operator' }),
      node(8, 1, 7),
      null,
    ]
    const head = { title: 'a\nb', note: { text: 'n', depth: 10 ** 9 }, memory: { summary: 7, facts: [7, { text: 7 }] } }
    const { code, data } = await importFile(JSON.stringify({ ...head, messages }, null, 1))
    expect(code).toBe(1)
    expect(data).toMatchObject({ messages: 2, versions: 1, facts: 0, note: true, chat: { title: 'a b' } })
    expect(data.warnings.filter(({ kind }) => kind === 'unreadable')).toHaveLength(5)
    expect((await messagesOf(data.chat.id)).map(({ text }) => text)).toEqual(['root', 'after an empty one'])
    for (const text of ['{"messages": [', '{\n"messages": [\n]\n}', '{\n "messages": [\n nothing\n ]\n}'])
      expect((await importFile(text)).code).not.toBe(1)
  })

  it('says how many pictures and thoughts of Everkin’s JSON it leaves out', async () => {
    const node = (seq: number, more: object) => ({
      id: `x-${seq}`,
      parent_id: seq === 1 ? null : `x-${seq - 1}`,
      active: true,
      role: 'user',
      text: '',
      ...more,
    })
    const messages = [
      node(1, { role: 'character', speaker: 'Ilse Marlow', text: 'Well?', reasoning: 'What now?' }),
      node(2, { text: 'Look.', pictures: ['a', 'b'], picture_text: 'Two boats.' }),
      node(3, { pictures: ['c'], picture_text: 'A third boat.' }),
    ]
    const { data } = await importFile(JSON.stringify({ title: 'Boats', messages }, null, 1))
    expect(data.left_out).toEqual([
      { kind: 'reasoning', count: 1 },
      { kind: 'pictures', count: 3 },
    ])
  })

  it('B1, B6: neither a note nor a branch of a file escapes moderation', async () => {
    const note = { note_prompt: 'Ilse Marlow is 15 years old.', note_interval: 1 }
    expect((await importFile(fileOf([{ ...HEAD, chat_metadata: note }, own('Hello')]))).code).toBe(1011)
    const node = (id: string, parent_id: string | null, text: string) => ({ id, parent_id, text, role: 'user' })
    const messages = [node('x-1', null, '[[minor-cue]]'), node('x-2', 'x-1', '[[sexual-cue]]')]
    expect((await importFile(JSON.stringify({ messages }, null, 1))).code).toBe(1011)
  })

  it('reads UTF-16 and says where characters are damaged', async () => {
    const text = fileOf([HEAD, own('Grüße')])
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    const { data } = await importFile(utf16)
    expect((await messagesOf(data.chat.id)).map((message) => message.text)).toEqual(['Grüße'])
    const latin = new Uint8Array(Buffer.from(text, 'latin1'))
    expect((await importFile(latin)).data.warnings).toEqual([{ line: 2, kind: 'encoding' }])
  })
})

import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { ImportedChat } from './import-chat.ts'
import { parseChatFile } from './parse-chat-file.ts'
import { parseSendDate } from './tavern-format.ts'

const HEAD = { user_name: 'unused', character_name: 'unused', chat_metadata: { integrity: 'x' } }

interface Line {
  name: string
  is_user: boolean
  mes: string
  swipes?: string[]
  swipe_id?: number
  [key: string]: unknown
}
const fileOf = (lines: readonly unknown[], end = '\n') => lines.map((line) => JSON.stringify(line)).join(end)

describe.each(testDatabaseKinds)('chats as files on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  const model = createFakeTextModel({ reply: () => ({ parts: ['Mind the step.'] }) })
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
  })

  const headers = (who: TestPerson) => ({ 'user-token': who.token, authorization: `Bearer ${who.secret}` })
  const importFile = async (file: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([file]), 'chat.jsonl')
    const reply = await fetch(`${server.origin}/api/chat/importChat`, {
      method: 'POST',
      headers: headers(person),
      body: form,
    })
    return (await reply.json()) as { code: number; msg: string; data: ImportedChat } // the envelope
  }
  const exported = async (chatId: string, format: string, scope = 'path', who = person) => {
    const reply = await fetch(
      `${server.origin}/api/chat/exportChat?chat_id=${chatId}&format=${format}&scope=${scope}`,
      { headers: headers(who) },
    )
    return {
      type: reply.headers.get('content-type'),
      name: reply.headers.get('content-disposition'),
      text: await reply.text(),
    }
  }
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  const chatCount = async () => (await person.call('GET /api/chat/list')).data.list.length

  it('imports a chat with its variants, finds its character by name, and reports what it read', async () => {
    const { code, data } = await importFile(
      fileOf([
        HEAD,
        {
          name: 'ilse marlow',
          is_user: false,
          is_system: false,
          send_date: 'June 19, 2023 4:13pm',
          mes: 'You’re late.',
          extra: {},
        },
        { name: 'Mara', is_user: true, mes: 'I know.', send_date: '2023-6-19 @16h 14m 2s 120ms', odd: { key: 1 } },
        {
          name: 'Ilse Marlow',
          is_user: false,
          mes: 'Second',
          swipes: ['First', 'Second', ''],
          swipe_id: 1,
          send_date: '2023-06-19T16:15:00.000Z',
        },
      ]),
    )
    expect(code).toBe(1)
    expect(data).toMatchObject({
      messages: 3,
      versions: 1,
      warning_count: 0,
      chat: { card: { id: 'ilse' }, unread: 0 },
    })
    const { data: page } = await person.call('GET /api/chat/getMessages', { query: { chat_id: data.chat.id } })
    expect(page.list.map(({ role, text, created_at }) => [role, text, created_at])).toEqual([
      ['character', 'You’re late.', '2023-06-19T16:13:00.000Z'],
      ['user', 'I know.', '2023-06-19T16:14:02.120Z'],
      ['character', 'Second', '2023-06-19T16:15:00.000Z'],
    ])
    expect(page.list[2]!.variant).toMatchObject({ index: 1, count: 2 })
    // The imported chat continues like any other.
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: data.chat.id, client_id: randomUUID(), text: 'And now?' })
    expect((await live.next('message.completed')).message.text).toBe('Mind the step.')
  })

  it('export(import(x)) keeps texts, order, speakers, dates and variants', { timeout: 60_000 }, async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .map((value) => value.toWellFormed().replaceAll('\0', ''))
      .filter((value) => value.trim() !== '')
    const message = fc.record({
      isUser: fc.boolean(),
      versions: fc.array(text, { minLength: 1, maxLength: 4 }),
      shown: fc.nat(3),
    })
    const property = fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), async (messages) => {
      const lines = messages.map(({ isUser, versions, shown }, index): Line => {
        const id = shown % versions.length
        const swipes = versions.length > 1 ? { swipes: versions, swipe_id: id } : {}
        const send_date = new Date(Date.UTC(2024, 0, 1, 0, index)).toISOString()
        return { name: isUser ? 'Mara' : 'Ilse Marlow', is_user: isUser, mes: versions[id]!, send_date, ...swipes }
      })
      const { data, code } = await importFile(fileOf([HEAD, ...lines]), { card_id: 'ilse' })
      expect(code).toBe(1)
      const [head, ...back] = linesOf((await exported(data.chat.id, 'jsonl')).text)
      expect(head).toMatchObject({ user_name: 'Mara', character_name: 'Ilse Marlow', chat_metadata: {} })
      const plain = ({ name, is_user, mes, swipes, swipe_id, send_date }: Line) => ({
        name,
        is_user,
        mes,
        send_date,
        ...(swipes && { swipes, swipe_id }),
      })
      expect(back.map(plain)).toEqual(lines)
    })
    await fc.assert(property, { numRuns: 25 })
  })

  it('parses leniently and reports what it left out', async () => {
    const file = [
      `\uFEFF${JSON.stringify({ user_name: 'Mara', character_name: 'Bram Castellan', create_date: '2023' })}`,
      '{ broken',
      '[1, 2]',
      JSON.stringify({ name: 'Mara', is_user: true, mes: '  ' }),
      JSON.stringify({ name: 'Mara', is_user: true, mes: 'a\u0000b', send_date: 'some day' }),
      '',
      JSON.stringify({
        name: 'Bram Castellan',
        is_user: false,
        mes: { message: 'nested' },
        swipes: [{ message: 'nested' }, 7],
        send_date: 1_700_000_000_000,
      }),
      JSON.stringify({ name: 'Bram Castellan', is_user: false, mes: 'x'.repeat(40_000), send_date: 1_700_000_000 }),
      JSON.stringify({
        name: 'System',
        is_user: false,
        is_system: true,
        mes: 'A day passes.',
        send_date: 1_700_000_001,
        extra: { type: 'narrator' },
      }),
    ].join('\r\n')
    const { data } = await importFile(file)
    expect(data.chat.card.id).toBe('bram')
    expect(data.warnings).toEqual([
      { line: 2, kind: 'unreadable' },
      { line: 3, kind: 'unreadable' },
      { line: 4, kind: 'empty' },
      { line: 5, kind: 'date' },
      { line: 8, kind: 'cut' },
    ])
    const { data: page } = await person.call('GET /api/chat/getMessages', { query: { chat_id: data.chat.id } })
    expect(page.list.map(({ role, text }) => [role, text.length > 40 ? text.length : text])).toEqual([
      ['user', 'ab'],
      ['character', 'nested'],
      ['character', 32_000],
      ['system', 'A day passes.'],
    ])
  })

  it.each([
    ['an empty file', '', 1007],
    ['no JSON', 'once upon a time', 1007],
    ['a picture', new Uint8Array([137, 80, 78, 71, 13, 10, 0, 1, 2, 255]), 1007],
    ['a head alone', fileOf([HEAD]), 1000],
    ['nobody’s name', fileOf([HEAD, { name: 'Nobody Atall', is_user: false, mes: 'Hi' }]), 1000],
  ] as const)('refuses %s and stores nothing', async (_name, file, code) => {
    expect((await importFile(file as string)).code).toBe(code)
    expect(await chatCount()).toBe(0)
  })

  it('rejects a file that is too large, and a card that does not exist', async () => {
    expect((await importFile(new Uint8Array(17 * 1024 * 1024))).code).toBe(1006)
    expect((await importFile(fileOf([{ name: 'a', is_user: true, mes: 'b' }]), { card_id: 'no-such-card' })).code).toBe(
      1003,
    )
  })

  it('B6: one hit on the safety of minors rejects the whole file and stores none of it', async () => {
    const lines = [HEAD, { name: 'Mara', is_user: true, mes: 'Hello' }]
    const hit = {
      name: 'Ilse Marlow',
      is_user: false,
      mes: 'Hm',
      swipes: ['Hm', '[[minor-cue]] and [[sexual-cue]]'],
      swipe_id: 0,
    }
    const { code, data } = await importFile(fileOf([...lines, hit]), { card_id: 'ilse' })
    expect([code, (data as unknown as { category: string }).category]).toEqual([1011, 'minor_safety'])
    expect(await chatCount()).toBe(0)
    const split = [
      { name: 'Mara', is_user: true, mes: '[[minor-cue]]' },
      { name: 'Ilse Marlow', is_user: false, mes: '[[sexual-cue]]' },
    ]
    expect((await importFile(fileOf([...lines, ...split]), { card_id: 'ilse' })).code).toBe(1011)
  })

  it('exports a chat for reading and as its tree, only to its owner', async () => {
    const { data } = await importFile(
      fileOf([
        HEAD,
        { name: 'Ilse Marlow', is_user: false, mes: 'kept', swipes: ['left', 'kept'], swipe_id: 1 },
        { name: 'Mara', is_user: true, mes: 'so' },
      ]),
    )
    const markdown = await exported(data.chat.id, 'markdown')
    expect(markdown.type).toContain('text/markdown')
    expect(markdown.name).toMatch(/filename="everkin-chat-[\d-]+-\w{6}\.md"/)
    expect(markdown.text).toMatch(
      /^# Ilse Marlow\n\n\*.+\*\n\n\*\*Ilse Marlow\*\* · .+ UTC\n\nkept\n\n\*\*Mara\*\* · .+ UTC\n\nso\n$/,
    )
    const texts = (json: string) =>
      (JSON.parse(json) as { messages: { text: string }[] }).messages.map((one) => one.text)
    expect(texts((await exported(data.chat.id, 'json')).text)).toEqual(['kept', 'so'])
    expect(texts((await exported(data.chat.id, 'json', 'branches')).text)).toEqual(['left', 'kept', 'so'])
    const stranger = await server.signIn()
    expect(JSON.parse((await exported(data.chat.id, 'json', 'path', stranger)).text)).toMatchObject({ code: 1003 })
    expect(JSON.parse((await exported(data.chat.id, 'word')).text)).toMatchObject({ code: 1000 })
  })
})

describe('parsing a chat file', () => {
  it.each([
    ['2023-5-4 @4h 3m 2s 9ms', '2023-05-04T04:03:02.009Z'],
    ['2025-07-18@11h00m07s', '2025-07-18T11:00:07.000Z'],
    ['August 1, 2024 12:05am', '2024-08-01T00:05:00.000Z'],
    ['Aug 1, 2024 12:05 PM', '2024-08-01T12:05:00.000Z'],
    ['2026-10-05T07:00:00.000Z', '2026-10-05T07:00:00.000Z'],
    ['2026-10-05T07:00:00+02:00', '2026-10-05T05:00:00.000Z'],
    ['2026-10-05 07:00:00', '2026-10-05T07:00:00.000Z'],
    ['1700000000000', '2023-11-14T22:13:20.000Z'],
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    ['yesterday', null],
    ['0001-01-01', null],
    [Number.NaN, null],
    [null, null],
  ])('%s was written at %s', (value, iso) => {
    expect(parseSendDate(value)?.toISOString() ?? null).toBe(iso)
  })

  it('always finishes, whatever the bytes are, with a result that can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{"mes":"\\ud800 x"}'))),
        async (parts) => {
          const { messages } = await parseChatFile(parts.join('\n'))
          for (const { versions, shown } of messages) {
            expect(versions[shown]!.text.trim()).not.toBe('')
            for (const { text } of versions) expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
          }
        },
      ),
    )
  })
})

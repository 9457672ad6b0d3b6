import { LIMITS } from '@everkin/contract/limits.ts'
import { HOSTILE_LOREBOOKS } from '@everkin/testing/hostile-lorebook.ts'
import { textOfLength, WORST_TEXTS, worstInput } from '@everkin/testing/worst-values.ts'
import { ALL_OPERATIONS, sleep, type WorstClient } from './worst-client.ts'

/** One input, and the operation that it goes to. Rows run in their order; later ones use what earlier ones made. */
export interface WorstRow {
  operation: string
  input: string
  /** Sends the input; returns the code of the reply, if there is one. */
  run(client: WorstClient, made: MadeIds): Promise<number | null>
}

/** Ids of what the rows have made, by the name of the field that takes them. */
export type MadeIds = Record<string, string>

/** They would end the session or the account. */
const LEFT_OUT = new Set([
  'POST /api/account/delete',
  'POST /api/account/logout',
  'POST /api/account/emailLogin',
  'POST /api/user/profile',
])

const WORDS = WORST_TEXTS['short words'] ?? ''
const DIFFERENT = WORST_TEXTS['different words'] ?? ''

/** The largest input of every operation, from its schema, with each kind of text. */
function rowsOfContract(): WorstRow[] {
  const rows = ALL_OPERATIONS.flatMap((operation): WorstRow[] => {
    const call = `${operation.method} ${operation.path}`
    if (LEFT_OUT.has(call) || operation.upload || operation.signedBy) return []
    const takesText = Boolean(operation.body ?? operation.query)
    return Object.entries(takesText ? WORST_TEXTS : { nothing: ' ' }).map(([input, unit]) => ({
      operation: call,
      input,
      run: async (client, made) => {
        const query = worstInput(operation.query, unit, made, true)
        const body = worstInput(operation.body, unit, made, false)
        return (await client.call(call, { query, body })).code
      },
    }))
  })
  // What deletes comes last, so that the others find something.
  const isDeletion = ({ operation }: WorstRow) => /delete|leave|revoke/i.test(operation)
  return [
    saveRow('for the rows that follow', {}, 'id'),
    startChat,
    ...rows.toSorted((one, other) => Number(isDeletion(one)) - Number(isDeletion(other))),
  ]
}

const startChat: WorstRow = {
  operation: 'POST /api/chat/start',
  input: 'for the rows that follow',
  run: async (client, made) => {
    const { code, data } = await client.call('POST /api/chat/start', { body: { card_id: made.id } })
    Object.assign(made, { card_id: made.id, chat_id: data.id })
    return code
  },
}

const CARD_FIELDS = { name: 'Worst', tagline: 'A lamp.', age: 30, language: 'en', rating: 'sfw', visibility: 'private' }
const SAVE_CARD = 'POST /api/chat.Single/saveCard'

function saveRow(input: string, card: object, as = 'card'): WorstRow {
  return {
    operation: SAVE_CARD,
    input,
    run: async (client, made) => {
      const { code, data } = await client.call(SAVE_CARD, { body: { ...CARD_FIELDS, ...card } })
      if (data.id !== undefined) made[as] = data.id
      return code
    },
  }
}

const MIB = 900 * 1024
const entriesOf = (unit: string) =>
  Array.from({ length: LIMITS.loreEntries }, (_, at) => ({ keys: [`k${at}`], content: textOfLength(unit, 400, 400) }))

/** Cards of a MiB: one text, thousands of texts, and text in every field. */
function rowsOfCards(): WorstRow[] {
  return Object.entries(WORST_TEXTS).flatMap(([input, unit]) => [
    saveRow(`one text of ${input}`, { definition: { extensions: { note: textOfLength(unit, MIB, MIB) } } }),
    saveRow(`a lorebook of ${input}`, { definition: { character_book: { entries: entriesOf(unit) } } }),
    saveRow(`greetings of ${input}`, {
      definition: {
        first_mes: textOfLength(unit, 60_000, 60_000),
        alternate_greetings: Array.from({ length: 13 }, () => textOfLength(unit, 60_000, 60_000)),
      },
    }),
    {
      operation: 'POST /api/making/testReply',
      input: `a card and forty lines of ${input}`,
      run: async (client) => {
        const card = { ...CARD_FIELDS, definition: { extensions: { note: textOfLength(unit, MIB / 2, MIB / 2) } } }
        const line = textOfLength(unit, LIMITS.messageLength, 10_000)
        const messages = Array.from({ length: 40 }, () => ({ role: 'user', text: line }))
        return (await client.call('POST /api/making/testReply', { body: { card, messages } })).code
      },
    },
  ])
}

/** What can be done with the last card that was saved. */
function rowsOfSavedCard(): WorstRow[] {
  const calls: [string, 'query' | 'body', object][] = [
    ['POST /api/making/duplicateCard', 'body', {}],
    ['GET /api/making/card', 'query', {}],
    ['GET /api/making/versions', 'query', {}],
    ['GET /api/making/version', 'query', { number: 1 }],
    ['POST /api/making/restoreVersion', 'body', { number: 1 }],
    ['GET /api/chat.Single/exportCard', 'query', { format: 'json' }],
    ['GET /api/chat.Single/exportCard', 'query', { format: 'png' }],
    ['GET /api/chat.Single/exportInfo', 'query', {}],
    ['GET /api/chat.Single/exportLorebook', 'query', {}],
  ]
  const change: WorstRow = {
    operation: SAVE_CARD,
    input: 'a change of a large card',
    run: async (client, { card = '' }) =>
      (await client.call(SAVE_CARD, { body: { id: card, definition: { description: 'Changed.' } } })).code,
  }
  return [
    change,
    ...calls.map(([operation, part, more]) => ({
      operation,
      input: 'a large card',
      run: async (client: WorstClient, { card = '' }: MadeIds) =>
        (await client.call(operation, { [part]: { id: card, ...more } })).code,
    })),
    ...Array.from(
      { length: 12 },
      (_, at): WorstRow => ({
        operation: 'POST /api/making/saveDraft',
        input: `a draft of a MiB, number ${at + 1}`,
        run: async (client) => {
          const content = { name: 'Draft', note: textOfLength(DIFFERENT, MIB, MIB) }
          return (await client.call('POST /api/making/saveDraft', { body: { type: 'single', content } })).code
        },
      }),
    ),
    {
      operation: 'GET /api/making/drafts',
      input: 'many large drafts',
      run: async (client) => (await client.call('GET /api/making/drafts')).code,
    },
    {
      operation: 'GET /api/user/chatCardList',
      input: 'many large cards',
      run: async (client) =>
        (await client.call('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 } })).code,
    },
  ]
}

/** Lines of a SillyTavern chat. */
function chatFile(messages: number, textAt: (index: number) => string): Uint8Array {
  const head = JSON.stringify({ user_name: 'Mara', character_name: 'Worst', chat_metadata: {} })
  const lines = Array.from({ length: messages }, (_, at) =>
    JSON.stringify({ name: at % 2 ? 'Worst' : 'Mara', is_user: at % 2 === 0, mes: textAt(at) }),
  )
  return new TextEncoder().encode([head, ...lines].join('\n'))
}

/** A chat as Everkin exports it, with as many facts as a chat may have. */
function everkinFile(messages: number, textAt: (at: number) => string): Uint8Array {
  const facts = Array.from({ length: LIMITS.facts }, (_, at) => ({ text: textOfLength(`${at} ${WORDS}`, 500) }))
  const head = JSON.stringify({ title: 'Worst', memory: { facts } }, null, 1).slice(0, -2)
  const lines = Array.from({ length: messages }, (_, at) =>
    JSON.stringify({
      id: `x-${(at + 1).toString(36)}`,
      parent_id: at === 0 ? null : `x-${at.toString(36)}`,
      active: true,
      role: at % 2 ? 'character' : 'user',
      text: textAt(at),
    }),
  )
  return new TextEncoder().encode(`${head},\n "messages": [\n${lines.join(',\n')}\n ]\n}\n`)
}

const IMPORT_CHAT = 'POST /api/chat/importChat'

function importRow(input: string, card: string, file: () => Uint8Array, as = 'chat_id'): WorstRow {
  return {
    operation: IMPORT_CHAT,
    input,
    run: async (client, made) => {
      const { code, data } = await client.upload(IMPORT_CHAT, { card_id: made[card] ?? 'ilse' }, file())
      if (data.chat) made[as] = data.chat.id
      return code
    },
  }
}

/** The hostile lorebooks as a person's own: each saved for all chats, then all of them in one chat. */
function rowsOfOwnLorebooks(): WorstRow[] {
  const own = Object.entries(HOSTILE_LOREBOOKS).map(
    ([input, { book }]): WorstRow => ({
      operation: 'POST /api/lorebook/save',
      input,
      run: async (client, made) => {
        const body = { name: input.slice(0, LIMITS.nameLength), content: cutBook(book), all_chats: true }
        const { code, data } = await client.call('POST /api/lorebook/save', { body })
        if (data?.id) made.lorebook = data.id
        return code
      },
    }),
  )
  const read = (operation: string): WorstRow => ({
    operation,
    input: 'a book of a MiB',
    run: async (client, { lorebook = '' }) => (await client.call(operation, { query: { id: lorebook } })).code,
  })
  return [
    ...own,
    read('GET /api/lorebook/get'),
    read('GET /api/lorebook/export'),
    ...rowsOfChat('every hostile lorebook at once'),
  ]
}

/** Each hostile lorebook: tested, saved, and in a chat with fifty messages that trigger it. */
function rowsOfLorebooks(): WorstRow[] {
  return Object.entries(HOSTILE_LOREBOOKS).flatMap(([input, { book, text }]): WorstRow[] => [
    {
      operation: 'POST /api/making/testLorebook',
      input,
      run: async (client) =>
        (await client.call('POST /api/making/testLorebook', { body: { character_book: book, text } })).code,
    },
    saveRow(`lorebook: ${input}`, { definition: { character_book: cutBook(book) } }, 'lore_card'),
    importRow(`a chat with the lorebook: ${input}`, 'lore_card', () =>
      chatFile(50, (at) => `${text.slice(0, 7990)}${at}`),
    ),
    ...rowsOfChat(`lorebook: ${input}`),
  ])
}

/** Every entry is stored with about this many bytes that the test data leave out: its order, its position … */
const ENTRY_DEFAULTS_BYTES = 200

/** A card takes fewer entries than the body of a call, and no more than a MiB with their defaults. */
function cutBook(book: object): object {
  let size = 0
  const entries = 'entries' in book && Array.isArray(book.entries) ? book.entries.slice(0, LIMITS.loreEntries) : []
  const fitting = entries.filter((entry) => {
    size += JSON.stringify(entry).length + ENTRY_DEFAULTS_BYTES
    return size <= MIB
  })
  return { ...book, entries: fitting }
}

/** What can be done in the last chat that was made. */
function rowsOfChat(input: string): WorstRow[] {
  const read = (operation: string): WorstRow => ({
    operation,
    input,
    run: async (client, { chat_id = '' }) => (await client.call(operation, { query: { chat_id } })).code,
  })
  return [
    read('GET /api/chat/prompt'),
    read('GET /api/chat/memory'),
    {
      operation: 'frame message.send',
      input,
      run: async (client, made) => {
        const { chat_id = '' } = made
        const text = textOfLength(WORDS, 100)
        await client.frame({ type: 'message.send', chat_id, client_id: crypto.randomUUID(), text }, 'message.completed')
        const { data } = await client.call('GET /api/chat/getMessages', { query: { chat_id } })
        const last = data.list?.at(-1)?.id
        if (last !== undefined) made.message_id = last
        return null
      },
    },
    {
      operation: 'GET /api/chat/receipt',
      input,
      run: async (client, { chat_id = '', message_id = '' }) =>
        (await client.call('GET /api/chat/receipt', { query: { chat_id, message_id } })).code,
    },
  ]
}

/** Preset files with as many fields, stop strings or levels as fit. */
function rowsOfPresetFiles(): WorstRow[] {
  const length = LIMITS.presetFileLength
  const many = (item: (at: number) => string) => {
    const items: string[] = []
    for (let size = 200; size < length; ) {
      const next = item(items.length)
      items.push(next)
      size += next.length + 1
    }
    return items.join(',')
  }
  const files = {
    'many fields': `{"temp": 1, ${many((at) => `"f${at}": 1`)}}`,
    'many fields that are off': `{"temp": 1, ${many((at) => `"f${at}": ""`)}}`,
    'many stop strings': `{"temp": 1, "custom_stopping_strings": [${many((at) => `"s${at}"`)}]}`,
    'many levels': `{"temp": ${'['.repeat(length / 2 - 10)}${']'.repeat(length / 2 - 10)}}`,
  }
  return Object.entries(files).map(([input, content]) => ({
    operation: 'POST /api/preset/read',
    input,
    run: async (client) =>
      (await client.call('POST /api/preset/read', { body: { file_name: 'worst.json', content } })).code,
  }))
}

/** Facts as long and as many as allowed, forgotten again and again, and then a long chat that is read for memory. */
function rowsOfMemory(): WorstRow[] {
  const save = (input: string, change: (made: MadeIds) => object): WorstRow => ({
    operation: 'POST /api/chat/saveMemory',
    input,
    run: async (client, made) => {
      const body = { chat_id: made.chat_id, ...change(made) }
      return (await client.call('POST /api/chat/saveMemory', { body })).code
    },
  })
  const factsOf = (round: number) =>
    Array.from({ length: LIMITS.facts }, (_, at) => ({
      text: textOfLength(`${round.toString(36)}${at.toString(36)} ${WORDS}`, LIMITS.factLength),
    }))
  const summary = textOfLength(DIFFERENT, LIMITS.summaryLength - 10)
  return [
    importRow('long messages', 'none', () => chatFile(400, () => textOfLength(WORDS, LIMITS.importedMessageLength))),
    ...Array.from({ length: 21 }, (_, at) => save(`summary ${at}`, () => ({ summary: `${at} ${summary}` }))),
    ...Array.from({ length: 4 }, (_, at) =>
      save(`500 facts, all before forgotten, round ${at + 1}`, () => ({ forget_all: true, facts: factsOf(at) })),
    ),
    {
      operation: 'POST /api/chat/saveMemory',
      input: '500 facts deleted one by one',
      run: async (client, { chat_id = '' }) => {
        const { data } = await client.call('GET /api/chat/memory', { query: { chat_id } })
        const facts = (data.facts ?? []).map(({ id }) => ({ id, deleted: true }))
        return (await client.call('POST /api/chat/saveMemory', { body: { chat_id, facts } })).code
      },
    },
    ...rowsOfChat('a thousand forgotten facts'),
    {
      operation: 'job memory.read',
      input: 'long messages and a thousand forgotten facts',
      // The job starts some seconds after the last change.
      run: async () => {
        await sleep(20_000)
        return null
      },
    },
  ]
}

/** Chat files of 16 MiB, and the tools of a long chat. */
function rowsOfImports(): WorstRow[] {
  const tools: [string, object][] = [
    ['POST /api/chat/search', { q: 'a b c d e f g h' }],
    ['POST /api/chat/search', { q: 'w1 w2' }],
  ]
  return [
    importRow('500 long messages of disguised words', 'none', () =>
      chatFile(480, () => textOfLength(WORST_TEXTS['spelled and disguised words'] ?? '', LIMITS.importedMessageLength)),
    ),
    importRow('many messages of different words', 'none', () =>
      chatFile(19_000, (at) => textOfLength(DIFFERENT.slice((at * 37) % 10_000), 780)),
    ),
    importRow('lines that are not messages', 'none', () => chatFile(0, () => ''), 'none'),
    importRow('our own JSON: one long path with many facts', 'none', () =>
      everkinFile(19_000, (at) => textOfLength(DIFFERENT.slice((at * 37) % 10_000), 600)),
    ),
    importRow('our own JSON on a single line', 'none', () =>
      new TextEncoder().encode(`{"messages":[${'1,'.repeat(7_900_000)}1]}`),
    ),
    {
      operation: IMPORT_CHAT,
      input: 'nothing but line ends',
      run: async (client) =>
        (await client.upload(IMPORT_CHAT, { card_id: 'ilse' }, new Uint8Array(16 * 1024 * 1024).fill(10))).code,
    },
    ...tools.map(
      ([operation, body]): WorstRow => ({
        operation,
        input: 'a long chat',
        run: async (client, { chat_id }) => (await client.call(operation, { body: { chat_id, ...body } })).code,
      }),
    ),
    ...(['markdown', 'json', 'jsonl'] as const).map(
      (format): WorstRow => ({
        operation: 'GET /api/chat/exportChat',
        input: `a long chat as ${format}`,
        run: async (client, { chat_id = '' }) =>
          (await client.call('GET /api/chat/exportChat', { query: { chat_id, format, scope: 'branches' } })).code,
      }),
    ),
    {
      operation: 'GET /api/chat/tree',
      input: 'a long chat',
      run: async (client, { chat_id = '' }) =>
        (await client.call('GET /api/chat/tree', { query: { chat_id, limit: 400 } })).code,
    },
    ...rowsOfChat('a long chat'),
    {
      operation: 'POST /api/chat/branch',
      input: 'a long chat',
      run: async (client, { chat_id = '', message_id = '' }) =>
        (await client.call('POST /api/chat/branch', { body: { chat_id, message_id } })).code,
    },
  ]
}

/** Files of characters, as large as a body and as large as a file may be. */
function rowsOfFiles(): WorstRow[] {
  const cardFile = (data: object) =>
    new TextEncoder().encode(JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data }))
  const upload = (operation: string, input: string, file: () => Uint8Array): WorstRow => ({
    operation,
    input,
    run: async (client) => (await client.upload(operation, {}, file())).code,
  })
  const importCard = 'POST /api/chat.Single/importCard'
  return [
    upload(importCard, 'a lorebook of short words', () =>
      cardFile({ name: 'Worst', character_book: { entries: entriesOf(WORDS) } }),
    ),
    upload(importCard, 'one text of different words', () =>
      cardFile({
        name: 'Worst',
        description: textOfLength(DIFFERENT, 60_000),
        extensions: { x: textOfLength(DIFFERENT, MIB) },
      }),
    ),
    upload(importCard, '50 MB of spaces', () => new Uint8Array(49_000_000).fill(32)),
    upload('POST /api/chat.Single/importLorebook', 'a lorebook of short words', () =>
      new TextEncoder().encode(JSON.stringify({ spec: 'lorebook_v3', data: { entries: entriesOf(WORDS) } })),
    ),
    {
      operation: 'POST /api/common/upload',
      input: 'random bytes',
      run: async (client) =>
        (
          await client.upload(
            'POST /api/common/upload',
            { purpose: 'card' },
            crypto.getRandomValues(new Uint8Array(60_000)),
          )
        ).code,
    },
  ]
}

/** Frames as large as the contract allows. */
function rowsOfFrames(): WorstRow[] {
  return [
    {
      operation: 'frame sync',
      input: '200 chats',
      run: async (client, { chat_id = '', message_id = '' }) => {
        const chats = Array.from({ length: 200 }, () => ({ chat_id, rev: 0 }))
        const streams = Array.from({ length: 50 }, () => ({ message_id, offset: 0 }))
        await client.frame({ type: 'sync', user_rev: 0, chats, streams }, 'synced')
        return null
      },
    },
    {
      operation: 'frame message.edit',
      input: 'a long message',
      run: async (client, { chat_id = '', message_id = '' }) => {
        const text = textOfLength(WORDS, LIMITS.messageLength)
        await client.frame({ type: 'message.edit', chat_id, message_id, text }, 'message.updated')
        return null
      },
    },
  ]
}

/** Rows by group, in the order in which they run. */
export const ROW_GROUPS: Readonly<Record<string, () => WorstRow[]>> = {
  lorebooks: () => [...rowsOfLorebooks(), ...rowsOfOwnLorebooks()],
  cards: () => [...rowsOfCards(), ...rowsOfSavedCard()],
  files: rowsOfFiles,
  memory: rowsOfMemory,
  imports: rowsOfImports,
  presets: rowsOfPresetFiles,
  frames: rowsOfFrames,
  contract: rowsOfContract,
  /** A few of the others, for every test run. */
  heaviest: () => [
    saveRow('a lorebook of short words', { definition: { character_book: { entries: entriesOf(WORDS) } } }),
    ...rowsOfLorebooks().filter(({ input }) => input.endsWith('Han, with case and without')),
    ...rowsOfMemory().slice(-9),
  ],
}

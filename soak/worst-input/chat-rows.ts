import { excessOfEdit } from '@everkin/contract/edit-limit.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { textOfLength, WORST_TEXTS } from '@everkin/testing/worst-values.ts'
import { DIFFERENT, WORDS, type WorstRow } from './worst-row.ts'

/** Lines of a SillyTavern chat. */
export function chatFile(messages: number, textAt: (index: number) => string): Uint8Array {
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

export function importRow(input: string, card: string, file: () => Uint8Array, as = 'chat_id'): WorstRow {
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

/** What can be done in the last chat that was made. */
export function rowsOfChat(input: string): WorstRow[] {
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

/** Chat files of 16 MiB, and the tools of a long chat. */
export function rowsOfImports(): WorstRow[] {
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

/** Frames as large as the contract allows. */
export function rowsOfFrames(): WorstRow[] {
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
    ...Object.entries(WORST_TEXTS).map(([name, unit]) => editImportedRow(name, unit)),
  ]
}

/** An import may be longer than what people may write, and is edited up to its own length. */
function editImportedRow(name: string, unit: string): WorstRow {
  return {
    operation: 'frame message.edit',
    input: `an imported message: ${name}`,
    run: async (client) => {
      const text = textOfLength(unit, LIMITS.importedMessageLength)
      const imported = await client.upload(
        IMPORT_CHAT,
        { card_id: 'ilse' },
        chatFile(2, () => text),
      )
      const chat_id = imported.data.chat?.id ?? ''
      const { data } = await client.call('GET /api/chat/getMessages', { query: { chat_id } })
      const message_id = data.list?.at(-1)?.id ?? ''
      let changed = `${text.slice(1)}x`
      for (let excess = 1; excess > 0; excess = excessOfEdit(changed, text.length)) changed = changed.slice(excess)
      await client.frame({ type: 'message.edit', chat_id, message_id, text: changed }, 'message.updated')
      return imported.code
    },
  }
}

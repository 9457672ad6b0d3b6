import { LIMITS } from '@everkin/contract/limits.ts'
import { HOSTILE_LOREBOOKS } from '@everkin/testing/hostile-lorebook.ts'
import { MIB, saveRow } from './card-rows.ts'
import { chatFile, importRow, rowsOfChat } from './chat-rows.ts'
import type { WorstRow } from './worst-row.ts'

/** The hostile lorebooks as a person's own: each saved for all chats, then all of them in one chat. */
export function rowsOfOwnLorebooks(): WorstRow[] {
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
export function rowsOfLorebooks(): WorstRow[] {
  return Object.entries(HOSTILE_LOREBOOKS).flatMap(([input, { book, text }]): WorstRow[] => [
    {
      operation: 'POST /api/editor/testLorebook',
      input,
      run: async (client) =>
        (await client.call('POST /api/editor/testLorebook', { body: { character_book: book, text } })).code,
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

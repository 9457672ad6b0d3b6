import { LIMITS } from '@everkin/contract/limits.ts'
import { textOfLength } from '@everkin/testing/worst-values.ts'
import { chatFile, importRow, rowsOfChat } from './chat-rows.ts'
import { sleep } from './worst-client.ts'
import { DIFFERENT, type MadeIds, WORDS, type WorstRow } from './worst-row.ts'

/** Facts as long and as many as allowed, forgotten again and again, and then a long chat that is read for memory. */
export function rowsOfMemory(): WorstRow[] {
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

import { storeLines } from '@everkin/testing/recall-conversation.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { loadChatContext } from './load-chat-context.ts'
import { recallSpoken } from './recall-queries.ts'

const LINES = 20

describe.each(testDatabaseKinds)('what was said on a path, on %s', (kind) => {
  let server: TestServer
  let chatId: string
  let path: readonly PathEntry[]
  let newest: number

  beforeAll(async () => {
    server = await startTestServer({ kind, model: createFakeTextModel() })
    const person = await server.signIn()
    chatId = await person.startChat()
    const { database, chats } = server.context
    const say = (name: string) =>
      storeLines(
        database,
        chatId,
        'ilse',
        Array.from({ length: LINES }, (_, at) => ({ role: at % 2 ? 'character' : 'user', text: `${name} ${at}` })),
      )
    const load = async () => {
      const { chat } = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
      return { leaf: chat.leafSeq, path: await chats.paths.read(database, chat) }
    }
    await say('shared')
    const { leaf } = await load()
    await say('left')
    newest = (await load()).leaf
    // The chat goes on from the middle, in a branch of its own.
    await database.query('update chat set leaf_seq = $2 where id = $1', [chatId, leaf])
    await say('right')
    path = (await load()).path
  })
  afterAll(() => server.end())

  it('is the same, however much of the path is loaded', async () => {
    const onPath = new Set(path.map(({ seq }) => seq))
    const anySeqs = fc.uniqueArray(fc.integer({ min: 1, max: newest + LINES }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(anySeqs, anySeqs, fc.nat(path.length - 1), async (asked, said, from) => {
        const found = await recallSpoken(server.context.database, chatId, path.slice(from), {
          asked,
          said,
          known: new Map(),
        })
        expect(asked.filter((seq) => found.onPath.has(seq))).toEqual(asked.filter((seq) => onPath.has(seq)))
        expect(found.said.filter(({ seq }) => onPath.has(seq)).map(({ seq, text }) => ({ seq, text }))).toEqual(
          path.filter(({ seq }) => said.includes(seq)).map(({ seq, text }) => ({ seq, text })),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('is not queried where the path contains it', async () => {
    const unreachable = { kind, query: () => Promise.reject(new Error('not to be queried')) }
    const seqs = path.map(({ seq }) => seq)
    const found = await recallSpoken(unreachable, chatId, path, { asked: seqs, said: seqs, known: new Map() })
    expect(found.said).toHaveLength(path.length)
  })

  it('is nothing of a hidden message', async () => {
    const hidden = path.map((entry) => ({ ...entry, hidden: true }))
    const seqs = path.map(({ seq }) => seq)
    const found = await recallSpoken(server.context.database, chatId, hidden, {
      asked: seqs,
      said: seqs,
      known: new Map(),
    })
    expect(found.said).toEqual([])
  })
})

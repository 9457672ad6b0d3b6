import { termHashes } from '@everkin/recall'
import { createRecallConversation, storeLines } from '@everkin/testing/recall-conversation.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../../providers/text-model/demo/demo-model.ts'
import { loadChatContext } from '../../chats/context/load-chat-context.ts'
import { messageId } from '../../chats/store/message-id.ts'
import type { EmbeddingModel } from '../embedding-model.ts'
import { enqueueIngest, INGEST_JOB, ingestJobKind } from './ingest-job.ts'

const { lines } = createRecallConversation(120, 'passages')
const TALK = [
  { role: 'user', text: 'The green zeppelin landed by the canal.' },
  { role: 'character', text: 'A zeppelin, of all things.' },
  { role: 'user', text: 'Nobody else saw that zeppelin.' },
  { role: 'character', text: 'The zeppelin had no pilot.' },
] as const

describe.each(testDatabaseKinds)('passages of a changed message on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  let person: TestPerson
  let chatId: string
  let seqs: number[]
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, model: createDemoModel() })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    chatId = await person.startChat()
    const { database } = server.context
    const [chat] = await database.query<{ next: number }>('select next_seq as next from chat where id = $1', [chatId])
    seqs = TALK.map((_, place) => chat!.next + place)
    await storeLines(database, chatId, 'ilse', TALK)
    await storeLines(database, chatId, 'ilse', lines)
  })

  const runJobs = async () => {
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
  }
  const readAll = async () => {
    await enqueueIngest(server.context, { chatId, personId: person.user.id })
    await runJobs()
  }
  const change = async (frame: object) => {
    const device = await person.connect()
    device.send({ ...frame, chat_id: chatId } as never) // any frame about a message
    await device.next('message.updated')
    device.close()
  }
  const hide = (seq: number, hidden: boolean) =>
    change({ type: 'message.hide', message_id: messageId(chatId, seq), hidden })
  async function recalled(): Promise<number[]> {
    const { chats, database } = server.context
    const context = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
    const text = 'What of the green zeppelin?'
    const own = { seq: context.chat.nextSeq, role: 'user' as const, speakerId: null, text, tokens: 12 }
    const path = [...(await chats.paths.read(database, context.chat)), own]
    const { memory } = await chats.recall(context, path, { path })
    return memory.passages.map(({ seq }) => seq).filter((seq) => seqs.includes(seq))
  }

  it('has a message again that is shown again', async () => {
    await readAll()
    expect(await recalled()).toEqual(seqs)
    await hide(seqs[0]!, true)
    await runJobs()
    expect(await recalled()).toEqual(seqs.slice(1))
    await hide(seqs[0]!, false)
    await runJobs()
    expect(await recalled()).toEqual(seqs)
  })

  it('has messages again that were all hidden', async () => {
    await readAll()
    for (const seq of seqs) await hide(seq, true)
    await runJobs()
    expect(await recalled()).toEqual([])
    for (const seq of seqs) await hide(seq, false)
    await runJobs()
    expect(await recalled()).toEqual(seqs)
  })

  it('has a message that was hidden when it was read', async () => {
    await hide(seqs[1]!, true)
    await readAll()
    expect(await recalled()).toEqual(seqs.filter((seq) => seq !== seqs[1]))
    await hide(seqs[1]!, false)
    await runJobs()
    expect(await recalled()).toEqual(seqs)
  })

  it('has a message that could not be remembered until it was edited', async () => {
    const { database } = server.context
    await database.query(`update message set text = text || ' [[crisis-cue]]' where chat_id = $1 and seq = $2`, [
      chatId,
      seqs[0]!,
    ])
    await readAll()
    expect(await recalled()).toEqual(seqs.slice(1))
    await change({ type: 'message.edit', message_id: messageId(chatId, seqs[0]!), text: TALK[0].text })
    await runJobs()
    expect(await recalled()).toEqual(seqs)
  })

  describe('while the embedding model works', () => {
    /** Ingests the chat with a model during whose first answer the person does something. */
    const readDuring = async (act: () => Promise<unknown>) => {
      const { memory, chats } = server.context
      let hasActed = false
      const embeddings: EmbeddingModel = {
        name: 'slow',
        embed: async (texts) => {
          if (!hasActed) await act()
          hasActed = true
          return texts.map(() => new Float32Array([1]))
        },
      }
      const kindOfJob = ingestJobKind({ ...memory, embeddings: () => embeddings, chats })
      const job = { id: 1, kind: INGEST_JOB, key: chatId, personId: person.user.id, payload: {}, attempts: 1 }
      for (let more: unknown = true; more !== undefined; ) more = await kindOfJob.run(job, AbortSignal.timeout(60_000))
      expect(hasActed).toBe(true)
    }
    const passagesWith = (seq: number) =>
      server.context.database.query<{ terms: string[] }>(
        'select terms from memory_passage where chat_id = $1 and $2::int = any(seqs)',
        [chatId, seq],
      )

    it('has no message that is hidden', async () => {
      await readDuring(() => hide(seqs[0]!, true))
      expect(await passagesWith(seqs[0]!)).toEqual([])
      expect(await passagesWith(seqs[1]!)).toHaveLength(1)
    })

    it('has a message that is shown again', async () => {
      await hide(seqs[0]!, true)
      await readDuring(() => hide(seqs[0]!, false))
      expect(await passagesWith(seqs[0]!)).toHaveLength(1)
    })

    it('has the words of an edited message that it says now', async () => {
      const edit = { type: 'message.edit', message_id: messageId(chatId, seqs[0]!), text: 'A balloon, by the canal.' }
      await readDuring(() => change(edit))
      const [passage] = await passagesWith(seqs[0]!)
      const terms = new Set(passage?.terms.map(Number))
      const has = (word: string) => termHashes(word).every((term) => terms.has(term))
      expect([has('balloon'), has('landed')]).toEqual([true, false])
    })

    it('has nothing from before the memory is emptied', async () => {
      await readDuring(() => person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, forget_all: true } }))
      expect(await passagesWith(seqs[0]!)).toEqual([])
    })
  })

  it('has nothing from before the memory was emptied', async () => {
    await readAll()
    await person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, forget_all: true } })
    await storeLines(server.context.database, chatId, 'ilse', lines)
    await readAll()
    await hide(seqs[0]!, true)
    await hide(seqs[0]!, false)
    await runJobs()
    expect(await recalled()).toEqual([])
  })
})

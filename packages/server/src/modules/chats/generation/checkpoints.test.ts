import { isOnCitus } from '@everkin/testing/citus-cluster.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { CHECKPOINT_MS } from '../rules.ts'
import { createCheckpoints } from './checkpoints.ts'

const CHATS = 3

const ways = [
  { hasDistributedChats: false, how: 'in one statement' },
  { hasDistributedChats: true, how: 'one by one' },
].filter(({ hasDistributedChats }) => hasDistributedChats || !isOnCitus)
const cases = testDatabaseKinds.flatMap((kind) => ways.map((way) => ({ kind, ...way })))

describe.each(cases)(
  'checkpoints of replies that are being written, $how on $kind',
  ({ kind, hasDistributedChats }) => {
    let server: TestServer
    let chatIds: string[]
    const query = (text: string, values: (string | number)[]) => server.context.database.query(text, values)

    beforeAll(async () => {
      server = await startTestServer({ kind, model: createFakeTextModel() })
      chatIds = []
      for (let count = 0; count < CHATS; count += 1) chatIds.push(await (await server.signIn()).startChat())
    })
    afterAll(() => server.end())
    beforeEach(async () => {
      for (const chatId of chatIds)
        await query(`update message set status = 'streaming', text = '', reasoning = null where chat_id = $1`, [chatId])
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterEach(() => void vi.useRealTimers())

    const testReply = (chatId: string) => ({
      chatId,
      seq: 1,
      text: '',
      reasoning: '',
      reasoningMs: null as number | null,
    })
    const read = async (chatId: string) =>
      (
        await server.context.database.query<{ text: string; reasoning: string | null; status: string }>(
          'select text, reasoning, status from message where chat_id = $1 and seq = 1',
          [chatId],
        )
      )[0]!
    function startProcess() {
      const statements = vi.fn()
      const warn = vi.fn()
      const { database } = server.context
      const counted = {
        query: <Row>(...asked: Parameters<typeof database.query>) => {
          statements()
          return database.query<Row>(...asked)
        },
      }
      return {
        ...createCheckpoints(counted, { warn, error: vi.fn(), info: vi.fn() }, { hasDistributedChats }),
        statements,
        warn,
      }
    }
    const tick = () => vi.advanceTimersByTime(CHECKPOINT_MS)

    it('save every reply that has grown', async () => {
      const { watch, statements } = startProcess()
      const replies = chatIds.map(testReply)
      const saving = replies.map(watch)
      for (const [at, reply] of replies.entries()) reply.text = at === 0 ? '' : `Words of ${at}`
      tick()
      await Promise.all(saving.map(({ stop }) => stop()))
      expect(await Promise.all(chatIds.map(async (id) => (await read(id)).text))).toEqual([
        '',
        'Words of 1',
        'Words of 2',
      ])
      expect(statements).toHaveBeenCalledTimes(hasDistributedChats ? 2 : 1)
    })

    it('keep any text as it is', async () => {
      const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'))
      await fc.assert(
        fc.asyncProperty(fc.array(anyText, { minLength: CHATS, maxLength: CHATS }), async (texts) => {
          const { watch } = startProcess()
          const replies = chatIds.map((chatId) => ({ ...testReply(chatId), text: 'before' }))
          const saving = replies.map(watch)
          for (const [at, reply] of replies.entries()) reply.text = `${texts[at]}"{},\\NULL`
          tick()
          await Promise.all(saving.map(({ stop }) => stop()))
          expect(await Promise.all(chatIds.map(async (id) => (await read(id)).text))).toEqual(
            replies.map(({ text }) => text),
          )
        }),
        { numRuns: 20 },
      )
    })

    it('of one reply that cannot be saved keep no other from it, and are tried again', async () => {
      const { watch, warn } = startProcess()
      const [broken, fine] = chatIds.map(testReply)
      const saving = [watch(broken!), watch(fine!)]
      broken!.text = 'not \0 a text'
      fine!.text = 'A text'
      tick()
      await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
      expect((await read(fine!.chatId)).text).toBe('A text')
      broken!.text = 'a better text'.padEnd(broken!.text.length)
      await vi.waitFor(async () => {
        tick()
        expect((await read(broken!.chatId)).text.trim()).toBe('a better text')
      })
      await Promise.all(saving.map(({ stop }) => stop()))
    })

    it.skipIf(kind === 'embedded')(
      'wait for no chat that is being changed, and save its reply afterwards',
      async () => {
        const { watch } = startProcess()
        const [changing, other] = chatIds.map(testReply)
        const saving = [watch(changing!), watch(other!)]
        const isLocked = Promise.withResolvers<void>()
        const isRead = Promise.withResolvers<void>()
        const change = server.context.database.transaction(async (tx) => {
          await tx.query('select 1 from message where chat_id = $1 for update', [changing!.chatId])
          isLocked.resolve()
          await isRead.promise
        })
        await isLocked.promise
        changing!.text = 'Later'
        other!.text = 'Now'
        tick()
        await vi.waitFor(async () => expect((await read(other!.chatId)).text).toBe('Now'))
        expect((await read(changing!.chatId)).text).toBe('')
        isRead.resolve()
        await change
        await vi.waitFor(async () => {
          tick()
          expect((await read(changing!.chatId)).text).toBe('Later')
        })
        await Promise.all(saving.map(({ stop }) => stop()))
      },
    )

    it('end with the reply, and change nothing of one that has ended', async () => {
      const { watch, statements } = startProcess()
      const [ended, stopped] = chatIds.map(testReply)
      const saving = [watch(ended!), watch(stopped!)]
      await query(`update message set status = 'complete', text = 'The end.' where chat_id = $1`, [ended!.chatId])
      ended!.text = 'The e'
      stopped!.text = 'Until here'
      tick()
      await saving[1]!.stop()
      stopped!.text = 'Until here, and further'
      tick()
      await saving[0]!.stop()
      expect(await read(ended!.chatId)).toMatchObject({ text: 'The end.', status: 'complete' })
      expect((await read(stopped!.chatId)).text).toBe('Until here')
      statements.mockClear()
      tick()
      expect(statements).not.toHaveBeenCalled()
    })

    it('save what a model thinks less often than what it says', async () => {
      const { watch } = startProcess()
      const reply = testReply(chatIds[0]!)
      const { stop } = watch(reply)
      const saved: (string | null)[] = []
      for (let count = 1; count <= 4; count += 1) {
        reply.text += 'x'
        reply.reasoning += 'y'
        tick()
        await vi.waitFor(async () => expect((await read(reply.chatId)).text).toBe(reply.text))
        saved.push((await read(reply.chatId)).reasoning)
      }
      expect(saved).toEqual([null, null, null, 'yyyy'])
      await stop()
    })
  },
)

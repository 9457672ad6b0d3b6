import { ERRORS } from '@everkin/contract/errors.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { ClientFrame } from '@everkin/contract/types.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore, OUTBOX_LIMITS, type OutboxStore } from './outbox-store.ts'

type Send = Extract<ClientFrame, { type: 'message.send' }>

/** One browser whose storage, clock, connection and server responses are controlled by the test. */
function createTestBrowser() {
  const browser = {
    nowMs: 1_000,
    store: memoryOutboxStore(true) as OutboxStore,
    alive: new Set<string>(),
    open: true,
    sent: [] as Send[],
    timers: [] as { atMs: number; work: () => void }[],
    ids: 0,
    pages: 0,
    page(userId = 'ana') {
      const self = `page-${++browser.pages}`
      browser.alive.add(self)
      return new Outbox(userId, {
        store: browser.store,
        tabs: { self, listAlive: async () => new Set([...browser.alive].filter((name) => name !== self)) },
        send: (frame) => {
          if (browser.open) browser.sent.push(frame as Send) // the outbox sends no other frames
          return browser.open
        },
        nowMs: () => browser.nowMs,
        newClientId: () => `id-${++browser.ids}`,
        schedule: (delayMs, work) => {
          const timer = { atMs: browser.nowMs + delayMs, work }
          browser.timers.push(timer)
          return () => {
            browser.timers = browser.timers.filter((other) => other !== timer)
          }
        },
      })
    },
    pass(ms: number) {
      browser.nowMs += ms
      const due = browser.timers.filter((timer) => timer.atMs <= browser.nowMs)
      browser.timers = browser.timers.filter((timer) => timer.atMs > browser.nowMs)
      for (const timer of due) timer.work()
    },
  }
  return browser
}

const nack = (client_id: string, code: number, data: unknown = null) =>
  ({ type: 'nack', client_id, code, msg: 'the reason', data }) as const

describe('messages of a chat that was deleted elsewhere', () => {
  function openPageWithRefused(browser: ReturnType<typeof createTestBrowser>) {
    const page = browser.page()
    page.setConnected(true)
    page.add('c1', 'one')
    page.add('c2', 'elsewhere')
    page.handleNack(nack('id-1', ERRORS.NotFound.code))
    return page
  }

  it('are removed once it cannot be restored any more, and no others', async () => {
    const browser = createTestBrowser()
    const outbox = openPageWithRefused(browser)
    outbox.handleChatDeleted('c1')
    browser.pass(LIMITS.chatRestoreMs - 1)
    expect(outbox.entriesOf('c1')).toHaveLength(1)
    browser.pass(1)
    expect(outbox.entriesOf('c1')).toEqual([])
    expect((await browser.store.list('ana')).map(({ chat_id }) => chat_id)).toEqual(['c2'])
  })

  it('stay when it was restored, and until the server has said again that it is gone', async () => {
    const browser = createTestBrowser()
    const outbox = openPageWithRefused(browser)
    outbox.handleChatDeleted('c1')
    outbox.handleChatFound('c1')
    browser.pass(LIMITS.chatRestoreMs)
    expect(outbox.entriesOf('c1')).toHaveLength(1)
    outbox.handleChatDeleted('c1')
    outbox.setConnected(false)
    browser.pass(LIMITS.chatRestoreMs)
    expect(outbox.entriesOf('c1')).toHaveLength(1)
    browser.alive.clear()
    const later = browser.page()
    await later.adoptOrphans()
    expect(later.chatIds()).toEqual(['c1', 'c2'])
    later.handleChatDeleted('c1')
    expect(later.chatIds()).toEqual(['c2'])
  })
})

describe('order', () => {
  it('sends one message per chat at a time, the next after the ack', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'one')
    outbox.add('c1', 'two')
    outbox.add('c2', 'elsewhere')
    expect(browser.sent.map((frame) => frame.text)).toEqual(['one', 'elsewhere'])
    expect(outbox.entriesOf('c1').map((entry) => entry.state)).toEqual(['sending', 'waiting'])
    outbox.remove('id-1')
    expect(browser.sent.map((frame) => frame.text)).toEqual(['one', 'elsewhere', 'two'])
    outbox.remove('id-2')
    expect(outbox.entriesOf('c1')).toEqual([])
  })

  it('sends the same client_id again if the connection was lost before the answer', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'one')
    outbox.setConnected(false)
    expect(outbox.entriesOf('c1')[0]?.state).toBe('waiting')
    outbox.setConnected(true)
    expect(browser.sent.map((frame) => frame.client_id)).toEqual(['id-1', 'id-1'])
  })

  it('sends again, with the same id, what stays unanswered on an open connection', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'one')
    browser.pass(OUTBOX_LIMITS.answerMs)
    expect(browser.sent.map((frame) => frame.client_id)).toEqual(['id-1', 'id-1'])
  })
})

describe('refusals', () => {
  it.each([1000, 1004, 1010, 1011, 2001, 1003])('%i keeps the text and its reason, and sends the next', (code) => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'mine')
    outbox.add('c1', 'next')
    outbox.handleNack(nack('id-1', code, { category: 'x' }))
    const [failed] = outbox.entriesOf('c1')
    expect(failed).toMatchObject({
      state: 'failed',
      item: { text: 'mine', failure: { kind: 'refused', code, reason: 'the reason' } },
    })
    expect(browser.sent.map((frame) => frame.text)).toEqual(['mine', 'next'])
    expect(outbox.discard('id-1')?.text).toBe('mine')
    expect(outbox.entriesOf('c1')).toHaveLength(1)
  })

  it('waits as long as the server asks after 1005, and retries 9002 automatically', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'one')
    outbox.handleNack(nack('id-1', 1005, { retry_after: 40 }))
    expect(outbox.entriesOf('c1')[0]?.state).toBe('waiting')
    browser.pass(39_000)
    expect(browser.sent).toHaveLength(1)
    browser.pass(1_000)
    expect(browser.sent).toHaveLength(2)
    outbox.handleNack(nack('id-1', 9002))
    browser.pass(OUTBOX_LIMITS.answerMs)
    expect(browser.sent.map((frame) => frame.client_id)).toEqual(['id-1', 'id-1', 'id-1'])
  })

  it('reuses the id for a manual retry, but creates a new one after a conflict', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    outbox.add('c1', 'one')
    outbox.handleNack(nack('id-1', 2001))
    outbox.retry('id-1')
    outbox.handleNack(nack('id-1', 1004))
    outbox.retry('id-1')
    expect(browser.sent.map((frame) => frame.client_id)).toEqual(['id-1', 'id-1', 'id-2'])
  })

  it('does not automatically send messages that waited longer than a day', () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.add('c1', 'old')
    browser.pass(OUTBOX_LIMITS.ageMs + 1)
    outbox.setConnected(true)
    expect(browser.sent).toEqual([])
    expect(outbox.entriesOf('c1')[0]).toMatchObject({ state: 'failed', item: { failure: { kind: 'too-old' } } })
    outbox.retry('id-1')
    expect(browser.sent.map((frame) => frame.text)).toEqual(['old'])
  })
})

describe('messages that could not be paid for', () => {
  const held = (message_num: number) => ({ message_num, unlimited_messages: false })
  const broke = (client_id: string, message_num = 0) => nack(client_id, 2001, { wallet: held(message_num) })
  const outOfMessages = (...texts: string[]) => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.setConnected(true)
    for (const text of texts) {
      outbox.add('c1', text)
      outbox.handleNack(broke(browser.sent.at(-1)!.client_id))
    }
    browser.sent = []
    return { browser, outbox }
  }
  const texts = (browser: ReturnType<typeof createTestBrowser>) => browser.sent.map((frame) => frame.text)

  it('are sent automatically once the wallet has more, in order, each once, with the same id', () => {
    const { browser, outbox } = outOfMessages('one', 'two')
    outbox.updateWallet(held(0))
    expect(texts(browser)).toEqual([])
    outbox.updateWallet(held(5))
    outbox.updateWallet(held(5))
    expect(texts(browser)).toEqual(['one'])
    outbox.remove('id-1')
    outbox.updateWallet(held(4))
    expect(browser.sent.map(({ client_id }) => client_id)).toEqual(['id-1', 'id-2'])
    outbox.remove('id-2')
    outbox.updateWallet(held(3))
    expect(texts(browser)).toEqual(['one', 'two'])
  })

  it('wait until the wallet has more than when they were refused', () => {
    const { browser, outbox } = outOfMessages('one', 'two')
    outbox.updateWallet(held(1))
    outbox.remove('id-1')
    outbox.handleNack(broke('id-2'))
    outbox.updateWallet(held(0))
    expect(texts(browser)).toEqual(['one', 'two'])
    outbox.updateWallet({ message_num: 0, unlimited_messages: true })
    expect(texts(browser)).toEqual(['one', 'two', 'two'])
    outbox.handleNack(broke('id-2', 2))
    outbox.updateWallet(held(2))
    expect(texts(browser)).toHaveLength(3)
  })

  it('do not include other failures or messages older than a day', () => {
    const { browser, outbox } = outOfMessages('old')
    browser.pass(OUTBOX_LIMITS.ageMs + 1)
    outbox.add('c2', 'blocked')
    outbox.handleNack(nack('id-2', 1011))
    browser.sent = []
    outbox.updateWallet(held(20))
    expect(texts(browser)).toEqual([])
    outbox.retry('id-1')
    expect(texts(browser)).toEqual(['old'])
  })

  it('are sent from one tab only, and from the next one when that is closed', async () => {
    const { browser, outbox } = outOfMessages('one')
    const other = browser.page()
    await other.adoptOrphans()
    other.setConnected(true)
    other.updateWallet(held(5))
    expect(texts(browser)).toEqual([])
    outbox.updateWallet(held(5))
    expect(texts(browser)).toEqual(['one'])

    const left = outOfMessages('two')
    left.browser.alive.clear()
    const next = left.browser.page()
    next.setConnected(true)
    next.updateWallet(held(5))
    await next.adoptOrphans()
    expect(texts(left.browser)).toEqual(['two'])
  })
})

describe('limits', () => {
  it('accepts no more than 200 messages, or 1 MB of them', () => {
    const browser = createTestBrowser()
    const many = browser.page()
    for (let index = 0; index < OUTBOX_LIMITS.items; index++) expect(many.add('c', 'x')).not.toBeNull()
    expect(many.add('c', 'x')).toBeNull()
    const large = browser.page('ben')
    expect(large.add('c', 'é'.repeat(499_000))).not.toBeNull()
    expect(large.add('c', 'x'.repeat(3_000))).toBeNull()
    expect(large.add('c', 'x'.repeat(1_000))).not.toBeNull()
  })
})

describe('a browser that stores nothing', () => {
  it('leaves the draft until the server has stored the message', async () => {
    const browser = createTestBrowser()
    browser.store = memoryOutboxStore()
    const outbox = browser.page()
    const settled: string[] = []
    const add = (text: string) => outbox.add('c1', text)?.stored.then(() => settled.push(text))
    const [one] = [add('one'), add('two'), add('three')]
    await outbox.adoptOrphans()
    expect(settled).toEqual([])
    outbox.remove('id-1')
    await one
    outbox.discard('id-2')
    await outbox.adoptOrphans()
    expect(settled).toEqual(['one'])
  })

  it('does not wait for a message that the server had stored before', async () => {
    const browser = createTestBrowser()
    browser.store = memoryOutboxStore()
    const outbox = browser.page()
    const added = outbox.add('c1', 'one')
    outbox.remove('id-1')
    await expect(added?.stored).resolves.toBeUndefined()
  })
})

describe('reload, tabs and people', () => {
  it('keeps the order when the clock is set back in between', async () => {
    const browser = createTestBrowser()
    const before = browser.page()
    before.add('c1', 'one')
    browser.nowMs -= 500
    before.add('c1', 'two')
    browser.alive.clear()
    const after = browser.page()
    await after.adoptOrphans()
    after.setConnected(true)
    after.remove('id-1')
    expect(browser.sent.map((frame) => frame.text)).toEqual(['one', 'two'])
  })

  it('does not send what was discarded while the stored messages were read', async () => {
    const browser = createTestBrowser()
    const outbox = browser.page()
    outbox.add('c1', 'regretted')
    const adopting = outbox.adoptOrphans()
    outbox.discard('id-1')
    await adopting
    outbox.setConnected(true)
    expect(browser.sent).toEqual([])
  })

  it('restores everything after a reload, in order, and sends it once online (REC-04)', async () => {
    const browser = createTestBrowser()
    const before = browser.page()
    for (let index = 0; index < 30; index++) before.add('c1', `line ${index}`)
    browser.alive.clear()
    const after = browser.page()
    await after.adoptOrphans()
    after.setConnected(true)
    for (let index = 0; index < 30; index++) after.remove(browser.sent.at(-1)!.client_id)
    expect(browser.sent.map((frame) => frame.text)).toEqual(Array.from({ length: 30 }, (_, index) => `line ${index}`))
    expect(await browser.store.list('ana')).toEqual([])
  })

  it('ignores items of another open tab, and adopts them when that tab is closed', async () => {
    const browser = createTestBrowser()
    browser.page().add('c1', 'mine')
    const other = browser.page()
    await other.adoptOrphans()
    other.setConnected(true)
    expect(browser.sent).toEqual([])
    browser.alive.delete('page-1')
    await other.adoptOrphans()
    expect(browser.sent.map((frame) => frame.text)).toEqual(['mine'])
  })

  it('never sends one person’s messages as another (REC-05)', async () => {
    const browser = createTestBrowser()
    browser.page('ana').add('c1', 'of Ana')
    browser.alive.clear()
    const ben = browser.page('ben')
    await ben.adoptOrphans()
    ben.setConnected(true)
    expect(browser.sent).toEqual([])
    expect(ben.size).toBe(0)
    const ana = browser.page('ana')
    browser.alive.clear()
    await ana.adoptOrphans()
    ana.setConnected(true)
    expect(browser.sent.map((frame) => frame.text)).toEqual(['of Ana'])
  })
})

describe('any sequence of events', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('write' as const) },
    { weight: 3, arbitrary: fc.constant('answer' as const) },
    { weight: 1, arbitrary: fc.constant('lose-answer' as const) },
    { weight: 1, arbitrary: fc.constant('cut' as const) },
    { weight: 1, arbitrary: fc.constant('reload' as const) },
    { weight: 1, arbitrary: fc.constant('wait' as const) },
  )

  it('ends with every message stored exactly once, in the order of writing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const browser = createTestBrowser()
        const stored: Send[] = []
        const store = (frame: Send) => {
          if (!stored.some((known) => known.client_id === frame.client_id)) stored.push(frame)
        }
        let outbox = browser.page()
        outbox.setConnected(true)
        const written: string[] = []
        for (const event of steps) {
          if (event === 'write') {
            written.push(`text ${written.length}`)
            outbox.add('c', written.at(-1)!)
          } else if (event === 'answer') {
            const frame = browser.sent.shift()
            if (frame) store(frame)
            if (frame) outbox.remove(frame.client_id)
          } else if (event === 'lose-answer') {
            const frame = browser.sent.shift()
            if (frame) store(frame)
          } else if (event === 'cut') {
            outbox.setConnected(false)
            outbox.setConnected(true)
          } else if (event === 'reload') {
            browser.alive.clear()
            browser.sent = []
            browser.timers = []
            outbox = browser.page()
            await outbox.adoptOrphans()
            outbox.setConnected(true)
          } else browser.pass(OUTBOX_LIMITS.answerMs)
        }
        for (let rounds = 0; outbox.size > 0 && rounds < 500; rounds++) {
          const frame = browser.sent.shift()
          if (frame) store(frame)
          if (frame) outbox.remove(frame.client_id)
          else browser.pass(OUTBOX_LIMITS.answerMs)
        }
        expect(stored.map((frame) => frame.text)).toEqual(written)
      }),
      { numRuns: 300 },
    )
  })
})

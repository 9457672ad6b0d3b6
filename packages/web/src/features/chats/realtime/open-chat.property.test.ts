import type { ServerFrame } from '@everkin/contract/types.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore } from './outbox-store.ts'
import { CHAT, ServerModel } from './testing/server-model.ts'

/** A device on a link that can be cut, can repeat deltas and can lose them: what the offsets must survive. */
class Device {
  chat: OpenChat
  #server: ServerModel
  #inbox: ServerFrame[] = []
  #unlink: (() => void) | null = null
  #ids = 0

  constructor(name: string, server: ServerModel) {
    this.#server = server
    const send: ConstructorParameters<typeof OpenChat>[3]['send'] = (frame) => {
      if (!this.#unlink) return false
      server.take(frame, (answer) => this.#inbox.push(answer))
      return true
    }
    const outbox = new Outbox(name, {
      store: memoryOutboxStore(),
      tabs: { self: name, listAlive: async () => new Set<string>() },
      send,
      nowMs: () => 0,
      newClientId: () => `${name}-${++this.#ids}`,
      schedule: () => () => {},
    })
    const getMessages = async (query: { before_seq?: unknown }) =>
      server.page(typeof query.before_seq === 'number' ? query.before_seq : undefined)
    this.chat = new OpenChat(CHAT, server.page(), outbox, { send, getMessages, markRead: async () => {} })
    this.link()
  }

  link(): void {
    if (this.#unlink) return
    this.#unlink = this.#server.link((frame) => this.#inbox.push(frame))
    this.chat.setConnected(true)
    this.#server.take({ type: 'sync', ...this.chat.syncState() }, (answer) => this.#inbox.push(answer))
    this.chat.outbox.setConnected(true)
  }

  cut(): void {
    this.#unlink?.()
    this.#unlink = null
    this.#inbox = []
    this.chat.setConnected(false)
    this.chat.outbox.setConnected(false)
  }

  receive(count: number, fate: 'once' | 'twice' | 'lost-delta'): void {
    for (let index = 0; index < count; index++) {
      const frame = this.#inbox.shift()
      if (!frame) return
      if (fate === 'lost-delta' && frame.type === 'message.delta') continue
      this.chat.applyFrame(frame)
      if (fate === 'twice') this.chat.applyFrame(frame)
    }
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 200; round++) {
      await Promise.resolve()
      this.receive(Number.POSITIVE_INFINITY, 'once')
    }
  }

  get shown() {
    return this.chat.snapshot().ids.map((id) => this.chat.message(id))
  }
}

const pick = fc.nat({ max: 30 })
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('delta' as const), text: fc.string({ unit: 'grapheme', maxLength: 6 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      device: pick,
      count: fc.integer({ min: 1, max: 8 }),
      fate: fc.constantFrom('once' as const, 'once' as const, 'twice' as const, 'lost-delta' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), device: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      status: fc.constantFrom('complete' as const, 'stopped' as const, 'failed' as const),
      cutTail: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'regenerate' as const,
        'select' as const,
        'edit' as const,
        'branch' as const,
        'remove' as const,
        'continue' as const,
      ),
      at: pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut' as const, 'link' as const, 'older' as const, 'wait' as const),
      device: pick,
    }),
  },
)

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

async function happen(step: Event, server: ServerModel, devices: Device[]): Promise<void> {
  const deviceOf = (at: number) => devices[at % devices.length]!
  const messageAt = (at: number) => server.path[at % Math.max(server.path.length, 1)]
  switch (step.kind) {
    case 'delta':
      server.delta(step.text)
      return
    case 'receive':
      deviceOf(step.device).receive(step.count, step.fate)
      return
    case 'write':
      deviceOf(step.device).chat.send(`text ${server.messages.size}`)
      return
    case 'finish':
      server.finish(step.status, step.cutTail)
      return
    case 'regenerate':
      if (messageAt(step.at)?.role === 'character') server.reply(messageAt(step.at)!.parent_id)
      return
    case 'branch':
      if (messageAt(step.at)?.role === 'user') server.reply(messageAt(step.at)!.id)
      return
    case 'select':
      server.select([...server.messages.keys()][step.at % server.messages.size] ?? '')
      return
    case 'edit':
      if (messageAt(step.at)) server.edit(messageAt(step.at)!.id, `edited ${step.at}`)
      return
    case 'remove':
      if (step.at > 0 && messageAt(step.at)) server.remove(messageAt(step.at)!.id)
      return
    case 'continue':
      server.continueLast()
      return
    case 'cut':
      deviceOf(step.device).cut()
      return
    case 'link':
      deviceOf(step.device).link()
      return
    case 'older':
      await deviceOf(step.device).chat.loadOlder()
      return
    case 'wait':
      await Promise.resolve()
  }
}

async function bringToRest(server: ServerModel, devices: Device[], relink: boolean): Promise<void> {
  while (server.streaming) server.finish('complete')
  for (const device of devices) {
    if (relink) device.cut()
    device.link()
  }
  for (let round = 0; round < 2; round++) for (const device of devices) await device.settle()
  while (server.streaming) server.finish('complete')
  for (const device of devices) await device.settle()
}

describe('any course of frames, cuts, repeats and losses', () => {
  it.each([true, false])(
    'ends with what the server has, on every device (REC-01, REC-03); new link: %s',
    async (relink) => {
      await fc.assert(
        fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 100 }), async (steps) => {
          const server = new ServerModel()
          const devices = [new Device('phone', server), new Device('desk', server)]
          for (const step of steps) await happen(step, server, devices)
          await bringToRest(server, devices, relink)
          for (const device of devices) {
            const shown = device.shown
            const path = server.path
            expect(shown).toEqual(path.slice(path.length - shown.length))
            expect(device.chat.snapshot().hasOlder).toBe(shown.length < path.length)
            expect(shown.length > 0 || path.length === 0).toBe(true)
            expect(device.chat.snapshot().outgoing).toEqual([])
          }
        }),
        { numRuns: 500 },
      )
    },
  )

  it('a stream goes on at the very character where it broke, without waiting for its end (REC-03)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1 }),
        fc.nat(),
        async (texts, at) => {
          const server = new ServerModel()
          const device = new Device('phone', server)
          server.reply(server.path[0]!.id)
          for (const [index, text] of texts.entries()) {
            server.delta(text)
            if (index === at % texts.length) device.cut()
            else device.receive(1, 'once')
          }
          device.link()
          await device.settle()
          expect(device.shown.at(-1)).toMatchObject({ text: texts.join(''), status: 'streaming' })
        },
      ),
    )
  })
})

import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Device, deviceStep, messageStep, receiveStep, writeStep } from './testing/device.ts'
import { CHAT, ServerModel } from './testing/server-model.ts'

class ModelDevice extends Device {
  #server: ServerModel
  /** How many of the next frames never come: the process that would send them dies, or the bus is away. */
  #missing = 0

  constructor(name: string, server: ServerModel) {
    const getMessages = async (query: { before_seq?: unknown }) =>
      server.page(typeof query.before_seq === 'number' ? query.before_seq : undefined)
    let count = 0
    super({ name, chat: CHAT, page: server.page(), getMessages, newClientId: () => `${name}-${++count}` })
    this.#server = server
    this.relink()
  }

  relink(): void {
    if (this.isLinked) return
    const inbox: ServerFrame[] = []
    const close = this.#server.link((frame) => {
      if (this.#missing > 0) this.#missing -= 1
      else inbox.push(frame)
    })
    const send = (frame: ClientFrame) => this.#server.take(frame, (answer) => inbox.push(answer))
    this.link({ send, take: () => inbox.shift(), close })
  }

  miss(count: number): void {
    this.#missing += count
  }

  missNothingMore(): void {
    this.#missing = 0
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 200; round++) {
      await Promise.resolve()
      this.receive(Number.POSITIVE_INFINITY, 'once')
    }
  }
}

const missStep = fc.record({
  kind: fc.constant('miss' as const),
  device: fc.nat({ max: 30 }),
  count: fc.integer({ min: 1, max: 3 }),
})

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('delta' as const), text: fc.string({ unit: 'grapheme', maxLength: 6 }) }),
  },
  { weight: 5, arbitrary: receiveStep },
  { weight: 4, arbitrary: writeStep },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      status: fc.constantFrom('complete' as const, 'stopped' as const, 'failed' as const),
      cutTail: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: messageStep },
  { weight: 1, arbitrary: deviceStep },
)

const lossyEvent = fc.oneof({ weight: 20, arbitrary: event }, { weight: 1, arbitrary: missStep })

type Event = typeof lossyEvent extends fc.Arbitrary<infer Value> ? Value : never

async function happen(step: Event, server: ServerModel, devices: ModelDevice[]): Promise<void> {
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
      deviceOf(step.device).relink()
      return
    case 'older':
      await deviceOf(step.device).chat.loadOlder()
      return
    case 'miss':
      deviceOf(step.device).miss(step.count)
      return
    case 'wait':
      await Promise.resolve()
  }
}

async function bringToRest(server: ServerModel, devices: ModelDevice[], relink: boolean): Promise<void> {
  while (server.streaming) server.finish('complete')
  for (const device of devices) {
    device.missNothingMore()
    if (relink) device.cut()
    device.relink()
  }
  for (let round = 0; round < 2; round++) for (const device of devices) await device.settle()
  while (server.streaming) server.finish('complete')
  for (const device of devices) await device.settle()
}

describe('any sequence of frames, disconnects, repeats and losses', () => {
  it.each([true, false])(
    'converges to the state of the server on every device (REC-01, REC-03); reconnect: %s',
    async (relink) => {
      await fc.assert(
        // A frame that never comes, and is followed by no other, is only noticed by the next connection.
        fc.asyncProperty(fc.array(relink ? lossyEvent : event, { minLength: 5, maxLength: 100 }), async (steps) => {
          const server = new ServerModel()
          const devices = [new ModelDevice('phone', server), new ModelDevice('desk', server)]
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

  it('a stream resumes at the exact character where it broke off, before it has ended (REC-03)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1 }),
        fc.nat(),
        async (texts, at) => {
          const server = new ServerModel()
          const device = new ModelDevice('phone', server)
          server.reply(server.path[0]!.id)
          for (const [index, text] of texts.entries()) {
            server.delta(text)
            if (index === at % texts.length) device.cut()
            else device.receive(1, 'once')
          }
          device.relink()
          await device.settle()
          expect(device.shown.at(-1)).toMatchObject({ text: texts.join(''), status: 'streaming' })
        },
      ),
    )
  })
})

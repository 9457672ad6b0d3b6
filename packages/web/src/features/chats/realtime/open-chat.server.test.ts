import { randomUUID } from 'node:crypto'
import type { Message } from '@everkin/contract/types.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Device, deviceStep, messageStep, receiveStep, writeStep } from './testing/device.ts'

/** More runs under `npm run soak`. */
const RUNS = Number(process.env.SOAK_RUNS ?? 8)

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ settings: { MESSAGE_PRICE: '0' } })
})
afterAll(() => server.end())

const event = fc.oneof(
  { weight: 5, arbitrary: receiveStep },
  { weight: 3, arbitrary: writeStep },
  { weight: 4, arbitrary: messageStep },
  { weight: 3, arbitrary: deviceStep },
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** Some milliseconds in which the server continues its work. */
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function relink(device: Device, person: TestPerson): Promise<void> {
  if (device.isLinked) return
  const client = await person.connect()
  let taken = client.frames.findIndex(({ type }) => type === 'ready') + 1
  device.link({
    send: (frame) => client.send(frame),
    take: () => (taken < client.frames.length ? client.frames[taken++] : undefined),
    close: () => client.cut(),
  })
}

async function openDevice(name: string, person: TestPerson, chatId: string): Promise<Device> {
  const { data: chat } = await person.call('GET /api/chat/info', { query: { chat_id: chatId } })
  const getMessages: ConstructorParameters<typeof Device>[0]['getMessages'] = async (query) =>
    (await person.call('GET /api/chat/getMessages', { query })).data
  const page = await getMessages({ chat_id: chatId, limit: 5 })
  const device = new Device({ name, chat, page, getMessages, newClientId: randomUUID })
  await relink(device, person)
  return device
}

async function happen(step: Event, devices: readonly Device[], person: TestPerson): Promise<void> {
  const device = devices[('device' in step ? step.device : step.at) % devices.length]!
  const shown = device.shown
  const message = 'at' in step ? shown[step.at % Math.max(shown.length, 1)] : undefined
  switch (step.kind) {
    case 'receive':
      return device.receive(step.count, step.fate)
    case 'write':
      device.chat.send(`text ${shown.length}`)
      return wait(2)
    case 'cut':
      return device.cut()
    case 'link':
      return relink(device, person)
    case 'older':
      return device.chat.loadOlder()
    case 'wait':
      return wait(8)
  }
  if (!message) return
  if (step.kind === 'regenerate') device.chat.commands.regenerate(message.id)
  if (step.kind === 'continue') device.chat.commands.continueReply(message.id)
  if (step.kind === 'edit') device.chat.commands.edit(message.id, `edited ${step.at}`, false)
  if (step.kind === 'branch') device.chat.commands.edit(message.id, `branch ${step.at}`, true)
  if (step.kind === 'remove' && step.at > 15) device.chat.commands.deleteFrom(message.id)
  const sibling = message.variant.ids.find((id) => id !== message.id)
  if (step.kind === 'select' && sibling !== undefined) device.chat.commands.select(sibling)
}

const loadPath = async (person: TestPerson, chatId: string): Promise<Message[]> => {
  const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId, limit: 100 } })
  return data.list
}

it('two devices and a fresh load show the same path of a real server after any actions and losses (REC-01, REC-03)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), async (steps) => {
      const person = await server.signIn()
      const chatId = await person.startChat()
      const devices = [await openDevice('phone', person, chatId), await openDevice('desk', person, chatId)]
      for (const step of steps) await happen(step, devices, person)
      // Only one of them reconnects: the other must have received everything on its existing connection.
      devices[0]?.cut()
      for (const device of devices) await relink(device, person)
      await expect
        .poll(async () => {
          const path = await loadPath(person, chatId)
          for (const device of devices) device.receive(Number.POSITIVE_INFINITY, 'once')
          return devices.map(({ chat, shown }) => ({
            isAtRest: !path.some(({ status }) => status === 'streaming') && !chat.snapshot().reloading,
            outgoing: chat.snapshot().outgoing.length,
            missing: shown.length === 0 ? path : [],
            differences: shown.flatMap((message, at) => {
              const stored = path[path.length - shown.length + at]
              return JSON.stringify(message) === JSON.stringify(stored) ? [] : [{ message, stored }]
            }),
          }))
        })
        .toEqual(devices.map(() => ({ isAtRest: true, outgoing: 0, missing: [], differences: [] })))
      for (const device of devices) device.cut()
    }),
    // A failing run waits for the timeout each time, so it is reported without shrinking.
    { numRuns: RUNS, endOnFailure: true },
  )
}, 600_000)

it('a device that receives every frame never asks for what it missed', async () => {
  const person = await server.signIn()
  const chatId = await person.startChat()
  const { data: chat } = await person.call('GET /api/chat/info', { query: { chat_id: chatId } })
  const getMessages: ConstructorParameters<typeof Device>[0]['getMessages'] = async (query) =>
    (await person.call('GET /api/chat/getMessages', { query })).data
  const page = await getMessages({ chat_id: chatId })
  const device = new Device({ name: 'phone', chat, page, getMessages, newClientId: randomUUID })
  const client = await person.connect()
  let taken = client.frames.findIndex(({ type }) => type === 'ready') + 1
  let syncs = 0
  device.link({
    send: (frame) => {
      if (frame.type === 'sync') syncs += 1
      client.send(frame)
    },
    take: () => (taken < client.frames.length ? client.frames[taken++] : undefined),
    close: () => client.cut(),
  })
  /** Acts, and waits until the server has nothing more to send. */
  const act = async (action: () => unknown) => {
    const from = client.frames.length
    action()
    await client.next('chat.updated', () => true, from)
    await expect
      .poll(async () => {
        device.receive(Number.POSITIVE_INFINITY, 'once')
        return JSON.stringify(device.shown) === JSON.stringify(await loadPath(person, chatId))
      })
      .toBe(true)
  }
  const last = () => device.shown.at(-1)?.id ?? ''
  const question = () => device.shown.at(-2)?.id ?? ''
  await act(() => device.chat.send('Good evening'))
  const first = last()
  await act(() => device.chat.commands.regenerate(last()))
  await act(() => device.chat.commands.select(first))
  await act(() => device.chat.commands.edit(question(), 'Good morning', false))
  await act(() => device.chat.commands.edit(question(), 'Good night', true))
  await act(() => device.chat.commands.hide(last(), true))
  const deleted = question()
  await act(() => device.chat.commands.deleteFrom(deleted))
  await act(() => device.chat.commands.restore(deleted))
  await act(() => device.chat.commands.deleteFrom(last()))
  expect(syncs).toBe(1)
  device.cut()
})

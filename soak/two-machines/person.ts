import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS } from '@everkin/contract/errors.ts'
import type { Chat, Message, Order } from '@everkin/contract/types.ts'
import type { Mailbox } from '@everkin/testing/servers/mailbox.ts'
import type { OpenChat } from '@everkin/web/features/chats/realtime/open-chat.ts'
import sharp from 'sharp'
import { CallFailed, type Session, SiteDevice } from './device.ts'
import { MACHINES } from './fault-plan.ts'
import type { Record } from './record.ts'
import type { Site } from './site.ts'

const DEVICES = ['phone', 'desk'] as const
const MAX_WAITING = 5
const MAX_ORDERS = 12
const MAX_PICTURES = 40
const PRODUCTS = ['messages-200', 'coins-100'] as const
const TEST_CARD = '4242424242424242'
/** Pauses between two actions on one device; a person may ask for 60 replies a minute. */
const PAUSE_MS = [300, 2_600] as const
const RETRY_MS = 700

export interface PersonInput {
  name: string
  site: Site
  record: Record
  random(): number
}

/** Someone with two devices, a chat and a group, who does what a person can do there. */
export interface Person {
  session: Session
  devices: readonly SiteDevice[]
  chatIds: readonly string[]
  /** Acts on all devices until `isOver`; resolves when what was begun then has ended. */
  act(isOver: () => boolean): Promise<void>
}

/** Signs in, starts both chats and opens them on both devices. Call it while everything works. */
export async function signUp(input: PersonInput): Promise<Person> {
  const { site, record, random } = input
  const session = await signIn(site.machines.a.url, site.parts.mailbox, `${input.name}@example.org`)
  // As behind a load balancer that sends nobody to a machine that is known to be down.
  const nextUrl = () => {
    const ready = MACHINES.filter((name) => site.machines[name].app !== null)
    const among = ready.length > 0 ? ready : MACHINES
    return site.machines[among[Math.floor(random() * among.length)]!].url // never empty
  }
  const devices = DEVICES.map(
    (device) => new SiteDevice({ name: `${input.name}’s ${device}`, session, record, nextUrl, random }),
  )
  const first = devices[0]! // there are two
  const chatIds: string[] = []
  await first.call('/api/user/profile', { nickname: 'Talker', gender: null, age_scope: 3 })
  for (const start of [{ card_id: 'ilse' }, { group_id: 'midnight-bakery' }])
    chatIds.push((await first.call<Chat>('/api/chat/start', start)).id)
  for (const device of devices) {
    for (const chatId of chatIds) await device.open(chatId)
    device.start()
  }
  let orders = 0
  let pictures = 0
  let texts = 0
  const nextText = (device: SiteDevice) => `${device.name} says ${++texts}`
  const begun = new Set<Promise<void>>()
  const begin = (work: Promise<void>) => {
    const done = work.finally(() => begun.delete(done))
    begun.add(done)
  }

  const actOn = async (device: SiteDevice, isOver: () => boolean) => {
    while (!isOver()) {
      const chat = device.chats[random() < 0.65 ? 0 : 1]! // every device has two
      const chance = random()
      if (chance < 0.02 && orders < MAX_ORDERS) {
        orders += 1
        begin(buy(device, session.personId, input, isOver))
      } else if (chance < 0.06 && pictures < MAX_PICTURES) {
        pictures += 1
        begin(sendPicture(device, chat, nextText(device), input, isOver))
      } else if (chance < 0.34) changeMessage(device, chat, chance, input)
      else if (device.outbox.size < MAX_WAITING) device.write(chat, nextText(device))
      const [least, most] = PAUSE_MS
      await sleep(least + random() * (most - least))
    }
  }
  return {
    session,
    devices,
    chatIds,
    act: async (isOver) => {
      await Promise.all(devices.map((device) => actOn(device, isOver)))
      await Promise.all([...begun])
    },
  }
}

/** One of the actions on a message that the device shows. Their outcome is a frame, if they happen at all. */
function changeMessage(device: SiteDevice, chat: OpenChat, chance: number, { record, random }: PersonInput): void {
  if (!device.isConnected) return
  const shown = device.shown(chat)
  const near = shown.slice(-6)
  const any = <Found extends Message>(list: Found[]): Found | undefined => list[Math.floor(random() * list.length)]
  const replies = near.filter(({ role, status, parent_id: parent }) => {
    return role === 'character' && status !== 'streaming' && parent !== null
  })
  if (chance < 0.14) {
    const reply = any(replies)
    if (!reply?.parent_id || !chat.commands.regenerate(reply.id)) return
    record.wantRegeneration(reply.parent_id)
  } else if (chance < 0.22) {
    const own = any(near.filter(({ role }) => role === 'user'))
    if (!own) return
    const text = `edited ${randomUUID()}`
    if (chat.commands.edit(own.id, text, false)) record.wantEdit(own.id, text)
  } else if (chance < 0.27) {
    const message = any(near.filter(({ parent_id: parent }) => parent !== null))
    if (message && chat.commands.deleteFrom(message.id)) record.deletions.add(message.id)
  } else if (chance < 0.31) {
    const message = any(near.filter(({ variant }) => variant.count > 1))
    const other = message?.variant.ids.find((id) => id !== message.id)
    if (other) chat.commands.select(other)
  } else chat.commands.stop()
}

/** Buys one product under one key, and asks again until the answer is known. */
async function buy(device: SiteDevice, personId: string, { record, random }: PersonInput, isOver: () => boolean) {
  const key = randomUUID()
  const productId = PRODUCTS[Math.floor(random() * PRODUCTS.length)]! // never empty
  const wanted = { personId, productId, paid: null as Order | null }
  record.orders.set(key, wanted)
  const paid = await untilAnswered(isOver, async () => {
    const order = await device.call<Order>('/api/order/create', { product_id: productId, idempotency_key: key })
    const payment = { order_id: order.id, payment_method: TEST_CARD }
    return (await device.call<{ order: Order }>('/api/order/payment', payment)).order
  })
  if (paid?.paid_at) wanted.paid = paid
}

/** Uploads a picture and sends it with a message. */
async function sendPicture(
  device: SiteDevice,
  chat: OpenChat,
  text: string,
  { random }: PersonInput,
  isOver: () => boolean,
): Promise<void> {
  const channel = () => Math.floor(random() * 256)
  const color = [channel(), channel(), channel()] as const
  const [r, g, b] = color
  const bytes = await sharp({ create: { width: 96, height: 64, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  const uploaded = await untilAnswered(isOver, () => {
    const form = new FormData()
    form.set('purpose', 'chat')
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
    return device.call<{ id: string }>('/api/common/upload', form)
  })
  if (uploaded) device.write(chat, text, { id: uploaded.id, color })
}

/** Repeats a call while the server cannot be reached, fails or asks to wait. Null when the run is over first. */
async function untilAnswered<Data>(isOver: () => boolean, call: () => Promise<Data>): Promise<Data | null> {
  while (!isOver()) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const { code } = error
      if (code !== null && code !== ERRORS.TooManyRequests.code && code < ERRORS.Internal.code) throw error
    }
    await sleep(RETRY_MS)
  }
  return null
}

async function signIn(url: string, mailbox: Mailbox, email: string): Promise<Session> {
  const post = async (path: string, body: object) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', platform: '1' },
      body: JSON.stringify(body),
    })
    const envelope = (await reply.json()) as { code: number; data: { [name: string]: string } } // the envelope
    if (envelope.code !== 1) throw new Error(`${path} answered ${envelope.code}`)
    return envelope.data
  }
  const { challenge } = await post('/api/account/sendCode', { email })
  const code = await mailbox.codeFor(email)
  const { token = '', secret = '' } = await post('/api/account/emailLogin', { email, code, challenge })
  const info = await fetch(`${url}/api/user/info`, {
    headers: { 'user-token': token, authorization: `Bearer ${secret}`, platform: '1' },
  })
  const { data } = (await info.json()) as { data: { id: string } } // the envelope
  return { personId: data.id, token, secret }
}

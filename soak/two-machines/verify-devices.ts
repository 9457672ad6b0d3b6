import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Chat, Message, User } from '@everkin/contract/types.ts'
import type { OpenChat } from '@everkin/web/features/chats/realtime/open-chat.ts'
import sharp from 'sharp'
import type { SiteDevice } from './device.ts'
import type { Person } from './person.ts'
import type { Record } from './record.ts'
import type { Site } from './site.ts'

const PAGE_SIZE = 100
const POLL_MS = 500
/** What a channel of a color may change by the compression of a picture. */
const MAX_COLOR_ERROR = 12

/**
 * Waits until every device shows what a fresh load shows, after a reconnect that brought only what it had missed (REC-01).
 * Returns where they still differ at the end of the time.
 */
export async function verifyDevices(people: readonly Person[], withinMs: number): Promise<string[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const findings = await findDifferences(people)
    if (findings.length === 0 || performance.now() > until) return findings
    await sleep(POLL_MS)
  }
}

async function findDifferences(people: readonly Person[]): Promise<string[]> {
  const findings: string[] = []
  for (const { devices } of people) {
    for (const device of devices) {
      if (device.outbox.size > 0) findings.push(`${device.name} still has ${device.outbox.size} messages to send`)
      for (const chat of device.chats) findings.push(...(await findDifferencesOf(device, chat)))
    }
  }
  return findings
}

async function findDifferencesOf(device: SiteDevice, chat: OpenChat): Promise<string[]> {
  const where = `${device.name}, chat ${chat.chatId}`
  const snapshot = chat.snapshot()
  const shown = device.shown(chat)
  if (snapshot.reloading) return [`${where}: is still loading`]
  const path = await loadPath(device, chat.chatId, shown.length)
  if (path.some(({ status }) => status === 'streaming')) return [`${where}: a reply is still being written`]
  const stored = path.slice(-shown.length)
  const findings = shown.flatMap((message, at) => {
    const names = differingFields(message, stored[at])
    if (names.length === 0) return []
    return [`${where}: shows ${describe(message)} with another ${names.join(', ')}: ${describe(stored[at])}`]
  })
  if (stored.length !== shown.length || (shown.length === 0 && path.length > 0))
    findings.push(`${where}: shows ${shown.length} messages of ${stored.length}`)
  const entry = await device.ask<Chat>(`/api/chat/info?chat_id=${chat.chatId}`)
  if (!isDeepStrictEqual(entry.last_message, snapshot.chat.last_message))
    findings.push(`${where}: its entry in the list is an old one`)
  return findings
}

/** A message without its words, so that a finding can be understood when the database is gone. */
function describe(message: Message | undefined): string {
  if (!message) return 'nothing'
  const { id, rev, role, status, text } = message
  return `${id} (rev ${rev}, ${role}, ${status}, ${text.length} characters)`
}

/** Links to pictures are signed again in every call, so attachments are compared by their ids. */
function differingFields(message: Message, other: Message | undefined): string[] {
  const ids = ({ attachments }: Message) => attachments.map(({ id }) => id)
  if (!other) return ['place']
  const [left, right] = [message, other].map((each) => Object.entries({ ...each, attachments: ids(each) }))
  const values = new Map(right)
  return (left ?? []).filter(([name, value]) => !isDeepStrictEqual(value, values.get(name))).map(([name]) => name)
}

/** At least so many messages of the end of the path, if there are so many. */
async function loadPath(device: SiteDevice, chatId: string, count: number): Promise<Message[]> {
  let path: Message[] = []
  for (let before = ''; ; before = `&before_seq=${path[0]?.seq}`) {
    const query = `limit=${PAGE_SIZE}&chat_id=${chatId}${before}`
    const page = await device.ask<{ list: Message[]; has_more: boolean }>(`/api/chat/getMessages?${query}`)
    path = [...page.list, ...path]
    if (!page.has_more || path.length > count) return path
  }
}

/** Every accepted picture is there, at both machines, and shows what was sent. Returns how many were read. */
export async function verifyPictures(
  site: Site,
  people: readonly Person[],
  record: Record,
): Promise<{ count: number; findings: string[] }> {
  const findings: string[] = []
  let count = 0
  const byMessage = new Map(
    [...record.written.values()].flatMap(({ acknowledgedAs, picture }) =>
      acknowledgedAs && picture ? [[acknowledgedAs, picture] as const] : [],
    ),
  )
  for (const { devices, chatIds } of people) {
    const device = devices[0]! // everyone has two
    for (const chatId of chatIds) {
      const path = await loadPath(device, chatId, Number.POSITIVE_INFINITY)
      for (const { id, attachments } of path) {
        const picture = byMessage.get(id)
        if (!picture) continue
        const url = attachments[0]?.url
        for (const machine of Object.values(site.machines)) {
          const why = url
            ? await findPictureFault(machine.url + url, device.headers, picture.color)
            : 'is not with its message'
          if (why) findings.push(`picture ${picture.id} ${why}, at machine ${machine.name}`)
        }
        count += 1
      }
    }
  }
  return { count, findings }
}

const CIRCUIT_OPEN_MS = 16_000

async function findPictureFault(
  url: string,
  headers: SiteDevice['headers'],
  color: readonly number[],
): Promise<string | null> {
  const read = () => fetch(url, { headers: { ...headers, connection: 'close' } })
  let reply = await read()
  if (reply.status === 503) {
    // Its machine does not ask the file storage again for 15 s after the last fault.
    await sleep(CIRCUIT_OPEN_MS)
    reply = await read()
  }
  if (!reply.ok) return `answers ${reply.status}`
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { channels } = await sharp(bytes).stats()
  const isSame = color.every((channel, at) => Math.abs((channels[at]?.mean ?? -255) - channel) <= MAX_COLOR_ERROR)
  return isSame ? null : 'shows something else'
}

/** The wallet that a person is shown is the balance in the books. */
export async function verifyWallets(
  people: readonly Person[],
  balanceOf: (personId: string) => Promise<number>,
): Promise<string[]> {
  const findings: string[] = []
  for (const { devices, session } of people) {
    const { wallet } = await devices[0]!.ask<User>('/api/user/info') // everyone has two
    const balance = await balanceOf(session.personId)
    if (wallet.message_num !== balance) findings.push(`a wallet shows ${wallet.message_num} messages of ${balance}`)
  }
  return findings
}

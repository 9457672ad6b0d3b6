import { randomUUID } from 'node:crypto'
import type { Message } from '@everkin/contract/types.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { createFakeTextModel, type FakeReply, type FakeTextModel } from '../../../providers/text-model/fake.ts'
import { createCardCache } from '../context/card-cache.ts'

interface GroupOptions {
  policy?: 'natural' | 'list' | 'pooled' | 'manual'
  replyLimit?: number
  /** Names of members. Their card ids are the group's prefix and the name in lower case. */
  members?: readonly string[]
  /** 0: they speak only when asked. */
  talkativeness?: number
}

/** A server whose members say what a test sets, told apart by the name in their prompt. */
export interface GroupServer {
  server: TestServer
  model: FakeTextModel
  /** Sets what each member says from now on; everyone else says “Yes.” */
  say(lines: Record<string, FakeReply | string>): void
  /** Signs in a new person in a new group. */
  startGroupChat(overrides?: GroupOptions): Promise<TestGroupChat>
}

export interface TestGroupChat {
  person: TestPerson
  client: RealtimeClient
  chatId: string
  groupId: string
  /** The card id of a member. */
  idOf(name: string): string
  /** Sends a message and waits for the ack. */
  send(text: string, speakCardId?: string): Promise<Message>
  /** Sends a message and waits for this many replies to end; returned in the order in which they ended. */
  talk(text: string, replies: number, speakCardId?: string): Promise<Message[]>
  /** Waits for this many replies to end after the given number of frames. */
  ended(from: number, replies: number): Promise<Message[]>
  path(): Promise<Message[]>
  balance(): Promise<number>
  /** Replaces the members of the group's card; new names become cards. */
  changeMembers(names: readonly string[]): Promise<void>
  /** Clears the server's short-lived card cache. */
  forgetCards(): void
}

export async function startGroupServer(kind: 'embedded' | 'postgres'): Promise<GroupServer> {
  let lines: Record<string, FakeReply | string> = {}
  const model = createFakeTextModel({
    reply: ({ scene }) => {
      const line = lines[scene?.characterName ?? ''] ?? 'Yes.'
      return typeof line === 'string' ? { parts: [line] } : line
    },
  })
  const server = await startTestServer({ kind, model })
  return {
    server,
    model,
    say: (next) => {
      lines = next
    },
    startGroupChat: (overrides = {}) => startGroupChat(server, overrides),
  }
}

async function startGroupChat(server: TestServer, overrides: GroupOptions): Promise<TestGroupChat> {
  const { database } = server.context
  const prefix = randomUUID().slice(0, 8)
  const idOf = (name: string) => `${prefix}${name.toLowerCase()}`
  const members = overrides.members ?? ['Ana', 'Bela', 'Caro']
  const talkativeness = overrides.talkativeness ?? 0
  const known = new Set<string>()
  const makeMembers = async (names: readonly string[]) => {
    for (const name of names.filter((one) => !known.has(one))) {
      known.add(name)
      const entry = { keys: [], content: `Lore of ${name}.`, constant: true, enabled: true, insertion_order: 1 }
      const definition = {
        description: `Secret of ${name}.`,
        mes_example: `<START>\n{{char}}: Example of ${name}.`,
        character_book: { entries: [entry] },
        extensions: { talkativeness: String(talkativeness) },
      }
      await createTestCard(database, { id: idOf(name), name, definition: definition as never }) // the rest is filled in
    }
  }
  await makeMembers(members)
  const forgetCards = () => {
    server.context.chats.cards = createCardCache(database)
  }
  const groupId = await createTestCard(database, { type: 'multiple', name: 'The table', memberIds: members.map(idOf) })
  await database.query('update card set turn_policy = $2, reply_limit = $3 where id = $1', [
    groupId,
    overrides.policy ?? 'natural',
    overrides.replyLimit ?? 3,
  ])
  const person = await server.signIn(`${prefix}@example.org`)
  const client = await person.connect()
  const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: groupId } })
  const send = async (text: string, speakCardId?: string) => {
    const [clientId, from] = [randomUUID(), client.frames.length]
    const frame = { type: 'message.send', chat_id: chat.id, client_id: clientId, text } as const
    client.send(speakCardId ? { ...frame, speak_card_id: speakCardId } : frame)
    return (await client.next('ack', (ack) => ack.client_id === clientId, from)).message
  }
  const ended = (from: number, replies: number) =>
    client.until(() => {
      const found = client.frames.slice(from).flatMap((frame) => (frame.type === 'message.completed' ? [frame] : []))
      return found.length >= replies ? found.map((frame) => frame.message) : undefined
    }, `${replies} replies`)
  return {
    forgetCards,
    changeMembers: async (names) => {
      await makeMembers(names)
      await database.query('update card set member_ids = $2 where id = $1', [groupId, names.map(idOf)])
      forgetCards()
    },
    person,
    client,
    chatId: chat.id,
    groupId,
    idOf,
    send,
    ended,
    talk: async (text, replies, speakCardId) => {
      const from = client.frames.length
      await send(text, speakCardId)
      return ended(from, replies)
    },
    path: async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })).data.list,
    balance: async () => (await person.call('GET /api/user/info')).data.wallet.message_num,
  }
}

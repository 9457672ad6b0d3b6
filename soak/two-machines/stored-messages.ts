import { messageId } from '@everkin/server/modules/chats/store/message-id.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'

/** A row of the message tree, with deleted ones as the tombstones that they are. */
export interface StoredMessage {
  id: string
  chatId: string
  chatType: 'single' | 'multiple'
  personId: string
  seq: number
  parentSeq: number
  rev: number
  role: 'user' | 'character' | 'system'
  text: string
  status: string
  clientId: string | null
  chargeKey: string | null
  awaitsReply: boolean
  deleted: boolean
}

/** All messages of the database, as trees. */
export class StoredMessages {
  readonly all: readonly StoredMessage[]
  readonly #byId: ReadonlyMap<string, StoredMessage>
  readonly #children = new Map<string, StoredMessage[]>()

  constructor(rows: readonly Omit<StoredMessage, 'id'>[]) {
    this.all = rows.map((row) => ({ ...row, id: messageId(row.chatId, row.seq) }))
    this.#byId = new Map(this.all.map((message) => [message.id, message]))
    for (const message of this.all) {
      const parentId = messageId(message.chatId, message.parentSeq)
      this.#children.set(parentId, [...(this.#children.get(parentId) ?? []), message])
    }
  }

  find(id: string): StoredMessage | undefined {
    return this.#byId.get(id)
  }

  parentOf(message: StoredMessage): StoredMessage | undefined {
    return this.#byId.get(messageId(message.chatId, message.parentSeq))
  }

  /** What continues a message directly, in the order of creation. */
  childrenOf(message: StoredMessage): readonly StoredMessage[] {
    return this.#children.get(message.id) ?? []
  }

  /** The message itself and everything before it, nearest first. */
  *pathTo(message: StoredMessage): Generator<StoredMessage> {
    for (let at: StoredMessage | undefined = message; at; at = this.parentOf(at)) yield at
  }
}

export async function loadStoredMessages(database: Database): Promise<StoredMessages> {
  return new StoredMessages(
    await database.query<Omit<StoredMessage, 'id'>>(
      `select m.chat_id as "chatId", c.type as "chatType", c.person_id as "personId", m.seq, m.parent_seq as "parentSeq",
         m.rev, m.role, m.text, m.status, m.client_id as "clientId", m.charge_key as "chargeKey",
         m.awaits_reply as "awaitsReply", m.deleted
       from message m join chat c on c.id = m.chat_id order by m.chat_id, m.seq`,
    ),
  )
}

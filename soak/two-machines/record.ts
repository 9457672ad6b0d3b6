import type { Message, Order, ServerFrame } from '@everkin/contract/types.ts'

/** A message that a person wrote on one of their devices, in the order of writing there. */
export interface WrittenMessage {
  chatId: string
  device: string
  text: string
  /** Its picture, if it has one. */
  picture: SentPicture | null
  /** Null until the server has said that it is stored. */
  acknowledgedAs: string | null
}

/** A picture of one colour, and the id under which the server has accepted it. */
export interface SentPicture {
  id: string
  color: readonly [red: number, green: number, blue: number]
}

export interface WantedOrder {
  personId: string
  productId: string
  /** Null until the server has said that it is paid. */
  paid: Order | null
}

/**
 * Everything that the devices have asked for and have been told: the side of a run that no fault can touch. What was told
 * later never contradicts what was told before; `findings` has where it did.
 */
export class Record {
  /** By client id. */
  readonly written = new Map<string, WrittenMessage>()
  /** The newest state told of each message that is not being written, by id. */
  readonly told = new Map<string, Message>()
  /** The pieces of replies as they arrived, by message id. */
  readonly pieces = new Map<string, { offset: number; text: string }[]>()
  /** Texts that people wanted to give a message, by id. */
  readonly edits = new Map<string, Set<string>>()
  /** Ids of messages that people wanted to delete, with what follows them. */
  readonly deletions = new Set<string>()
  /** How often other versions of a reply were wanted, by the id of the message that it answers. */
  readonly regenerations = new Map<string, number>()
  /** By idempotency key. */
  readonly orders = new Map<string, WantedOrder>()
  readonly findings: string[] = []
  readonly frames = new Map<string, number>()
  /** Refusals by their code, which people only see as a delay. */
  readonly refusals = new Map<number, number>()

  /** Takes down a frame that a device has received. */
  note(frame: ServerFrame): void {
    count(this.frames, frame.type)
    if (frame.type === 'ack') this.#acknowledge(frame.client_id, frame.message)
    if (frame.type === 'nack' || frame.type === 'error') count(this.refusals, frame.code)
    if (frame.type === 'message.delta') {
      const pieces = this.pieces.get(frame.message_id) ?? []
      pieces.push({ offset: frame.offset, text: frame.text })
      this.pieces.set(frame.message_id, pieces)
    }
    if ('message' in frame) this.#recordMessage(frame.message)
    if (frame.type === 'path.changed') for (const message of frame.list) this.#recordMessage(message)
  }

  wantEdit(id: string, text: string): void {
    this.edits.set(id, (this.edits.get(id) ?? new Set()).add(text))
  }

  wantRegeneration(parentId: string): void {
    count(this.regenerations, parentId)
  }

  #acknowledge(clientId: string, message: Message): void {
    const item = this.written.get(clientId)
    if (!item) this.findings.push(`an ack came for ${clientId}, which nobody sent`)
    else if (item.acknowledgedAs !== null && item.acknowledgedAs !== message.id)
      this.findings.push(`"${item.text}" was acknowledged as ${item.acknowledgedAs} and as ${message.id}`)
    else item.acknowledgedAs = message.id
  }

  #recordMessage(message: Message): void {
    // The echo on another tab says as much as an ack.
    if (message.client_id !== null && this.written.has(message.client_id)) this.#acknowledge(message.client_id, message)
    if (message.status === 'streaming') return
    const before = this.told.get(message.id)
    if (before && before.rev === message.rev && before.text !== message.text)
      this.findings.push(`message ${message.id} was told with two texts at revision ${message.rev}`)
    if (!before || before.rev < message.rev) this.told.set(message.id, message)
  }
}

/** Counts one more of something. */
function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

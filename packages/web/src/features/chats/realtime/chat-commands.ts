import type { ServerFrameOf } from '@everkin/contract/types.ts'
import type { ChatPorts } from './chat-snapshot.ts'

type MessageCommand = 'message.continue' | 'message.select' | 'message.delete' | 'message.restore'

/**
 * The commands of one chat. They go over the socket: each returns false without a connection, and then nothing happens.
 * What they change comes back as frames, also if the server refuses one.
 */
export class ChatCommands {
  #chatId: string
  #send: ChatPorts['send']
  /** What to call once the server has deleted a message. */
  #onDeleted = new Map<string, () => void>()

  constructor(chatId: string, send: ChatPorts['send']) {
    this.#chatId = chatId
    this.#send = send
  }

  /** With `modelId`, another model writes this one version. */
  regenerate(messageId: string, modelId?: string): boolean {
    return this.#send({
      type: 'message.regenerate',
      chat_id: this.#chatId,
      message_id: messageId,
      ...(modelId !== undefined && { model_id: modelId }),
    })
  }

  continueReply(messageId: string): boolean {
    return this.#sendFor('message.continue', messageId)
  }

  select(messageId: string): boolean {
    return this.#sendFor('message.select', messageId)
  }

  hide(messageId: string, hidden: boolean): boolean {
    return this.#send({ type: 'message.hide', chat_id: this.#chatId, message_id: messageId, hidden })
  }

  edit(messageId: string, text: string, branch: boolean): boolean {
    return this.#send({ type: 'message.edit', chat_id: this.#chatId, message_id: messageId, text, branch })
  }

  /** Deletes a message and everything after it; `onDeleted` is called when the server has done so, not if it refuses. */
  deleteFrom(messageId: string, onDeleted = () => {}): boolean {
    const isSent = this.#sendFor('message.delete', messageId)
    if (isSent) this.#onDeleted.set(messageId, onDeleted)
    return isSent
  }

  /** Brings back what `deleteFrom` has deleted within the last minute. */
  restore(messageId: string): boolean {
    return this.#sendFor('message.restore', messageId)
  }

  stop(): boolean {
    return this.#send({ type: 'generation.stop', chat_id: this.#chatId })
  }

  requestReplyBy(cardId: string): boolean {
    return this.#send({ type: 'generation.speak', chat_id: this.#chatId, card_id: cardId })
  }

  /** Call when the server has deleted messages of this chat. */
  applyDeleted(ids: ServerFrameOf<'message.deleted'>['ids']): void {
    for (const [id, onDeleted] of this.#onDeleted) {
      if (ids.includes(id) && this.#onDeleted.delete(id)) onDeleted()
    }
  }

  /** Call when the server has refused a command for a message. */
  applyRefused(messageId: string): void {
    this.#onDeleted.delete(messageId)
  }

  #sendFor(type: MessageCommand, messageId: string): boolean {
    return this.#send({ type, chat_id: this.#chatId, message_id: messageId })
  }
}

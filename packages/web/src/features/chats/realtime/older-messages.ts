import { LIMITS } from '@everkin/contract/limits.ts'
import type { ChatPorts, ChatSnapshot } from './chat-snapshot.ts'
import type { MessagePath } from './message-path.ts'

/** Messages per older page: few enough to be rendered without a stutter while scrolling. */
const OLDER_PAGE_SIZE = 30
/** Maximum number of pages, of a hundred messages each, loaded to show one message. */
const MAX_PAGES_TO_TARGET = 100

/** Loads the messages before the first loaded one, page by page. */
export class OlderMessages {
  readonly #chatId: string
  readonly #path: MessagePath
  readonly #ports: Pick<ChatPorts, 'getMessages'>
  readonly #onChange: () => void
  #state: ChatSnapshot['older'] = 'idle'

  constructor(chatId: string, path: MessagePath, ports: Pick<ChatPorts, 'getMessages'>, onChange: () => void) {
    this.#chatId = chatId
    this.#path = path
    this.#ports = ports
    this.#onChange = onChange
  }

  get state(): ChatSnapshot['older'] {
    return this.#state
  }

  /** Loads one page; does nothing while another page is loading, or when there are no more. */
  async load(): Promise<void> {
    const { first } = this.#path
    if (!first || !this.#path.hasOlder || this.#state === 'loading') return
    this.#setState('loading')
    try {
      const page = await this.#ports.getMessages({
        chat_id: this.#chatId,
        before_seq: first.seq,
        limit: OLDER_PAGE_SIZE,
      })
      // If another branch was selected meanwhile, it has other older messages, which are loaded when they are needed.
      if (this.#path.first?.id === first.id) this.#path.prepend(page.list, page.has_more)
      this.#setState('idle')
    } catch {
      this.#setState('failed')
    }
  }

  /**
   * Loads pages until the message is loaded. `elsewhere`: it is on another branch; `far`: it is further back than the
   * maximum number of pages.
   */
  async loadUntil({ id, seq }: { id: string; seq: number }): Promise<'there' | 'elsewhere' | 'far' | 'failed'> {
    for (let pages = 0; ; pages++) {
      if (this.#path.get(id)) return 'there'
      const { first } = this.#path
      if (!first || first.seq <= seq || !this.#path.hasOlder) return 'elsewhere'
      if (pages >= MAX_PAGES_TO_TARGET) return 'far'
      const query = { chat_id: this.#chatId, before_seq: first.seq, limit: LIMITS.maxPageSize }
      const page = await this.#ports.getMessages(query).catch(() => null)
      if (!page) return 'failed'
      // Another branch was selected, or scrolling loaded a page meanwhile: start over.
      if (this.#path.first?.id === first.id) this.#path.prepend(page.list, page.has_more)
      this.#onChange()
    }
  }

  #setState(state: ChatSnapshot['older']): void {
    this.#state = state
    this.#onChange()
  }
}

/**
 * Carries events between server processes, or within a single one. A lost event only causes a delay: clients detect
 * gaps by `rev` and offset and sync again.
 */
export interface EventBus {
  /** Whether other processes may be on the bus, too. */
  isShared: boolean
  publish(event: BusEvent): void
  subscribe(listener: (event: BusEvent) => void): void
  close(): Promise<void>
}

export type BusEvent =
  | { kind: 'frame'; personId: string; frame: string }
  | { kind: 'close_session'; sessionId: string }
  | { kind: 'close_person'; personId: string }
  | { kind: 'stop_generation'; chatId: string }
  | { kind: 'chats_erased'; chatIds: readonly string[] }
  | { kind: 'memory_changed'; chatId: string; hasOnlyGrown: boolean }
  | { kind: 'models_changed' }
  | { kind: 'products_changed' }
  | { kind: 'lore_changed'; personId: string }
  | { kind: 'blocks_changed'; personId: string }
  | { kind: 'card_changed'; cardId: string; byPersonId?: string | undefined }
  | { kind: 'presence_wanted'; personId: string; askId: string }
  | { kind: 'person_present'; askId: string }
  | { kind: 'stream_wanted'; personId: string; messageId: string; offset: number; reasoningOffset?: number | undefined }

/** The bus of a single process. */
export function createLocalEventBus(): EventBus {
  const listeners: ((event: BusEvent) => void)[] = []
  return {
    isShared: false,
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.push(listener)
    },
    close: async () => undefined,
  }
}

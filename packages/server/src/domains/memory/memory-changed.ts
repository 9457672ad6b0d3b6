import type { EventBus } from '../../platform/live/event-bus.ts'

/** After a change of what is remembered, and its commit: every process reads it anew at the chat's next turn. */
export function tellMemoryChanged(bus: EventBus, chatId: string): void {
  bus.publish({ kind: 'memory_changed', chatId, hasOnlyGrown: false })
}

import { RealtimeChats } from '../../features/chats/realtime/realtime-chats.ts'
import { unreadCounts } from '../../features/chats/realtime/unread-counts.ts'
import { appealPage } from '../../lib/appeal-at-field.ts'
import { STOP_FRAGMENT, stoppedText } from '../../lib/stopped-text.ts'
import { type FrameHandlers, handleFrame, ignoreFrame } from '../../realtime/frame-handlers.ts'
import { RealtimeSocket } from '../../realtime/realtime-socket.ts'
import { createBrowserEnvironment } from '../../realtime/socket-environment.ts'
import { openPage } from '../shell/page-frame-handlers.ts'
import { reloadForOtherPerson } from './reload-for-other-person.ts'
import { toastImageTask, toastNotice, toastOrder, toastStop } from './show-toasts.ts'

const decisions = {
  label: () => openPage.speaker?.current.text('moderation.notices.answer') ?? '',
  open: () => openPage.speaker?.current.goTo('decisions', STOP_FRAGMENT),
}

/** The live connection of one signed-in person in this tab; dispatches every frame to its handler. */
class TabRealtime {
  readonly userId: string
  readonly chats: RealtimeChats
  readonly #stops: (() => void)[]
  readonly #socket: RealtimeSocket

  constructor(userId: string) {
    this.userId = userId
    this.#socket = new RealtimeSocket(createBrowserEnvironment(), userId)
    this.chats = new RealtimeChats(userId, this.#socket)
    const handlers = this.#createHandlers()
    this.#socket.onFrame((frame) => handleFrame(handlers, frame))
    this.#stops = [stoppedText.subscribe(toastStop), reloadForOtherPerson(userId)]
    appealPage.set(decisions)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    appealPage.set(null)
    this.#socket.stop()
  }

  #createHandlers(): FrameHandlers {
    const { chats } = this
    return {
      // Handled by the socket.
      ready: ignoreFrame,
      pong: ignoreFrame,
      ack: (frame) => {
        chats.outbox.remove(frame.client_id)
        chats.applyFrame(frame)
      },
      nack: (frame) => chats.outbox.handleNack(frame),
      'message.created': chats.applyFrame,
      'message.delta': chats.applyFrame,
      'message.reasoning': chats.applyFrame,
      'message.completed': chats.applyFrame,
      'message.updated': chats.applyFrame,
      'message.deleted': chats.applyFrame,
      'path.changed': chats.applyFrame,
      'chat.updated': (frame) => {
        unreadCounts.applyFrame(frame)
        chats.outbox.handleChatFound(frame.chat.id)
        chats.applyFrame(frame)
      },
      'chat.deleted': (frame) => {
        unreadCounts.applyFrame(frame)
        if (!frame.hidden) chats.outbox.handleChatDeleted(frame.chat_id)
        chats.applyFrame(frame)
        void chats.cache.delete(frame.chat_id)
      },
      'wallet.updated': (frame) => {
        chats.outbox.updateWallet(frame.wallet)
        openPage.frameHandlers?.['wallet.updated'](frame)
      },
      'order.updated': (frame) => void toastOrder(frame),
      'task.updated': toastImageTask,
      'notices.updated': toastNotice,
      'safety.notice': (frame) => {
        chats.applyFrame(frame)
        openPage.frameHandlers?.['safety.notice'](frame)
      },
      synced: (frame) => {
        for (const { chat_id } of frame.chats) chats.outbox.handleChatFound(chat_id)
        chats.applyFrame(frame)
      },
      resync: chats.applyFrame,
      error: chats.applyFrame,
    }
  }
}

let current: TabRealtime | null = null

/** The tab's live chats of this person; stops those of another person first. Browser only. */
export function realtimeChatsOf(userId: string): RealtimeChats {
  if (current?.userId !== userId) {
    current?.stop()
    current = new TabRealtime(userId)
  }
  return current.chats
}

import { notifications } from '@everkin/contract/http/notifications.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { sendProactiveMessages } from './proactive-messages.ts'
import { notificationHandlers } from './routes.ts'
import type { NotificationServices } from './services.ts'
import { erasePushData, exportSubscriptions } from './store.ts'

export { pushReply } from './push-notifications.ts'
export type { PushAddress, PushMessage, PushSender } from './push-sender.ts'

export function createNotificationsModule(
  core: ServerCore,
  ports: Pick<NotificationServices, 'chats' | 'push'>,
): ServerModule & { services: NotificationServices } {
  const services: NotificationServices = { ...core, ...ports, isOnline: (personId) => core.presence.isOnline(personId) }
  return {
    name: 'notifications',
    services,
    operations: bindHandlers(notifications, notificationHandlers(services)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'send-proactive-messages',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => sendProactiveMessages(services),
      },
    ],
    personalData: {
      tables: {
        push_subscription: { erasure: 'deleted' },
        remark: { erasure: 'deleted', notExported: 'when a character last wrote unasked; the message is in the chats' },
      },
      exportParts: [
        listExport(
          { path: 'notifications.json', about: 'notifications', tables: ['push_subscription'] },
          exportSubscriptions,
        ),
      ],
      eraseSteps: [{ phase: 'content', run: (tx, person) => erasePushData(tx, person.id) }],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}

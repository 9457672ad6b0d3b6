import type { notifications } from '@everkin/contract/http/notifications.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { savePushSubscription } from './push-notifications.ts'
import type { NotificationServices } from './services.ts'
import { deleteSubscription, findSubscription } from './store.ts'

/** The HTTP handlers for notifications. */
export function notificationHandlers(services: NotificationServices): Handlers<typeof notifications> {
  return {
    pushInfo: async (_input, caller) => {
      const subscription = await findSubscription(services.database, caller.identity.sessionId)
      return {
        public_key: services.push.publicKey,
        replies: subscription?.replies ?? false,
        proactive_messages: subscription?.proactiveMessages ?? false,
      }
    },
    savePush: async ({ body }, caller) => {
      await savePushSubscription(services, caller, body)
      return {}
    },
    deletePush: async (_input, caller) => {
      await deleteSubscription(services.database, caller.identity.sessionId)
      return {}
    },
  }
}

import type { ChatServices } from '../modules/chats/module.ts'
import type { NotificationServices } from '../modules/notifications/module.ts'
import { createWebPush } from '../providers/push/web-push.ts'
import type { Infrastructure } from './shared.ts'

/** Telling people who are away. */
export function composeNotifications(infrastructure: Infrastructure, chats: ChatServices): NotificationServices {
  const { shared, appSecret, site, overrides } = infrastructure
  const contact = () => contactOf(shared.settings.supportEmail, site.url)
  return {
    ...shared,
    chats,
    isOnline: (personId) => shared.live.isOnline(personId),
    push: overrides.push ?? createWebPush({ appSecret, log: shared.log, contact }),
  }
}

/** Whom a push service may turn to; it takes an address of mail or of an https site (RFC 8292). */
function contactOf(supportEmail: string | null, siteUrl: string): string {
  if (supportEmail) return `mailto:${supportEmail}`
  return siteUrl.startsWith('https:') ? siteUrl : 'mailto:nobody@localhost'
}

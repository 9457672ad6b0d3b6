import type { ChatServices } from '../domains/chats/services.ts'
import type { NotificationServices } from '../domains/notifications/services.ts'
import { createWebPush } from '../providers/push/web-push.ts'
import type { Basis } from './basis.ts'

/** Telling people who are away. */
export function wireNotifications(basis: Basis, chats: ChatServices): NotificationServices {
  const { shared, appSecret, site, replacements } = basis
  const contact = () => contactOf(shared.settings.supportEmail, site.url)
  return {
    ...shared,
    chats,
    isHere: (personId) => shared.live.isHere(personId),
    push: replacements.push ?? createWebPush({ appSecret, log: shared.log, contact }),
  }
}

/** Whom a push service may turn to; it takes an address of mail or of an https site (RFC 8292). */
function contactOf(supportEmail: string | null, siteUrl: string): string {
  if (supportEmail) return `mailto:${supportEmail}`
  return siteUrl.startsWith('https:') ? siteUrl : 'mailto:nobody@localhost'
}

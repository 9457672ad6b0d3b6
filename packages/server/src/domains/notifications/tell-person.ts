import { LOCALES } from '@everkin/contract/locales.ts'
import { isolate } from '@everkin/contract/translate.ts'
import type { EndedReply } from '../chats/ended-reply.ts'
import type { NotificationServices } from './services.ts'
import { deleteSubscription, findSubscriptions, noteRemark } from './store.ts'

/**
 * A reply has ended: its reader's devices are told, unless a page of theirs is open here, where it is seen anyway. The
 * push service is asked beside all else; a browser that has withdrawn its address is forgotten. Never throws.
 */
export async function tellPerson(services: NotificationServices, reply: EndedReply): Promise<void> {
  try {
    if (reply.isUnasked) await noteRemark(services.database, reply.personId, reply.seq)
    if (services.isHere(reply.personId)) return
    const kind = reply.isUnasked ? 'remarks' : 'replies'
    const subscriptions = await findSubscriptions(services.database, reply.personId, kind)
    await Promise.all(
      subscriptions.map(async ({ sessionId, locale, ...address }) => {
        const text = services.texts.translate(locale)
        const name = isolate(reply.speakerName, locale)
        const outcome = await services.push.send(address, {
          title: text(reply.isUnasked ? 'notifications.remark' : 'notifications.reply', { name }),
          lang: locale,
          dir: LOCALES[locale].direction,
          tag: reply.chatId,
          path: `${locale === 'en' ? '' : `/${locale}`}/chat?chat_id=${encodeURIComponent(reply.chatId)}`,
        })
        if (outcome === 'gone') await deleteSubscription(services.database, sessionId)
      }),
    )
  } catch (error) {
    services.log.warn({ error }, 'nobody could be told of a reply')
  }
}

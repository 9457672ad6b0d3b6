import type { ApiBody } from '@everkin/contract/api-types.ts'
import { isolateName } from '@everkin/contract/isolate-name.ts'
import { LOCALES } from '@everkin/contract/locales.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { loadPerson } from '../accounts/module.ts'
import type { CompletedReply } from '../chats/module.ts'
import { isAdult } from '../safety/module.ts'
import type { NotificationServices } from './services.ts'
import {
  deleteRevoked,
  deleteSubscription,
  listSubscriptions,
  saveProactiveMessage,
  saveSubscription,
} from './store.ts'

/**
 * Notifies the reader's devices that a reply has ended, unless one of their pages is open and shows it anyway.
 * Runs in the background; a revoked subscription is deleted. Never throws.
 */
export async function pushReply(services: NotificationServices, reply: CompletedReply): Promise<void> {
  try {
    if (reply.isProactive) await saveProactiveMessage(services.database, reply.personId, reply.seq)
    if (await services.isOnline(reply.personId)) return
    const kind = reply.isProactive ? 'proactiveMessages' : 'replies'
    const subscriptions = await listSubscriptions(services.database, reply.personId, kind)
    await Promise.all(
      subscriptions.map(async ({ sessionId, locale, ...address }) => {
        const text = services.texts.translate(locale)
        const name = isolateName(reply.speakerName, locale)
        const outcome = await services.push.send(address, {
          title: text(reply.isProactive ? 'notifications.proactive' : 'notifications.reply', { name }),
          lang: locale,
          dir: LOCALES[locale].direction,
          tag: reply.chatId,
          path: `${locale === 'en' ? '' : `/${locale}`}/chat?chat_id=${encodeURIComponent(reply.chatId)}`,
        })
        if (outcome === 'gone') await deleteRevoked(services.database, sessionId, address.endpoint)
      }),
    )
  } catch (error) {
    services.log.warn({ error }, 'a push notification could not be sent')
  }
}

/**
 * Saves which notifications the device of this session gets, and in which language. With both switched off the
 * subscription is deleted.
 * @throws AppError InvalidInput (not a push service that browsers use), AgeNotOpen (not known to be an adult).
 */
export async function savePushSubscription(
  services: NotificationServices,
  caller: SignedInCaller,
  requested: ApiBody<'POST /api/user/savePush'>,
): Promise<void> {
  const { personId, sessionId } = caller.identity
  if (!services.push.acceptsEndpoint(requested.endpoint)) throw invalidInput('endpoint', 'not_allowed')
  if (!requested.replies && !requested.proactive_messages) return deleteSubscription(services.database, sessionId)
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  if (!isAdult(person.ageState)) {
    throw new AppError('AgeNotOpen', { reason: person.ageState === 'unknown' ? 'age_unknown' : 'under_18' })
  }
  const { endpoint, keys, replies, proactive_messages: proactiveMessages } = requested
  await saveSubscription(
    services.database,
    { sessionId, personId, endpoint, ...keys, replies, proactiveMessages, locale: caller.locale },
    services.clock.now(),
  )
}

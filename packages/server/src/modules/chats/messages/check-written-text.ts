import { inSpan } from '../../../platform/tracing/span.ts'
import { recordMinorSignal } from '../../accounts/module.ts'
import { findMinorSignal } from '../../safety/module.ts'
import { consumeWrittenText } from '../context/charge-message.ts'
import type { ChatContext } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { moderateOwnText } from './moderate-message.ts'

/**
 * Looks in a person's own words for a sign that they are under 18 (A6). After one that changes what they may do, returns
 * the chat as `reload` finds it now, which throws where it is closed to them; else null.
 */
export async function reloadAfterMinorSignal<Loaded>(
  services: ChatServices,
  { person }: Pick<ChatContext, 'person'>,
  text: string,
  reload: () => Promise<Loaded>,
): Promise<Loaded | null> {
  const signal = findMinorSignal(text, services.clock.now())
  if (!signal || !(await recordMinorSignal(services, person.id, signal))) return null
  services.contextCache.forgetPerson(person.id)
  return reload()
}

/** What a text is checked with: its chat, and the messages before it. */
interface TextPlace {
  context: ChatContext
  path: readonly PathEntry[]
}

/**
 * Checks a text that a person wrote, with the words for its pictures, before it is stored: moderation, then the limits
 * on what they write. `isCrisis`: it is a crisis message (crisis-notice.ts). `isSave`: it changes a message.
 * @throws AppError SafetyStop, Unavailable, TooManyRequests.
 */
export async function checkWrittenText(
  services: ChatServices,
  { context, path }: TextPlace,
  text: string,
  options: { isCrisis: boolean; isSave: boolean },
): Promise<void> {
  await inSpan('moderate', () => moderateOwnText(services, context, path, text, options))
  await consumeWrittenText(services, context.person.id)
}

/** Checks the text that a person gives to a character's message. @throws AppError as `checkWrittenText`. */
export async function checkRewrittenReply(
  services: ChatServices,
  { context, path }: TextPlace,
  text: string,
): Promise<void> {
  await moderateOwnText(services, context, path, text, { isSave: true })
  await consumeWrittenText(services, context.person.id)
}

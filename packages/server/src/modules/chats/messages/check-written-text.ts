import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { inSpan } from '../../../platform/tracing/span.ts'
import { consumeWrittenText } from '../context/charge-message.ts'
import type { ChatContext } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { checkMinorSignal } from './check-minor-signal.ts'
import { handleCrisis } from './crisis-notice.ts'
import { moderateOwnText } from './moderate-message.ts'

/**
 * Looks in a person's text for a sign that they are under 18. After one, returns the chat as `reload` finds it now, which
 * throws where it is closed to them; someone in distress is shown help even then (M4). Null without a sign.
 */
export async function reloadAfterMinorSignal<Loaded>(
  services: ChatServices,
  caller: RealtimeCaller,
  before: ChatContext,
  text: string,
  reload: () => Promise<Loaded>,
): Promise<Loaded | null> {
  if (!(await checkMinorSignal(services, before, text))) return null
  return reload().catch(async (error: unknown) => {
    await (await handleCrisis(services, caller, before, text))?.publish(null)
    throw error
  })
}

/** What a text is checked with: its chat, and the messages before it. */
interface TextPlace {
  context: ChatContext
  path: readonly PathEntry[]
}

/**
 * Checks a text that a person wrote, before it is stored: moderation, crisis, then the limits on what they write. `said`
 * is the text with the words for its pictures. Returns what shows the help lines once the text is stored, or null when
 * it is no crisis message; where a limit refuses the text, they are shown at once (M4).
 * @throws AppError SafetyStop, Unavailable, TooManyRequests.
 */
export async function checkWrittenText(
  services: ChatServices,
  caller: RealtimeCaller,
  { context, path }: TextPlace,
  text: string,
  said = text,
): ReturnType<typeof handleCrisis> {
  await inSpan('moderate', () => moderateOwnText(services, context, path, said))
  const crisis = await handleCrisis(services, caller, context, text)
  await consumeWrittenText(services, context.person.id).catch((error: unknown) => {
    void crisis?.publish(null)
    throw error
  })
  return crisis
}

/** Checks the text that a person gives to a character's message. @throws AppError as `checkWrittenText`. */
export async function checkRewrittenReply(
  services: ChatServices,
  { context, path }: TextPlace,
  text: string,
): Promise<void> {
  await moderateOwnText(services, context, path, text)
  await consumeWrittenText(services, context.person.id)
}

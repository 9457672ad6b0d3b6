import { detectCrisis } from '../../modules/safety/detect-crisis.ts'
import { guessCountry, helpLinesFor, helpLineView } from '../../modules/safety/help-lines.ts'
import { countCrisisNotice } from '../../modules/safety/verdicts.ts'
import type { RealtimeCaller } from '../../platform/realtime/socket-gateway.ts'
import { noteCrisis } from '../accounts/use-clock.ts'
import { crisisNotice } from './safety-notices.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/**
 * Looks for words of someone in distress. When there are some, gives what shows the help lines once the message is
 * stored, in place of a reply (C1 to C4); only an anonymous daily count is kept (C5). Null otherwise.
 */
export async function meetCrisis(
  services: ChatServices,
  caller: RealtimeCaller,
  turn: Turn,
  text: string,
): Promise<{ publish(messageId: string): void } | null> {
  const level = detectCrisis(text, turn.locale)
  if (level === 'none') return null
  const now = services.clock.now()
  // The help comes first: what is merely counted must not be able to hold it back (M4).
  const noted = Promise.all([
    noteCrisis(services.database, turn.person.id, now),
    countCrisisNotice(services.database, level, now),
  ])
  noted.catch((error: unknown) => services.log.error({ error }, 'a crisis could not be noted'))
  const country = guessCountry({ ...caller, timeZone: caller.timeZone ?? turn.person.timeZone })
  const { emergency, lines } = helpLinesFor({ country, locale: turn.locale })
  return {
    publish: (messageId) =>
      services.live.publishToPerson(
        turn.person.id,
        crisisNotice(services, turn.locale, {
          isImminent: level === 'crisis_imminent',
          chatId: turn.chat.id,
          messageId,
          emergency: emergency && country ? { phone: emergency, country } : null,
          lines: lines.map(helpLineView),
        }),
      ),
  }
}

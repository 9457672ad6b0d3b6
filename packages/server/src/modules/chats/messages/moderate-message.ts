import { AppError } from '../../../platform/app-error.ts'
import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { recordCrisis } from '../../accounts/module.ts'
import {
  countCrisisNotice,
  detectCrisis,
  guessCountry,
  helpLinesFor,
  helpLineView,
  recordVerdict,
  screenText,
} from '../../safety/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { crisisNotice } from '../context/safety-notices.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'

/**
 * Checks a person's text against the local rules, in the context of the last turns (B6). The verdict is stored, the
 * text is not.
 * @throws AppError SafetyStop; then nothing is stored and nothing charged.
 */
export async function moderateOwnText(
  services: ChatServices,
  turn: ChatContext,
  path: readonly PathEntry[],
  text: string,
): Promise<void> {
  const previous = path.slice(-4).map((entry) => entry.text)
  const verdict = screenText(text, { surface: 'user_message', previous, adultMode: turn.person.nsfw })
  if (verdict.kind !== 'blocked') return
  await recordVerdict(services.database, {
    surface: 'user_message',
    ref: turn.chat.id,
    verdict,
    now: services.clock.now(),
  })
  throw new AppError('SafetyStop', { category: verdict.category })
}

/**
 * Detects crisis messages. For one, returns a function that shows the help lines once the message is stored, instead of
 * a reply (C1 to C4); only an anonymous daily count is stored (C5). Otherwise null.
 */
export async function handleCrisis(
  services: ChatServices,
  caller: RealtimeCaller,
  turn: ChatContext,
  text: string,
): Promise<{ publish(messageId: string): void } | null> {
  const level = detectCrisis(text, turn.locale)
  if (level === 'none') return null
  const now = services.clock.now()
  // Help lines come first: a failing count must not delay them (M4).
  const noted = Promise.all([
    recordCrisis(services.database, turn.person.id, now),
    countCrisisNotice(services.database, level, now),
  ])
  noted.catch((error: unknown) => services.log.error({ error }, 'a crisis could not be recorded'))
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

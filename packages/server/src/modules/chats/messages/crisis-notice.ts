import type { Locale } from '@everkin/contract/locales.ts'
import type { HelpLine, ServerFrameOf } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../../platform/realtime/socket-gateway.ts'
import { recordCrisis } from '../../accounts/module.ts'
import { countCrisisNotice, detectCrisis, guessCountry, helpLinesFor, helpLineView } from '../../safety/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'

type Notice = ServerFrameOf<'safety.notice'>

/**
 * Detects crisis messages. For one, returns a function that shows the help lines once the message is stored, instead of
 * a reply (C1 to C4); only an anonymous daily count is stored (C5). It shows them at once, and resolves when the crisis
 * is recorded: the next turn must know of it. Otherwise null.
 */
export async function handleCrisis(
  services: ChatServices,
  caller: RealtimeCaller,
  turn: ChatContext,
  text: string,
): Promise<{ publish(messageId: string | null): Promise<void> } | null> {
  const level = detectCrisis(text, turn.locale)
  if (level === 'none') return null
  const now = services.clock.now()
  // Help lines come first: a failing count must not delay them (M4).
  const recorded = Promise.all([
    recordCrisis(services.database, turn.person.id, now),
    countCrisisNotice(services.database, level, now),
  ]).catch((error: unknown) => services.log.error({ error }, 'a crisis could not be recorded'))
  const country = guessCountry({ ...caller, timeZone: caller.timeZone ?? turn.person.timeZone })
  const { locale } = turn.forReader
  const { emergency, lines } = helpLinesFor({ country, locale })
  return {
    publish: async (messageId) => {
      services.live.publishToPerson(
        turn.person.id,
        crisisNotice(services, locale, {
          isImminent: level === 'crisis_imminent',
          chatId: turn.chat.id,
          messageId,
          emergency: emergency && country ? { phone: emergency, country } : null,
          lines: lines.map(helpLineView),
        }),
      )
      await recorded
    },
  }
}

/** C1 and C2: pauses the story and shows help lines. In imminent danger the emergency number comes first. */
function crisisNotice(
  services: Pick<ChatServices, 'texts'>,
  locale: Locale,
  facts: {
    isImminent: boolean
    chatId: string
    messageId: string | null
    emergency: Notice['emergency']
    lines: HelpLine[]
  },
): Notice {
  const translate = services.texts.translate(locale)
  const paused = translate('safety.crisis.text')
  const text =
    facts.isImminent && facts.emergency
      ? `${translate('safety.crisis.imminent', { number: facts.emergency.phone })}\n\n${paused}`
      : paused
  return {
    type: 'safety.notice',
    kind: facts.isImminent ? 'crisis_imminent' : 'crisis',
    chat_id: facts.chatId,
    message_id: facts.messageId,
    text,
    help_lines: facts.lines,
    emergency: facts.emergency,
  }
}

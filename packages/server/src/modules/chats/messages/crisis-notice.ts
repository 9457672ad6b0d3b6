import type { CrisisHelp as HelpOnWire, ServerFrameOf } from '@everkin/contract/types.ts'
import type { RealtimeCaller } from '../../../platform/realtime/frame-receiver.ts'
import { loadPerson, recordCrisis } from '../../accounts/module.ts'
import { countCrisisNotice, detectCrisis, findHelp, isCrisisText } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import { findChat } from '../store/chat-store.ts'

type Notice = ServerFrameOf<'safety.notice'>

/** Shows help lines to the writer of a crisis message. */
export interface CrisisHelp {
  /**
   * Shows them under the message with this id, or at the end of the chat for a message that is not stored. Resolves when
   * the crisis is recorded: the next turn must know of it. Only the first call does anything.
   */
  show(messageId: string | null): Promise<void>
  /** The text turned out not to be the person's own words. */
  withdraw(): void
}

/**
 * Runs what a person does with a text of their own in a chat. For a crisis message, `run` gets what shows the help lines
 * once the message is stored, instead of a reply (C1 to C4). Whatever refuses the message, they are shown before the
 * refusal: rules, quiet hours, limits or a fault (M4).
 */
export async function withCrisisHelp<Result>(
  services: ChatServices,
  caller: RealtimeCaller,
  frame: { chat_id: string; text: string },
  run: (help: CrisisHelp | null) => Promise<Result>,
): Promise<Result> {
  const help = await findCrisisHelp(services, caller, frame)
  if (!help) return run(null)
  try {
    return await run(help)
  } catch (error) {
    await help.show(null)
    throw error
  }
}

async function findCrisisHelp(
  services: ChatServices,
  caller: RealtimeCaller,
  { chat_id, text }: { chat_id: string; text: string },
): Promise<CrisisHelp | null> {
  // Most texts are no crisis in any language: no chat is loaded for them.
  if (!isCrisisText(text)) return null
  const { database } = services
  const { personId } = caller.identity
  // Without a database there is still help.
  const [person, chat] = await Promise.all([
    loadPerson(database, personId),
    findChat(database, chat_id, personId),
  ]).catch(() => [null, null])
  const level = detectCrisis(text, chat?.locale ?? caller.locale)
  if (level === 'none') return null
  const found = findHelp({ ...caller, timeZone: caller.timeZone ?? person?.timeZone ?? null }, caller.locale)
  let isDone = false
  return {
    withdraw: () => {
      isDone = true
    },
    show: async (messageId) => {
      if (isDone) return
      isDone = true
      const facts = {
        level,
        chatId: chat_id,
        messageId,
        ...found,
      }
      // Help lines come first: a failing count must not delay them (M4).
      services.live.publishToPerson(personId, crisisNotice(services, caller, facts))
      await recordCrisisHelp(services, personId, level)
    },
  }
}

/** Stores that no offers are shown for a day (C3), and an anonymous daily count (C5). Never throws. */
export async function recordCrisisHelp(
  services: Pick<ChatServices, 'database' | 'clock' | 'log' | 'contextCache'>,
  personId: string,
  level: 'crisis' | 'crisis_imminent',
): Promise<void> {
  const { database, clock, log, contextCache } = services
  const now = clock.now()
  await Promise.all([recordCrisis(database, personId, now), countCrisisNotice(database, level, now)]).catch(
    (error: unknown) => log.error({ error }, 'a crisis could not be recorded'),
  )
  contextCache.forgetPerson(personId)
}

/** C1 and C2: pauses the story and shows help lines. In imminent danger the emergency number comes first. */
function crisisNotice(
  services: Pick<ChatServices, 'texts'>,
  { locale }: Pick<RealtimeCaller, 'locale'>,
  facts: {
    level: 'crisis' | 'crisis_imminent'
    chatId: string
    messageId: string | null
  } & Omit<HelpOnWire, 'imminent'>,
): Notice {
  const translate = services.texts.translate(locale)
  const paused = translate('safety.crisis.text')
  const text =
    facts.level === 'crisis_imminent' && facts.emergency
      ? `${translate('safety.crisis.imminent', { number: facts.emergency.phone })}\n\n${paused}`
      : paused
  return {
    type: 'safety.notice',
    kind: facts.level,
    chat_id: facts.chatId,
    message_id: facts.messageId,
    text,
    help_lines: facts.help_lines,
    emergency: facts.emergency,
  }
}

import type { Locale } from '@everkin/contract/locales.ts'
import type { HelpLine, Message, ServerFrameOf } from '@everkin/contract/types.ts'
import type { ChatServices } from './services.ts'

type Notice = ServerFrameOf<'safety.notice'>
type Words = Pick<ChatServices, 'texts'>

/** The rules stopped a reply: said in the house's voice, and that it cost nothing. */
export function blockedNotice(services: Words, locale: Locale, message: Message): Notice {
  return {
    type: 'safety.notice',
    kind: 'blocked',
    chat_id: message.chat_id,
    message_id: message.id,
    text: services.texts.translate(locale)('safety.blocked.reply'),
    help_lines: [],
    emergency: null,
  }
}

/** H1: a reminder that nobody here but the reader is a person. */
export function aiReminder(services: Words, locale: Locale, chatId: string): Notice {
  return {
    type: 'safety.notice',
    kind: 'ai_reminder',
    chat_id: chatId,
    message_id: null,
    text: services.texts.translate(locale)('safety.ai.reminder'),
    help_lines: [],
    emergency: null,
  }
}

/** C1 and C2: the story pauses; in imminent danger the emergency number comes first. */
export function crisisNotice(
  services: Words,
  locale: Locale,
  facts: { isImminent: boolean; chatId: string; messageId: string; emergency: Notice['emergency']; lines: HelpLine[] },
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

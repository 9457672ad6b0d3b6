import { takeBreakReminder } from '../../accounts/module.ts'
import { isMinor } from '../../safety/module.ts'
import type { ChatServices } from '../services.ts'
import type { ChatContext } from './chat-context.ts'

/**
 * Sends the reminder to take a break to every device of someone who wants it, after each hour of continued use;
 * minors always get it (H1, A8). Costs others nothing.
 */
export async function sendBreakReminder(services: ChatServices, context: ChatContext): Promise<void> {
  const { person, chat, forReader } = context
  const isForced = isMinor(person.ageState)
  if (!person.breakReminder && !isForced) return
  if (!(await takeBreakReminder(services.database, person.id, services.clock.now(), isForced))) return
  services.live.publishToPerson(person.id, {
    type: 'safety.notice',
    kind: 'break',
    chat_id: chat.id,
    message_id: null,
    text: services.texts.translate(forReader.locale)('breaks.notice'),
    help_lines: [],
    emergency: null,
  })
}

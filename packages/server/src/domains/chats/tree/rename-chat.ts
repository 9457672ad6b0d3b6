import type { Chat } from '@everkin/contract/types.ts'
import { screenText } from '../../../modules/safety/screening/screen-text.ts'
import { recordVerdict } from '../../../modules/safety/verdicts.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { Person } from '../../accounts/person.ts'
import { changeChat, publishChange } from '../change-chat.ts'
import { setTitle } from '../chat-store.ts'
import { readTurn } from '../read-turn.ts'
import type { ChatServices } from '../services.ts'
import { chatView } from '../views.ts'

/**
 * Names a chat; an empty name gives it its character's again.
 * @throws AppError NotFound, InvalidInput, SafetyStop (then the old name stays).
 */
export async function renameChat(
  services: ChatServices,
  personId: string,
  chatId: string,
  title: string,
): Promise<Chat> {
  const { person, ready } = await readTurn(services, personId, chatId)
  const screened = await screenTitle(services, person, chatId, title)
  const { chat } = await changeChat(services, personId, chatId, async (held) => {
    held.chat.title = screened
    // Turns that remember the old name must read the chat again.
    held.nextRev()
    await setTitle(held.tx, held.chat.id, screened)
  })
  await publishChange(services, chat, [])
  return chatView(chat, ready.card)
}

/** A name as it is stored: one line, judged by the rules (B6). @throws AppError InvalidInput, SafetyStop. */
export async function screenTitle(
  services: ChatServices,
  person: Person,
  chatId: string,
  title: string,
): Promise<string> {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(title)) throw invalidInput('title', 'one line')
  const plain = title.trim()
  const verdict = screenText(plain, { surface: 'nickname', adultMode: person.nsfw })
  if (verdict.kind !== 'blocked') return plain
  await recordVerdict(services.database, { surface: 'nickname', ref: chatId, verdict, now: services.clock.now() })
  throw new AppError('SafetyStop', { category: verdict.category })
}

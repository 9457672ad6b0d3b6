import { stoppedSave } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { detectCrisis, isCrisisText, recordVerdict, screenText } from '../../safety/module.ts'

/**
 * Checks what a person writes into a chat's memory against the local rules (B6). Crisis messages are not stored either:
 * they are handled in the chat (C1, C5). The verdict is stored, the text is not.
 * @throws AppError SafetyStop; then nothing is stored.
 */
export async function assertMemoryAllowed(
  db: Queryable,
  text: string,
  about: { chatId: string; personId: string; locale: string; adultMode: boolean; isTeen: boolean; now: Date },
): Promise<void> {
  const verdict = screenText(text, { surface: 'user_message', adultMode: about.adultMode, isTeen: about.isTeen })
  if (verdict.kind === 'blocked') {
    const ref = { id: about.chatId, personId: about.personId }
    await recordVerdict(db, { surface: 'user_message', ref, verdict, now: about.now })
    throw stoppedSave(verdict.category)
  }
  if (detectCrisis(text, about.locale) !== 'none') throw stoppedSave('self_harm_encouragement')
}

/** Whether a model's text, or a message, may be remembered. */
export function isAllowedInMemory(text: string, { adultMode }: { adultMode: boolean }): boolean {
  return screenText(text, { surface: 'model_reply', adultMode }).kind !== 'blocked' && !isCrisisText(text)
}

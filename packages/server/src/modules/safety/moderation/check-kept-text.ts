import { AppError, stoppedSave } from '../../../platform/app-error.ts'
import type { ScreenedSurface } from '../screening/screen-text.ts'
import type { VerdictRef } from '../store.ts'
import type { Moderator } from './moderator.ts'

/** A text that is kept apart from the messages of a chat: a nickname, a title, a persona, a lorebook. */
export interface KeptText {
  text: string
  /** Not a message or a reply: the local rules soften nothing there, so they are strict as they are (M3). */
  surface: Exclude<ScreenedSurface, 'user_message' | 'model_reply' | 'report'>
  /** What the verdict is about, as in `recordVerdict`. */
  ref: VerdictRef | null
  /** Its writer is in the protected mode (A8). */
  isTeen?: boolean
}

/**
 * Asks the moderation model about a text that the local rules have passed (M1). While it gives no verdict, they stand
 * alone, and a teen is asked to try again later (A8). The verdict is stored, the text is not.
 * @throws AppError SafetyStop, Unavailable; then the caller stores nothing.
 */
export async function assertModelPasses(
  { moderator }: { moderator: Moderator },
  { text, surface, ref, isTeen = false }: KeptText,
): Promise<void> {
  const outcome = await moderator.checkText(text, { surface, ref, isTeen })
  if (outcome.kind === 'blocked') throw stoppedSave(outcome.category)
  // The model's doubt about sexual words is enough for a teen.
  if (isTeen && outcome.kind === 'doubtful' && outcome.category === 'sexual') throw stoppedSave('romance')
  if (isTeen && outcome.kind === 'unavailable') throw new AppError('Unavailable')
}

import { AppError } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ScreenedSurface, Verdict } from '../screening/screen-text.ts'
import { screenTextPaced } from '../screening/screening-thread.ts'
import { recordVerdict } from '../verdicts.ts'
import type { Moderator } from './moderator.ts'

/** A text that is kept apart from the messages of a chat: a nickname, a title, a persona, a lorebook. */
export interface KeptText {
  text: string
  surface: ScreenedSurface
  /** What the verdict is about, as in `recordVerdict`. */
  ref: string | null
  /** Its writer is in the protected mode (1b). */
  teen?: boolean
  /** What the local rules have found only doubtful, where the caller knows; by default the text is read again. */
  doubt?: Verdict
}

interface Services {
  moderator: Moderator
  database: Database
  clock: Clock
}

/**
 * Asks the moderation model about a text that the local rules have passed (M1). While it gives no verdict, what they
 * find doubtful is blocked (M3), and a teen is asked to try again later (1b). The verdict is stored, the text is not.
 * @throws AppError SafetyStop, Unavailable; then the caller stores nothing.
 */
export async function assertModelPasses(
  { moderator, database, clock }: Services,
  { text, surface, ref, teen = false, doubt }: KeptText,
): Promise<void> {
  const outcome = await moderator.checkText(text, { surface, ref })
  if (outcome.kind === 'off' || outcome.kind === 'clear') return
  if (outcome.kind === 'blocked') throw new AppError('SafetyStop', { category: outcome.category })
  if (outcome.kind === 'doubtful') {
    // The model's doubt about sexual words is enough for a teen.
    if (teen && outcome.category === 'sexual') throw new AppError('SafetyStop', { category: 'romance' })
    return
  }
  if (teen) throw new AppError('Unavailable')
  const found = doubt ?? (await screenTextPaced(text, { surface, adultMode: false }))
  if (found.kind !== 'doubtful') return
  await recordVerdict(database, { surface, ref, verdict: { ...found, kind: 'blocked', at: 0 }, now: clock.now() })
  throw new AppError('SafetyStop', { category: found.category })
}

import { screenText } from '../../modules/safety/screening/screen-text.ts'
import { recordVerdict } from '../../modules/safety/verdicts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { PathEntry } from './path-cache.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/**
 * The local rules over what a person writes, read with the last turns (B6). The verdict is kept, the text is not.
 * @throws AppError SafetyStop; then nothing is stored and nothing charged.
 */
export async function screenOwnText(
  services: ChatServices,
  turn: Turn,
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

import { AppError } from '../../../platform/app-error.ts'
import { isMinor, recordVerdict, screenText } from '../../safety/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
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
  const { nsfw: adultMode, ageState } = turn.person
  const verdict = screenText(text, { surface: 'user_message', previous, adultMode, teen: isMinor(ageState) })
  if (verdict.kind !== 'blocked') return
  await recordVerdict(services.database, {
    surface: 'user_message',
    ref: turn.chat.id,
    verdict,
    now: services.clock.now(),
  })
  throw new AppError('SafetyStop', { category: verdict.category })
}

import { AppError, stoppedSave } from '../../../platform/app-error.ts'
import { isMinor, recordVerdict, screenStrictly, screenTextPaced, type Verdict } from '../../safety/module.ts'
import type { ChatContext } from '../context/chat-context.ts'
import type { ChatServices } from '../services.ts'
import { findChat } from '../store/chat-store.ts'
import type { PathEntry } from '../store/path-cache.ts'

/**
 * Checks a person's text against the local rules, in the context of the last turns (B6), then with the moderation model.
 * The verdict is stored, the text is not. While that model gives no verdicts, the local rules are strict (M3); a teen
 * waits until it does. `isCrisis` says that the text is a crisis message: it is answered at once, whatever the model would
 * say, and refused only for what it says besides (C1). `isSave` says that the text is saved, not sent.
 * @throws AppError SafetyStop, Unavailable; then nothing is stored and nothing charged.
 */
export async function moderateOwnText(
  services: ChatServices,
  context: ChatContext,
  path: readonly PathEntry[],
  text: string,
  { isCrisis = false, isSave = false }: { isCrisis?: boolean; isSave?: boolean } = {},
): Promise<void> {
  const stopped = isSave ? stoppedSave : stoppedSend
  const previous = textsBefore(path)
  const { nsfw: adultMode, ageState } = context.person
  const isTeen = isMinor(ageState)
  const screening = { surface: 'user_message', previous, adultMode, isTeen, isCrisis } as const
  await assertNotBlocked(services, context, await screenTextPaced(text, screening), stopped)
  if (isCrisis) return
  const outcome = await services.moderator.checkText(text, {
    surface: 'user_message',
    ref: null,
    isTeen,
    isStoredByCaller: true,
  })
  if (outcome.kind === 'off') return
  // A8: the model's doubt about sexual words is enough for a teen.
  if (isTeen && outcome.kind === 'doubtful' && outcome.category === 'sexual') throw stopped('romance')
  if (outcome.kind !== 'unavailable') return assertNotBlocked(services, context, outcome, stopped)
  if (isTeen) throw new AppError('Unavailable')
  await assertNotBlocked(services, context, screenStrictly(text, screening), stopped)
}

const textsBefore = (path: readonly PathEntry[]) => path.slice(-4).map((entry) => entry.text)

/** The last turns of a person's chat, in whose context a text of theirs is screened; none of a chat that is not theirs. */
export async function loadScreeningContext(
  services: Pick<ChatServices, 'database' | 'paths'>,
  personId: string,
  chatId: string,
): Promise<string[]> {
  const chat = await findChat(services.database, chatId, personId)
  return chat ? textsBefore(await services.paths.read(services.database, chat)) : []
}

const stoppedSend = (category: string) => new AppError('SafetyStop', { category })

async function assertNotBlocked(
  services: ChatServices,
  context: ChatContext,
  verdict: Verdict,
  stopped: (category: string) => AppError,
): Promise<void> {
  if (verdict.kind !== 'blocked') return
  await recordVerdict(services.database, {
    surface: 'user_message',
    ref: { id: context.chat.id, personId: context.person.id },
    verdict,
    now: services.clock.now(),
  })
  throw stopped(verdict.category)
}

import { EARLIER_TURNS_READ } from '../../../modules/safety/rules.ts'
import { screenText } from '../../../modules/safety/screening/screen-text.ts'
import { recordVerdict } from '../../../modules/safety/verdicts.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Person } from '../../accounts/person.ts'
import type { ChatServices } from '../services.ts'
import type { FileMessage, Remark } from './read-lines.ts'

/** Texts that are judged before everybody else has a turn. */
const AT_ONCE = 20

/**
 * Judges everything that a file brings, read with what stands before it (B6). One hit on the safety of minors refuses
 * the whole file; any other leaves its text out and says so.
 * @throws AppError SafetyStop; the verdict is kept, nothing of the text is.
 */
export async function screenImport(
  services: Pick<ChatServices, 'database' | 'clock'>,
  person: Person,
  messages: readonly FileMessage[],
  remarks: Remark[],
): Promise<FileMessage[]> {
  const passed: FileMessage[] = []
  let judged = 0
  for (const message of messages) {
    const surface = message.role === 'user' ? 'user_message' : 'model_reply'
    const previous = passed.slice(-EARLIER_TURNS_READ).map(({ versions, shown }) => versions[shown] ?? '')
    const kept: { text: string; index: number }[] = []
    for (const [index, text] of message.versions.entries()) {
      if (++judged % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      const verdict = screenText(text, { surface, previous, adultMode: person.nsfw })
      if (verdict.kind !== 'blocked') {
        kept.push({ text, index })
        continue
      }
      if (verdict.category === 'minor_safety') {
        await recordVerdict(services.database, { surface, ref: null, verdict, now: services.clock.now() })
        throw new AppError('SafetyStop', { category: verdict.category })
      }
      remarks.push({ line: message.line, kind: 'blocked' })
    }
    if (kept.length === 0) continue
    const shown = kept.findIndex(({ index }) => index === message.shown)
    passed.push({ ...message, versions: kept.map(({ text }) => text), shown: Math.max(0, shown) })
  }
  return passed
}

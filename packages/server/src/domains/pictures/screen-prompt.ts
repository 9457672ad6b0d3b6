import { AppError } from '../../platform/app-error.ts'
import { findCues } from '../safety/find-cues.ts'
import { recordVerdict } from '../safety/record-verdict.ts'
import { CUE } from '../safety/rules.ts'
import { screenText, withoutShielded } from '../safety/screen-text.ts'
import { screeningLexicon } from '../safety/screening-lexicon.ts'
import type { PictureServices } from './services.ts'

/**
 * The local rules over what a picture is asked for in words (B1, B2, B6). A picture goes further than words: what is
 * only doubtful elsewhere is refused here, and so is undressing, whoever it is about, and anybody under 18, whatever
 * they do, since every picture can become the portrait of a character that people meet. The verdict is kept, the words
 * are not.
 * @throws AppError SafetyStop.
 */
export async function screenPrompt(
  services: Pick<PictureServices, 'database' | 'clock'>,
  personId: string,
  prompt: string,
): Promise<void> {
  const verdict = screenText(prompt, { surface: 'media_prompt', adultMode: false })
  await recordVerdict(services.database, { surface: 'media_prompt', ref: personId, verdict, now: services.clock.now() })
  if (verdict.kind !== 'clear') throw new AppError('SafetyStop', { category: verdict.category })
  const cues = withoutShielded(findCues(prompt, screeningLexicon, false).cues, 0)
  if (cues.some(({ group }) => group === CUE.minor)) throw new AppError('SafetyStop', { category: 'minor_safety' })
  if (cues.some(({ group }) => group === CUE.undress)) throw new AppError('SafetyStop', { category: 'real_person' })
  if (cues.some(({ group }) => group === CUE.act)) throw new AppError('SafetyStop', { category: 'sexual' })
}

/** Screens large texts off the main thread. `screening-thread.ts` starts it. */
import type { AgeFinding } from './card-ages.ts'
import { type AgedGroup, findMinorMember } from './group-ages.ts'
import { type CardVerdict, type ScreenedCard, screenCard } from './screen-card.ts'
import { type ScreeningContext, screenText, type Verdict } from './screen-text.ts'

export type ScreeningTask =
  | { card: ScreenedCard }
  | { agedGroup: AgedGroup }
  | { text: string; context: ScreeningContext }

export default function screen(task: ScreeningTask): CardVerdict | AgeFinding | null | Verdict {
  if ('card' in task) return screenCard(task.card)
  return 'agedGroup' in task ? findMinorMember(task.agedGroup) : screenText(task.text, task.context)
}

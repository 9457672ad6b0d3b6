/** Screens large texts off the main thread. `screening-thread.ts` starts it. */
import { type CardVerdict, type ScreenedCard, screenCard } from './screen-card.ts'
import { type ScreeningContext, screenText, type Verdict } from './screen-text.ts'

export type ScreeningTask = { card: ScreenedCard } | { text: string; context: ScreeningContext }

export default function screen(task: ScreeningTask): CardVerdict | Verdict {
  return 'card' in task ? screenCard(task.card) : screenText(task.text, task.context)
}

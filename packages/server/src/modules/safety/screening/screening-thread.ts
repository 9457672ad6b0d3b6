import { Piscina } from 'piscina'
import { AppError } from '../../../platform/app-error.ts'
import { markProgress } from '../../../platform/event-loop.ts'
import type { AgeFinding } from './card-ages.ts'
import { type AgedGroup, findMinorMember } from './group-ages.ts'
import { type CardVerdict, type ScreenedCard, screenCard } from './screen-card.ts'
import { type ScreeningContext, screenText, type Verdict } from './screen-text.ts'
import type { ScreeningTask } from './screening-worker.ts'

/** Texts of up to this length are screened at once: that takes up to 35 ms. */
const MAX_INLINE_LENGTH = 12_000
/** Two cards of a MiB take about a second. Later requests are refused. */
const MAX_QUEUE_LENGTH = 30
const IDLE_TIMEOUT_MS = 30_000

let thread: Piscina | null = null

/** `screenCard` without holding the event loop, however long the texts are. @throws AppError Unavailable. */
export async function screenCardPaced(card: ScreenedCard): Promise<CardVerdict> {
  const length = card.texts.reduce((sum, text) => sum + text.length, 0)
  return length > MAX_INLINE_LENGTH ? runInThread<CardVerdict>({ card: plainCard(card) }) : screenCard(card)
}

/** `screenText` without holding the event loop, however long the text is. @throws AppError Unavailable. */
export async function screenTextPaced(text: string, context: ScreeningContext): Promise<Verdict> {
  return text.length > MAX_INLINE_LENGTH ? runInThread<Verdict>({ text, context }) : screenText(text, context)
}

/** `findMinorMember` without holding the event loop, however long the texts are. @throws AppError Unavailable. */
export async function findMinorMemberPaced(group: AgedGroup): Promise<AgeFinding | null> {
  const length = group.scenario.length + group.opening.length
  return length > MAX_INLINE_LENGTH ? runInThread<AgeFinding | null>({ agedGroup: group }) : findMinorMember(group)
}

/** Ends the thread once its work is done; the next large text starts another. */
export async function closeScreeningThread(): Promise<void> {
  const ending = thread
  thread = null
  await ending?.close()
}

async function runInThread<Result extends CardVerdict | AgeFinding | null | Verdict>(
  task: ScreeningTask,
): Promise<Result> {
  thread ??= new Piscina({
    filename: new URL('./screening-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    maxQueue: MAX_QUEUE_LENGTH,
  })
  if (thread.queueSize >= MAX_QUEUE_LENGTH) throw new AppError('Unavailable')
  const result: unknown = await thread.run(task)
  markProgress()
  return result as Result // of the kind that the task asks for
}

/** The fields that are screened: a card may carry others, which need not be copied to the thread. */
function plainCard({ name, tagline, age, texts, definition, tags, rating }: ScreenedCard): ScreenedCard {
  return { name, tagline, age, texts, definition, tags, rating }
}

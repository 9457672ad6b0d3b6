import type { DecisionReason, StopPlace } from '@everkin/contract/moderation-choices.ts'
import { AppError } from '../../platform/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { keyedHash, loadPerson, type Person } from '../accounts/module.ts'
import { loadScreeningContext } from '../chats/module.ts'
import { screenPrompt } from '../image-tasks/module.ts'
import {
  claimsPersonUnder18,
  describesMinor,
  isMinor,
  isOpenCrisisText,
  recordVerdict,
  screenStrictly,
  screenText,
} from '../safety/module.ts'
import { openCase } from './case-store.ts'
import { insertAppeal, insertDecision } from './decision-store.ts'
import { insertNotices, markRead } from './notice-store.ts'
import { openQuarantine } from './quarantine.ts'
import { APPEAL_LIMIT, STOPPED_TEXT_MS, severityOf, UNDO_MS } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { deleteStoppedTexts, insertStoppedText } from './stopped-text-store.ts'

interface Stop {
  place: StopPlace
  text: string
  /** The chat in whose context a message was read. */
  chatId: string | null
}

/**
 * Stores the answer of a person to a stop by the safety rules, with the text, and puts it into the queue. Nothing of the
 * text was stored before. It is screened again in the same way, so only a text that is really stopped can be
 * appealed for. What may be abuse material is quarantined at once (R3).
 * @throws AppError Conflict for a text that is not stopped, or was appealed for before; TooManyRequests.
 */
export async function appealStop(
  services: ModerationServices,
  personId: string,
  { note, ...stop }: Stop & { note: string },
): Promise<void> {
  const { database, clock, limiter, appSecret } = services
  const now = clock.now()
  await limiter.consume(`appeal:${personId}`, APPEAL_LIMIT)
  const person = await loadPerson(database, personId)
  if (!person) throw new AppError('NotSignedIn')
  const category = await findCategory(services, person, stop)
  if (category === null) throw new AppError('Conflict', null, 'notStopped')
  const reason = REASON_OF[category] ?? 'other'
  const { place, text } = stop
  await database.transaction(async (tx) => {
    const id = newId(now)
    const textHash = keyedHash(appSecret, 'stopped', `${personId} ${text}`)
    const row = { id, personId, place, category, text, textHash, createdAt: now }
    if (!(await insertStoppedText(tx, row))) throw new AppError('Conflict', null, 'alreadyDone')
    const found = { type: 'text', id, authorId: personId, ownerId: personId, label: '', restriction: null } as const
    const opened = await openCase(tx, 'appeal', found, { severity: severityOf(reason) === 0 ? 1 : 2, now })
    if (reason === 'minor_safety') await openQuarantine(tx, found, now)
    const decisionId = await insertDecision(tx, {
      caseId: null,
      targetType: 'text',
      targetId: id,
      authorId: personId,
      ownerId: personId,
      operatorId: null,
      action: 'stop',
      reason,
      before: { restriction: null, caseIds: [] },
      label: '',
      createdAt: now,
    })
    await insertAppeal(tx, { decisionId, personId, caseId: opened.id, text: note, createdAt: now })
    // Not news: it only shows the appeal among the person's decisions.
    await insertNotices(tx, decisionId, [{ personId, kind: 'yours' }], { now, shownFrom: now })
    await markRead(tx, personId, now, decisionId)
    const verdict = screenText(note, { surface: 'report', adultMode: false })
    await recordVerdict(tx, { surface: 'report', ref: null, verdict, now })
  })
}

/** Where a text is screened again. */
const SURFACES = { message: 'user_message', card: 'card', other: 'persona' } as const

/** The rule that stops a text, as a category of the safety rules; null: none does. */
async function findCategory(services: ModerationServices, person: Person, stop: Stop): Promise<string | null> {
  if (stop.place === 'picture') return categoryOfPrompt(services, person.id, stop.text)
  const { text, place } = stop
  const surface = SURFACES[place]
  const isTeen = isMinor(person.ageState)
  const previous = stop.chatId === null ? [] : await loadScreeningContext(services.chats, person.id, stop.chatId)
  const context = { surface, previous, adultMode: person.nsfw, isTeen, isCrisis: isOpenCrisisText(text) } as const
  const verdict = screenText(text, context)
  if (verdict.kind === 'blocked') return verdict.category
  if (place === 'other' && claimsPersonUnder18(text, '')) return 'minor_safety'
  // The sentence from which a character was to be written.
  if (place === 'card' && describesMinor(text)) return 'minor_safety'
  const outcome = await services.moderator.checkText(text, { surface, ref: { id: person.id, personId: person.id } })
  if (outcome.kind === 'blocked') return outcome.category
  if (isTeen && outcome.kind === 'doubtful' && outcome.category === 'sexual') return 'romance'
  if (outcome.kind !== 'unavailable') return null
  const strict = screenStrictly(text, context)
  return strict.kind === 'blocked' ? strict.category : null
}

async function categoryOfPrompt(services: ModerationServices, personId: string, text: string): Promise<string | null> {
  try {
    await screenPrompt(services, personId, text)
    return null
  } catch (error) {
    if (error instanceof AppError && error.facts && 'category' in error.facts) return error.facts.category
    throw error
  }
}

/** The words in which a decision names the rule. */
const REASON_OF: Partial<Record<string, DecisionReason>> = {
  minor_safety: 'minor_safety',
  self_harm_encouragement: 'self_harm',
  sexual_violence: 'sexual',
  sexual: 'sexual',
  romance: 'sexual',
  real_person: 'real_person',
  mass_harm: 'violence',
  threat: 'harassment',
}

/** Deletes the stopped texts whose appeal is decided for good, and all that are 30 days old. */
export function purgeStoppedTexts({ database, clock }: Pick<ModerationServices, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  return deleteStoppedTexts(database, { decided: new Date(now - UNDO_MS), createdAt: new Date(now - STOPPED_TEXT_MS) })
}

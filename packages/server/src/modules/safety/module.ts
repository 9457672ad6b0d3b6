import { safety } from '@everkin/contract/http/safety.ts'
import { buildLexicons } from '@everkin/text-safety'
import type { Clock } from '../../platform/clock.ts'
import { yieldToEventLoop } from '../../platform/event-loop.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { crisisLexicon } from './detect-crisis.ts'
import { goodbyeLexicon } from './goodbye.ts'
import { findMinorSignal } from './minor-signals.ts'
import type { ModerationModel } from './moderation/moderation-model.ts'
import { createModerator, type Moderator } from './moderation/moderator.ts'
import { eraseReporter, exportReports, type ReportServices } from './reports.ts'
import { safetyHandlers } from './routes.ts'
import { ownAgeLexicon } from './screening/age-claims.ts'
import { warmUpAgePatterns } from './screening/age-patterns.ts'
import { screeningLexicon } from './screening/screening-lexicon.ts'
import { closeScreeningThread } from './screening/screening-thread.ts'

// Ages: what is known of a person’s, and what it opens

export { type AgeScope, type AgeState, isAdult, isMinor, nextAgeState } from './age-state.ts'
export { findMinorSignal, type MinorSignal } from './minor-signals.ts'
export {
  isQuietHour,
  isTooYoung,
  MAX_TEEN_USE_MS,
  nextMorning,
  nextTeenUse,
  QUIET_HOURS,
  TEEN_AGES,
  type TeenAge,
  type TeenUse,
  teenRuleFor,
  teenRulesReviewedAt,
} from './protected-mode.ts'
export {
  ageRuleFor,
  ageRulesReviewedAt,
  checkChatAccess,
  checkRatingAccess,
  confirmAge,
  type RatingSettings,
  setNsfw,
  type Viewer,
} from './visibility-policy.ts'

// The local rules over texts and cards

export { CUE, EARLIER_TURNS_READ, RULE_VERSION, type SafetyCategory } from './rules.ts'
export { claimsCharacterUnder18, claimsPersonUnder18, describesMinor } from './screening/age-claims.ts'
export { haveTagsForTeens, screenCard } from './screening/screen-card.ts'
export { createReplyScreen, type ScreenedText } from './screening/screen-stream.ts'
export { screenText, type Verdict } from './screening/screen-text.ts'
export { screeningLexicon } from './screening/screening-lexicon.ts'
export { findMinorMemberPaced, screenCardPaced, screenTextPaced } from './screening/screening-thread.ts'

// The moderation model beside them

export { assertModelPasses } from './moderation/check-kept-text.ts'
export {
  MODERATION_CATEGORIES,
  ModerationError,
  type ModerationFault,
  type ModerationFinding,
  type ModerationInput,
  type ModerationModel,
} from './moderation/moderation-model.ts'
export {
  CHECK_CONCURRENCY,
  MAX_CHECKED_LENGTH,
  type ModerationOutcome,
  type Moderator,
  NO_MODERATOR,
} from './moderation/moderator.ts'
export { screenStrictly } from './moderation/screen-strictly.ts'

// What replies are kept from, and the notices in chats

export { nextAiNotice, type UsageClock } from './ai-notice.ts'
export { createGoodbyeFilter, type GoodbyeFilter, saysGoodbye, withoutSales } from './goodbye.ts'
export { asksIfHuman, claimsToBeHuman, stripPhoneNumbers } from './reply-checks.ts'
export { createSalesFilter, mentionsTrade } from './sales-filter.ts'

// Crises and help lines

export { canShowOffers, detectCrisis, isCrisisText, isOpenCrisisText } from './detect-crisis.ts'
export {
  emergencyCheckedAt,
  findHelp,
  findStaleHelpLines,
  findUnsourcedEmergencyNumbers,
  staleness,
} from './help-lines.ts'

// Reports, and verdicts on record

export { moveReports, type ReportTarget, type StoredReport } from './reports.ts'
export { countOpenReports, countReportsAbout, countReportsBy, type VerdictRef } from './store.ts'
export { countCrisisNotice, eraseVerdictRefs, recordVerdict } from './verdicts.ts'

/** @param ports they belong to later modules. */
export function createSafetyModule(
  core: ServerCore,
  ports: Pick<ReportServices, 'reportTargets' | 'onReport'> & { moderationModel: () => ModerationModel | null },
): ServerModule & { moderator: Moderator } {
  const moderator = createModerator({ ...core, model: ports.moderationModel })
  return {
    moderator,
    name: 'safety',
    operations: bindHandlers(safety, safetyHandlers({ ...core, ...ports })),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: {
        report: { erasure: 'anonymized' },
        safety_verdict: {
          erasure: 'anonymized',
          notExported: 'which rule stopped something, without the text; what it was about is in the chats',
        },
        crisis_count: { erasure: 'impersonal', notExported: 'counts by day, without any person (C5)' },
      },
      exportParts: [listExport({ path: 'reports.json', about: 'reports', tables: ['report'] }, exportReports)],
      eraseSteps: [{ phase: 'content', run: eraseReporter }],
    },
    mediaUsage: null,
    metrics: async () => moderator.metrics(),
    lifecycle: {
      warmUp: () => {
        buildMatchers(core.clock).catch((error: unknown) =>
          core.log.error({ error }, 'the matchers of the safety rules could not be built'),
        )
      },
      close: closeScreeningThread,
    },
  }
}

/**
 * Builds the large matchers in small parts, one per pass of the event loop; otherwise the first texts would wait for
 * them. What is built already costs nothing.
 */
export async function buildMatchers(clock: Clock): Promise<void> {
  await buildLexicons([screeningLexicon, crisisLexicon, ownAgeLexicon, goodbyeLexicon], yieldToEventLoop)
  findMinorSignal('a', clock.now())
  await yieldToEventLoop()
  await warmUpAgePatterns()
}

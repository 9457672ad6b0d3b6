export { type AgeScope, type AgeState, isAdult, isMinor, nextAgeState } from './age-state.ts'
export { nextAiNotice, type UsageClock } from './ai-notice.ts'
export { canShowOffers, detectCrisis, isCrisisText } from './detect-crisis.ts'
export {
  emergencyCheckedAt,
  findStaleHelpLines,
  findUnsourcedEmergencyNumbers,
  guessCountry,
  helpLinesFor,
  helpLineView,
  staleness,
} from './help-lines.ts'
export { asksIfHuman, claimsToBeHuman, stripPhoneNumbers } from './reply-checks.ts'
export { eraseReporter, exportReports } from './reports.ts'
export { safetyHandlers } from './routes.ts'
export { CUE, EARLIER_TURNS_READ, RULE_VERSION } from './rules.ts'
export { claimsCharacterUnder18, claimsPersonUnder18 } from './screening/age-claims.ts'
export { screenCard } from './screening/screen-card.ts'
export { createReplyScreen, type ScreenedText } from './screening/screen-stream.ts'
export { screenText, type Verdict } from './screening/screen-text.ts'
export { screeningLexicon } from './screening/screening-lexicon.ts'
export { countOpenReports } from './store.ts'
export { countCrisisNotice, eraseVerdictRefs, recordVerdict } from './verdicts.ts'
export {
  ageRulesReviewedAt,
  checkChatAccess,
  checkRatingAccess,
  confirmAge,
  type RatingSettings,
  setNsfw,
  type Viewer,
} from './visibility-policy.ts'

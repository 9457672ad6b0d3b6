export { isKnownMinor } from './age/minor-flag.ts'
export { purgeSignInData } from './deletion/purge-accounts.ts'
export {
  devicesExport,
  type ExportPart,
  type ExportRequest,
  jsonOf,
  listExport,
  profileExport,
} from './export/personal-data-export.ts'
export type { ClaimAnswer, InvitationClaim, Invitations } from './invitation-port.ts'
export { keyedHash } from './keyed-hash.ts'
export type { Mail, Mailer } from './mailer.ts'
export { bumpUserRev, isMember, loadPerson, lockPersonRow, type Person, setMemberUntil } from './person.ts'
export { accountHandlers } from './routes.ts'
export type { AccountServices, EraseStep } from './services.ts'
export { identify } from './sessions/identify.ts'
export { hashDevice } from './sessions/session-cookies.ts'
export {
  loadUsage,
  recordCrisis,
  type StoredUsage,
  saveTimeZone,
  saveUsage,
  talkingPersonCte,
} from './sessions/session-usage.ts'
export { devicesOf } from './sessions/sessions.ts'
export { escapeHtml } from './sign-in/code-mail.ts'
export {
  IdentityKeysUnavailable,
  type IdentityProvider,
  IdentityRejected,
  type IdentityVerifier,
  type VerifiedIdentity,
} from './sign-in/identity-verifier.ts'
export { isMailboxTaken, normalizeMailbox } from './sign-in/normalize-email.ts'
export { exportSignInMethods } from './sign-in/sign-in-methods.ts'
export { ratingSettingsOf, viewerOf } from './viewer.ts'
export type { WalletPort } from './wallet-port.ts'

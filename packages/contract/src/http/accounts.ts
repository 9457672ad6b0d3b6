import { z } from 'zod'
import { LedgerEntry } from '../entities/billing.ts'
import { AgeScope, Gender, User } from '../entities/people.ts'
import { Id, LocaleCode, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData, PageQuery, pageOf } from '../pagination.ts'
import { SUSPENSION_REASONS } from '../suspension-reasons.ts'
import { ClaimAnswer } from './invitations.ts'
import { PasskeyAssertion, passkeys } from './passkeys.ts'
import { TeenAge } from './protection.ts'

/** Addresses are compared in lower case; mail goes to the address as typed. */
export const Email = z.string().max(LIMITS.emailLength).pipe(z.email())

/** Six letters or digits; Arabic-Indic digits and full-width forms count as the digits they are. */
const SignInCode = z.string().min(1).max(32)

/** Which request for a code this one answers. Browsers have it in a cookie; other clients got it from `sendCode`. */
const Challenge = z
  .string()
  .max(64)
  .optional()
  .describe('for a client that keeps no cookies: from the reply of sendCode')

/** At least `LIMITS.passwordLength` characters and not a common password; the server checks a new one. */
const Password = z.string().max(1_000)

const SentCode = z.object({
  resend_after: z.int(),
  expires_in: z.int(),
  challenge: z.string().optional().describe('for a client that keeps no cookies: to be sent with the code'),
})

const Session = z
  .object({ id: Id, device: z.string(), created_at: Timestamp, last_seen_at: Timestamp, current: z.boolean() })
  .meta({ id: 'Session' })

export const SignedInUser = User.extend({
  is_new: z.boolean(),
  ...ClaimAnswer.shape,
}).meta({ id: 'SignedInUser' })

export const accounts = {
  ...passkeys,
  sendCode: operation({
    method: 'POST',
    path: '/api/account/sendCode',
    summary:
      'Sends a code for signing in or for a new password; the same answer whether or not the address is known. The code works only in the browser that asked.',
    access: 'open',
    body: z.object({ email: Email, purpose: z.enum(['login', 'reset']).default('login'), lang: LocaleCode.optional() }),
    data: SentCode,
    errors: ['InvalidInput', 'TooManyRequests', 'Unavailable'],
  }),
  emailLogin: operation({
    method: 'POST',
    path: '/api/account/emailLogin',
    summary: 'Signs in with a code, creating the account when there is none, or with a password.',
    access: 'open',
    body: z.object({
      email: Email,
      code: SignInCode.optional(),
      password: Password.optional(),
      challenge: Challenge,
      invite_code: z.string().max(64).optional(),
    }),
    data: SignedInUser,
    errors: ['InvalidInput', 'TooManyRequests', 'WrongCode', 'CodeExpired', 'WrongPassword', 'AgeNotOpen'],
  }),
  firebaseLogin: operation({
    method: 'POST',
    path: '/api/account/firebaseLogin',
    summary: 'Signs in with a signed ID token of Google or Facebook; `uid` must be its subject. A token works once.',
    access: 'open',
    body: z.object({
      type: z.enum(['google', 'Facebook']),
      uid: z.string().min(1).max(255),
      id_token: z.string().min(1).max(16_384),
      invite_code: z.string().max(64).optional(),
    }),
    data: SignedInUser,
    errors: ['InvalidInput', 'TooManyRequests', 'IdentityNotValid', 'Conflict', 'Unavailable', 'AgeNotOpen'],
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/api/account/resetPassword',
    summary: 'Sets a new password with a code, signs in here and out everywhere else.',
    access: 'open',
    body: z.object({ email: Email, code: SignInCode, password: Password, challenge: Challenge }),
    data: User,
    errors: ['InvalidInput', 'TooManyRequests', 'WrongCode', 'CodeExpired'],
  }),
  setPassword: operation({
    method: 'POST',
    path: '/api/account/setPassword',
    summary:
      'Sets the first password, only after a fresh sign-in, or changes it with the current one. Signs out the other devices.',
    access: 'person',
    body: z.object({ password: Password, current_password: Password.optional() }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'WrongPassword', 'TooManyRequests', 'Conflict'],
  }),
  signInWays: operation({
    method: 'GET',
    path: '/api/account/signInWays',
    summary: 'The sign-in methods of the account, besides a code to its address.',
    access: 'person',
    data: z.object({ password: z.boolean(), google: z.boolean(), facebook: z.boolean() }),
    errors: ['NotSignedIn'],
  }),
  passkeyLogin: operation({
    method: 'POST',
    path: '/api/account/passkeyLogin',
    summary: 'Signs in with a passkey. It never creates an account.',
    access: 'open',
    body: z.object({ passkey: PasskeyAssertion }),
    data: SignedInUser,
    errors: ['InvalidInput', 'IdentityNotValid'],
  }),
  sendConfirmCode: operation({
    method: 'POST',
    path: '/api/account/sendConfirmCode',
    summary: 'Sends a code for confirmIdentity to the address of the account.',
    access: 'person',
    whileSuspended: true,
    body: z.object({ lang: LocaleCode.optional() }),
    data: SentCode,
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'TooManyRequests', 'Unavailable'],
  }),
  confirmIdentity: operation({
    method: 'POST',
    path: '/api/account/confirmIdentity',
    summary: 'Proves again who is signed in, by a code or a passkey: as good as a fresh sign-in for ten minutes.',
    access: 'person',
    whileSuspended: true,
    body: z.object({ code: SignInCode.optional(), challenge: Challenge, passkey: PasskeyAssertion.optional() }),
    data: EmptyData,
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotAllowed',
      'TooManyRequests',
      'WrongCode',
      'CodeExpired',
      'IdentityNotValid',
    ],
  }),
  unlinkIdentity: operation({
    method: 'POST',
    path: '/api/account/unlinkIdentity',
    summary: 'Ends signing in with Google or Facebook; only after a fresh sign-in, and only with an email address.',
    access: 'person',
    body: z.object({ provider: z.enum(['google', 'facebook']) }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotAllowed', 'NotFound'],
  }),
  logout: operation({
    method: 'POST',
    path: '/api/account/logout',
    summary: 'Ends this session and clears its cookies.',
    access: 'person',
    whileSuspended: true,
    data: EmptyData,
    errors: ['NotSignedIn'],
  }),
  deleteAccount: operation({
    method: 'POST',
    path: '/api/account/delete',
    summary:
      'Deletes the account and everything in it, only after a fresh sign-in; ledger entries keep a pseudonym only.',
    access: 'person',
    whileSuspended: true,
    data: EmptyData,
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  sessions: operation({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'The signed-in devices.',
    access: 'person',
    whileSuspended: true,
    data: z.array(Session),
    errors: ['NotSignedIn'],
  }),
  revokeSession: operation({
    method: 'POST',
    path: '/api/account/revokeSession',
    summary: 'Signs a device out; its sockets close within two seconds.',
    access: 'person',
    whileSuspended: true,
    body: z.object({ session_id: Id }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound'],
  }),
  revokeOtherSessions: operation({
    method: 'POST',
    path: '/api/account/revokeOtherSessions',
    summary: 'Signs out every device but this one.',
    access: 'person',
    whileSuspended: true,
    data: EmptyData,
    errors: ['NotSignedIn'],
  }),
  exportData: operation({
    method: 'GET',
    path: '/api/account/export',
    summary: 'All personal data of the person, as one ZIP; only after a fresh sign-in, and limited per day.',
    access: 'person',
    whileSuspended: true,
    file: 'application/zip',
    data: z.unknown(),
    errors: ['NotSignedIn', 'NotAllowed', 'TooManyRequests'],
  }),
  suspension: operation({
    method: 'GET',
    path: '/api/account/suspension',
    summary: 'Why the person is suspended, for themselves; null when they are not.',
    access: 'person',
    whileSuspended: true,
    data: z.object({
      suspension: z.object({ id: Id, reason: z.enum(SUSPENSION_REASONS), suspended_at: Timestamp }).nullable(),
    }),
    errors: ['NotSignedIn'],
  }),
  confirmAge: operation({
    method: 'POST',
    path: '/api/account/confirmAge',
    summary: 'Records "I\'m over 18" and turns adult content on.',
    access: 'person',
    body: z.object({ over_18: z.literal(true) }),
    data: User,
    errors: ['NotSignedIn', 'InvalidInput', 'AgeNotOpen'],
  }),
  setNsfw: operation({
    method: 'POST',
    path: '/api/account/setNsfw',
    summary: 'Turns adult content on (after the confirmation) or off (at once).',
    access: 'person',
    body: z.object({ on: z.boolean() }),
    data: User,
    errors: ['NotSignedIn', 'InvalidInput', 'AgeNotOpen'],
  }),
  info: operation({
    method: 'GET',
    path: '/api/user/info',
    summary: 'The signed-in person.',
    access: 'person',
    whileSuspended: true,
    data: User,
    errors: ['NotSignedIn'],
  }),
  profile: operation({
    method: 'POST',
    path: '/api/user/profile',
    summary:
      'Saves what is sent of the profile; the first one needs nickname, gender and age. "Under 18" cannot be changed by the person. An age below the youngest one served deletes the account.',
    access: 'person',
    body: z.object({
      nickname: z.string().min(1).max(LIMITS.nicknameLength).optional(),
      gender: Gender.nullable().optional(),
      age_scope: AgeScope.nullable().optional(),
      teen_age: TeenAge.nullable()
        .optional()
        .describe('with age_scope 1, where teens are served; 12 is under 13, 16 is 16 or 17'),
      avatar: z.string().max(500).nullable().optional(),
      lang: LocaleCode.optional(),
    }),
    data: User,
    errors: ['NotSignedIn', 'InvalidInput', 'SafetyStop', 'AgeNotOpen'],
  }),
  ledger: operation({
    method: 'GET',
    path: '/api/user/ledger',
    summary: 'Every ledger entry of the person’s coins and messages, newest first.',
    access: 'person',
    query: PageQuery.extend({ asset: z.enum(['coin', 'message']).optional() }),
    data: pageOf(LedgerEntry),
    errors: ['NotSignedIn', 'InvalidInput'],
  }),
} as const

/**
 * The only table of errors: name → code on the wire, HTTP status, text key (under `errors.`). Where one code has
 * several texts, the distinguishing fact is in `data` (see `error-data.ts`) and the server picks the key.
 */
export const ERRORS = {
  InvalidInput: { code: 1000, http: 400, key: 'invalidInput' },
  NotSignedIn: { code: 1001, http: 401, key: 'notSignedIn' },
  NotAllowed: { code: 1002, http: 403, key: 'notAllowed' },
  NotFound: { code: 1003, http: 404, key: 'notFound' },
  Conflict: { code: 1004, http: 409, key: 'conflict' },
  TooManyRequests: { code: 1005, http: 429, key: 'tooManyRequests' },
  TooLarge: { code: 1006, http: 413, key: 'tooLarge' },
  FileType: { code: 1007, http: 415, key: 'fileType' },
  WrongHost: { code: 1008, http: 421, key: 'wrongHost' },
  TokenBudgetSpent: { code: 1009, http: 429, key: 'tokenBudget' },
  AgeNotOpen: { code: 1010, http: 403, key: 'ageConfirm' },
  SafetyStop: { code: 1011, http: 422, key: 'safety' },
  NoMessagesLeft: { code: 2001, http: 402, key: 'noMessages' },
  NotEnoughCoins: { code: 2002, http: 402, key: 'notEnoughCoins' },
  WrongCode: { code: 3001, http: 400, key: 'wrongCode' },
  CodeExpired: { code: 3002, http: 410, key: 'codeExpired' },
  IdentityNotValid: { code: 3003, http: 401, key: 'identity' },
  WrongPassword: { code: 3004, http: 401, key: 'wrongPassword' },
  InvitationExpired: { code: 4001, http: 410, key: 'invitationExpired' },
  GiftForNewOnly: { code: 4002, http: 409, key: 'giftNewOnly' },
  PaymentDeclined: { code: 5001, http: 402, key: 'paymentDeclined' },
  SpendingCapReached: { code: 5002, http: 403, key: 'spendingCap' },
  Internal: { code: 9000, http: 500, key: 'internal' },
  NoModel: { code: 9001, http: 503, key: 'noModel' },
  Unavailable: { code: 9002, http: 503, key: 'unavailable' },
} as const satisfies Record<string, { code: number; http: number; key: string }>

export type ErrorName = keyof typeof ERRORS

/** Code of a successful reply. */
export const SUCCESS = 1

/** Our own websocket close codes; 4401 means: do not reconnect, sign in. */
export const CLOSE_CODES = { notSignedIn: 4401, tooManyFrames: 4429, tooSlow: 4508, restarting: 1012 } as const

const nameByCode = new Map<number, ErrorName>(
  (Object.keys(ERRORS) as ErrorName[]).map((name) => [ERRORS[name].code, name]), // keys of the const object above
)

/** The table's name for a code on the wire, or null for a code that is not ours. */
export function errorNameOf(code: number): ErrorName | null {
  return nameByCode.get(code) ?? null
}

import type { ApiData } from '@everkin/contract/api-types.ts'

/** How this Everkin's popup is opened, as the server says. */
export type IdentityClient = NonNullable<ApiData<'GET /api/config'>['identity']>
export type IdentityWay = 'google' | 'facebook'

/** What a popup came back with: who it was, and the signed token that says so. */
export interface ShownIdentity {
  uid: string
  idToken: string
}

/** Why there is no identity to show; each has its own words. */
export class PopupFailure extends Error {
  readonly reason: 'closed' | 'blocked' | 'unreachable' | 'otherWay'

  constructor(reason: PopupFailure['reason']) {
    super(reason)
    this.reason = reason
  }
}

import type { ApiData } from '@everkin/contract/api-types.ts'

/** How to open this deployment's popup, as configured on the server. */
export type IdentityClient = NonNullable<ApiData<'GET /api/config'>['identity']>
export type IdentityWay = 'google' | 'facebook'

/** The result of a popup: an identity and the signed token that proves it. */
export interface ShownIdentity {
  uid: string
  idToken: string
}

/** Why a popup returned no identity; each reason has its own message. */
export class PopupFailure extends Error {
  readonly reason: 'closed' | 'blocked' | 'unreachable' | 'otherWay'

  constructor(reason: PopupFailure['reason']) {
    super(reason)
    this.reason = reason
  }
}

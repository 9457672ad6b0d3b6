import type { Locale } from '@everkin/contract/locales.ts'
import type { ServerFrame } from '@everkin/contract/types.ts'

/** Lists the frames of a person's changes since a revision (`user_rev`), for a connection that was away. */
export type SyncSource = (personId: string, since: { userRev: number; locale: Locale }) => Promise<ServerFrame[]>

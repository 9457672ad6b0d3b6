import type { Context } from './context.ts'
import { sweepAccounts } from './domains/accounts/sweep-accounts.ts'
import { reconcileOrders, sweepEvents } from './domains/billing/reconcile-orders.ts'
import { purgeChats } from './domains/chats/change-list.ts'
import { checkClaims } from './domains/invitations/check-claims.ts'
import { sweepInvitations } from './domains/invitations/sweep-invitations.ts'
import { sweepVisits } from './domains/visits/sweep-visits.ts'
import { watchLedger } from './domains/wallet/watch-ledger.ts'
import { purgeIdempotencyKeys } from './modules/card-editor/idempotency.ts'
import { purgeImports } from './modules/card-files/import-lifecycle.ts'
import { expireTasks } from './modules/image-tasks/change-task.ts'
import { purgeMedia } from './modules/media/media-lifecycle.ts'
import { purgeForgottenFacts } from './modules/memory/store/fact-store.ts'
import { sendProactiveMessages } from './modules/notifications/proactive-messages.ts'
import type { RecurringJob } from './platform/jobs/recurring-jobs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Everything that the server does on a schedule. */
export function recurringJobs(context: Context): RecurringJob[] {
  const { database, clock, log } = context
  const job = (name: string, everyMs: number, run: RecurringJob['run'], timeoutMs = 10 * MINUTE_MS): RecurringJob => ({
    name,
    everyMs,
    timeoutMs,
    run,
  })
  return [
    job('reconcile-orders', 5_000, () => reconcileOrders(context.billing), MINUTE_MS),
    job('fail-late-image-tasks', MINUTE_MS, () => expireTasks(context.imageTasks), MINUTE_MS),
    job('check-invitation-claims', MINUTE_MS, () => checkClaims(context.invitations)),
    job('send-proactive-messages', MINUTE_MS, () => sendProactiveMessages(context.notifications)),
    job('purge-deleted-chats', MINUTE_MS, () => purgeChats(context.chats)),
    job('purge-forgotten-facts', MINUTE_MS, () => purgeForgottenFacts(database, clock.now())),
    job('purge-sign-in-data', 10 * MINUTE_MS, () => sweepAccounts(database, clock.now())),
    job('purge-save-keys', 10 * MINUTE_MS, () => purgeIdempotencyKeys(database, clock.now())),
    job('purge-webhook-events', HOUR_MS, () => sweepEvents(context.billing)),
    job('purge-visits', HOUR_MS, () => sweepVisits(database, clock.now())),
    job('purge-invitations', HOUR_MS, () => sweepInvitations(database, clock.now())),
    // Both list folders of files, which may be large.
    job('purge-media', HOUR_MS, () => purgeMedia(context.media), HOUR_MS),
    job('purge-card-imports', HOUR_MS, () => purgeImports(context.cardFiles), HOUR_MS),
    job('reconcile-ledger', 15 * MINUTE_MS, () => watchLedger(database, () => clock.now(), log), HOUR_MS),
  ]
}

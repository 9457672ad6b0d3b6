import type { Context } from './context.ts'
import { purgeSignInData } from './modules/accounts/module.ts'
import { purgeVisits } from './modules/attribution/module.ts'
import { purgeWebhookEvents, reconcileOrders } from './modules/billing/module.ts'
import { purgeIdempotencyKeys } from './modules/card-editor/module.ts'
import { purgeImports } from './modules/card-files/module.ts'
import { purgeChats } from './modules/chats/module.ts'
import { expireTasks } from './modules/image-tasks/module.ts'
import { checkClaims, purgeInvitations } from './modules/invitations/module.ts'
import { purgeMedia } from './modules/media/module.ts'
import { purgeForgottenFacts } from './modules/memory/module.ts'
import { sendProactiveMessages } from './modules/notifications/module.ts'
import { reconcileLedgerDaily } from './modules/wallet/module.ts'
import { HOUR_MS, MINUTE_MS } from './platform/durations.ts'
import type { RecurringJob } from './platform/jobs/recurring-jobs.ts'

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
    job('purge-sign-in-data', 10 * MINUTE_MS, () => purgeSignInData(database, clock.now())),
    job('purge-save-keys', 10 * MINUTE_MS, () => purgeIdempotencyKeys(database, clock.now())),
    job('purge-webhook-events', HOUR_MS, () => purgeWebhookEvents(context.billing)),
    job('purge-visits', HOUR_MS, () => purgeVisits(database, clock.now())),
    job('purge-invitations', HOUR_MS, () => purgeInvitations(database, clock.now())),
    // Both list folders of files, which may be large.
    job('purge-media', HOUR_MS, () => purgeMedia(context.media), HOUR_MS),
    job('purge-card-imports', HOUR_MS, () => purgeImports(context.cardFiles), HOUR_MS),
    job('reconcile-ledger', 15 * MINUTE_MS, () => reconcileLedgerDaily(database, () => clock.now(), log), HOUR_MS),
  ]
}

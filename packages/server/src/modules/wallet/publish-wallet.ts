import type { Clock } from '../../platform/clock.ts'
import type { CommitEvent, Database } from '../../platform/db/database.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { SyncSource } from '../../platform/realtime/sync-source.ts'
import { loadWallet } from './balance.ts'

const TOPIC = 'wallet'

/**
 * Announced by every ledger entry of a person and every change of their membership, so that no caller has to publish
 * the wallet itself.
 */
export function walletChanged(personId: string): CommitEvent {
  return { topic: TOPIC, id: personId }
}

/** The current wallet, for a connection that was away. */
export function createWalletSyncSource({ database, clock }: { database: Database; clock: Clock }): SyncSource {
  return async (personId) => [{ type: 'wallet.updated', wallet: await loadWallet(database, personId, clock.now()) }]
}

/**
 * Sends `wallet.updated` to a person's devices after each transaction that changed their wallet, until the returned
 * function is called.
 */
export function publishWalletChanges(services: {
  database: Database
  clock: Clock
  live: RealtimePublisher
}): () => void {
  const { database, clock, live } = services
  return database.onCommit(async ({ topic, id }) => {
    if (topic !== TOPIC) return
    live.publishToPerson(id, { type: 'wallet.updated', wallet: await loadWallet(database, id, clock.now()) })
  })
}

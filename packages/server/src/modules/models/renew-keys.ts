import type { Database } from '../../platform/db/database.ts'
import type { KeyCipher } from './connection-key.ts'
import { selectConnections, updateConnectionKey } from './connection-store.ts'
import { selectServices, updateServiceKey } from './service-connections/service-connection-store.ts'
import { cipherIdOf } from './service-connections/service-connections.ts'

/**
 * Encrypts the keys that were encrypted with a fallback of APP_SECRET with the current one, so that the fallback can be
 * removed. Returns how many there were. A key that is replaced meanwhile stays as it is.
 */
export async function renewKeys(database: Database, cipher: KeyCipher): Promise<number> {
  let renewed = 0
  for (const { id, apiKey } of await selectConnections(database)) {
    const next = apiKey && cipher.renew(apiKey, id)
    if (next && (await updateConnectionKey(database, { id, from: apiKey, to: next }))) renewed += 1
  }
  for (const { purpose, apiKey } of await selectServices(database)) {
    const next = apiKey && cipher.renew(apiKey, cipherIdOf(purpose))
    if (next && (await updateServiceKey(database, { purpose, from: apiKey, to: next }))) renewed += 1
  }
  return renewed
}

import type { Queryable } from '../../platform/db/database.ts'
import { selectDevices } from './store.ts'

/** The browsers, as hashes, in which a person is signed in. */
export async function devicesOf(db: Queryable, personId: string): Promise<Buffer[]> {
  return (await selectDevices(db, personId)).map(({ device_hash }) => Buffer.from(device_hash))
}

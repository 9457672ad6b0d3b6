import type { Queryable } from '../../platform/db/database.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import { deviceName } from './device-name.ts'
import { hashOfHalf } from './identify.ts'
import type { Person } from './person.ts'
import { deleteSessionsOfDevice, insertSession } from './store.ts'

/** A new session: its halves, which are stored nowhere in clear, and the sessions that it put an end to. */
interface OpenedSession {
  id: string
  token: string
  secret: string
  ended: string[]
}

/** Opens a session with two new halves of 256 random bits (AUTH-08). A browser keeps one at a time. */
export async function openSession(
  tx: Queryable,
  person: Pick<Person, 'id'>,
  request: { deviceHash: Buffer | null; userAgent: string; now: Date },
): Promise<OpenedSession> {
  const { deviceHash, now } = request
  const ended = deviceHash ? await deleteSessionsOfDevice(tx, deviceHash) : []
  const [id, token, secret] = [newId(now), newSecret(), newSecret()]
  await insertSession(tx, {
    id,
    personId: person.id,
    tokenHash: hashOfHalf(token),
    secretHash: hashOfHalf(secret),
    device: deviceName(request.userAgent),
    deviceHash,
    now,
  })
  return { id, token, secret, ended: ended.map((session) => session.id) }
}

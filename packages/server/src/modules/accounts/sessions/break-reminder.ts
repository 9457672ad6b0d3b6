import type { breaks } from '@everkin/contract/http/breaks.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'

/** The HTTP handlers of the break reminder. */
export function breakHandlers({ database }: { database: Database }): Handlers<typeof breaks> {
  const read = async (personId: string) => {
    const [row] = await database.query<{ on: boolean }>('select break_reminder as "on" from person where id = $1', [
      personId,
    ])
    return { on: row?.on ?? false }
  }
  return {
    read: (_input, { identity }) => read(identity.personId),
    save: async ({ body }, { identity }) => {
      await database.query('update person set break_reminder = $2 where id = $1', [identity.personId, body.on])
      return read(identity.personId)
    },
  }
}

/**
 * Takes the break reminder that is due now, so that only one device and process sends it: after an hour of continued
 * use, and after each further one. False where none is due. Call it after the clock of continued use was advanced.
 * @param isForced for people who cannot turn it off (A8).
 */
export async function claimBreakReminder(
  db: Queryable,
  personId: string,
  now: Date,
  isForced: boolean,
): Promise<boolean> {
  const taken = await db.query(
    `update person set last_break_at = $2 where id = $1 and (break_reminder or $3)
       and greatest(talking_since, last_break_at) <= $2::timestamptz - interval '1 hour' returning id`,
    [personId, now, isForced],
  )
  return taken.length > 0
}

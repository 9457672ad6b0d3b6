import { readFileSync } from 'node:fs'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { migrate } from '@everkin/server/platform/db/migrate.ts'

/** The migrations of the first version that could be started. */
const FIRST_MIGRATIONS = ['0001-foundation.sql', '0002-explore.sql']

/** Sessions and chats of the people in `first-schema.sql`. */
export const FIRST_PEOPLE = {
  /** An adult and member with two chats, in one of them variants, a branch and a deleted message. */
  mara: {
    token: 'CgPM_l0nU52C01xyvPoSEe1C7oXMmOXx-l8iNyl7GOw',
    secret: 'afStT2uJa5l5E6BEMD-zNbsSaa4bDi5nTWv2FsQy-t4',
    chats: { ilse: '1JNe79vYaVg0qtKR2xq4', wren: '1JNe8QpCcXes4Yt1XSRA' },
  },
  /** An adult with a chat in which a reply is being written, and a deleted one. */
  noe: {
    token: 'c0YbutU-9nk7lnP1bovf0y4pkTzxRjjnNAqhqZFr7b4',
    secret: '928x8gEfnjUSxuPPI-jp1J0UhlI953iPutKM9uffpic',
    chats: { bram: '1JNe8hDY61t9q5SxA57w', deleted: '1JNe90etvfvQ5g4paPgp' },
  },
  /** Has said that they are under 18, and has no chats. */
  kit: {
    token: 'kdebMr5D-3SuyTKvzATUPPzqyEampl40-r6wgARHAzE',
    secret: 'CgOyk172hqsd-K93AqzmbpZMAO-BzESARPlhFY-5dq0',
  },
} as const

/** Gives a database without tables the first schema and the rows of `first-schema.sql`, in the server's own way. */
export async function fillFirstSchema(database: Database): Promise<void> {
  await migrate(database, { only: new Set(FIRST_MIGRATIONS) })
  // The rows bring the checksums of the migrations as they were applied then.
  await database.script('delete from schema_migration')
  await database.script(readFileSync(new URL('./first-schema.sql', import.meta.url), 'utf8'))
}

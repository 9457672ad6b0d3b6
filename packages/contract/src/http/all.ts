import { accounts } from './accounts.ts'
import { characters } from './characters.ts'
import { chats } from './chats.ts'
import { desk } from './desk.ts'
import { pictures } from './pictures.ts'
import { safety } from './safety.ts'
import { site } from './site.ts'
import { visits } from './visits.ts'

/** Every call there is, by domain. The server does not start while one of them has no handler. */
export const operations = { accounts, characters, chats, desk, pictures, safety, site, visits } as const

export type Operations = typeof operations

import { z } from 'zod'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { UnsavedCard } from './card-input.ts'

/** The file types of characters, by their common names. */
export const CARD_FILE_KINDS = ['PNG', 'APNG', 'JSON', 'CHARX', 'JPEG'] as const

const File = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' })

const Line = z.object({ code: z.string(), message: z.string().describe('in the reader’s language, counts included') })

const ReadFile = z.object({
  kind: z.enum(CARD_FILE_KINDS),
  format: z.enum(['v1', 'v2', 'v3', 'lorebook', 'other']),
  bytes: z.int(),
  pictures: z.int(),
})

/** The errors of importing a file. */
const IMPORT_ERRORS = [
  'NotSignedIn',
  'InvalidInput',
  'TooLarge',
  'FileType',
  'TooManyRequests',
  'SafetyStop',
  'AgeNotOpen',
  'Unavailable',
] as const

/** Characters and lorebooks as files of the open formats. */
export const cardFiles = {
  importCard: operation({
    method: 'POST',
    path: '/api/chat.Single/importCard',
    summary:
      'Reads a character from a file, without loss: unused data is kept and exported again. Nothing is saved but the file, for a day; `card` goes to saveCard.',
    access: 'person',
    upload: { mostBytes: LIMITS.cardFileBytes, accepted: CARD_FILE_KINDS },
    body: z.object({ file: File }),
    data: z.object({
      card: UnsavedCard,
      warnings: z.array(Line),
      used: z.array(Line).describe('kept and used'),
      kept: z.array(Line).describe('kept, not executed'),
      look: z.array(Line).describe('worth a look'),
      file: ReadFile,
      duplicates: z.array(z.object({ id: Id, name: z.string() })).describe('the person’s own cards from the same file'),
    }),
    errors: IMPORT_ERRORS,
  }),
  importLorebook: operation({
    method: 'POST',
    path: '/api/chat.Single/importLorebook',
    summary: 'Reads a standalone lorebook, to be put into a character.',
    access: 'person',
    upload: { mostBytes: LIMITS.cardFileBytes, accepted: ['JSON', 'PNG'] },
    body: z.object({ file: File }),
    data: z.object({ character_book: z.unknown(), entries: z.int(), name: z.string(), warnings: z.array(Line) }),
    errors: IMPORT_ERRORS,
  }),
  exportCard: operation({
    method: 'GET',
    path: '/api/chat.Single/exportCard',
    summary: 'A character as a file: the person’s own, or one whose definition is open.',
    access: 'person',
    query: z.object({
      id: Id,
      format: z.enum(['png', 'json', 'charx']).default('png'),
      version: z.coerce
        .number()
        .pipe(z.union([z.literal(2), z.literal(3)]))
        .default(3)
        .describe('charx: 3'),
      state: z.enum(['current', 'original']).default('current').describe('original: the file it came from, unchanged'),
    }),
    file: 'application/octet-stream',
    data: z.unknown(),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests', 'AgeNotOpen', 'Unavailable'],
  }),
  exportInfo: operation({
    method: 'GET',
    path: '/api/chat.Single/exportInfo',
    summary: 'The available exports of a character, and what version 2 would leave out.',
    access: 'person',
    query: z.object({ id: Id }),
    data: z.object({
      original: ReadFile.nullable(),
      version_2_loses: z.array(Line),
      plain_loses: z.array(Line).describe('what PNG and JSON leave out of a CHARX'),
    }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests', 'AgeNotOpen', 'Unavailable'],
  }),
  exportLorebook: operation({
    method: 'GET',
    path: '/api/chat.Single/exportLorebook',
    summary: 'A character’s lorebook as a file of its own.',
    access: 'person',
    query: z.object({ id: Id, format: z.enum(['v3', 'sillytavern']).default('v3') }),
    file: 'application/json',
    data: z.unknown(),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
} as const

import type { Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { Queryable, Transaction } from './db/database.ts'
import type { ZipFile } from './zip.ts'

/** The personal data that a module stores: what it exports, how it erases, and what each of its tables holds (D2). */
export interface PersonalData {
  /** Every table of the module. A test fails for a table that no module names. */
  tables: Readonly<Record<string, TablePolicy>>
  exportParts: readonly ExportPart[]
  eraseSteps: readonly EraseStep[]
  /** The bytes of a person's files and large texts, which their storage quota limits. */
  storedBytes?(db: Queryable, personId: string): Promise<number>
}

export interface TablePolicy {
  /**
   * What erasing a person does to their rows: `deleted`; `anonymized` (kept without any tie to the person); `hashes`
   * (only keyed hashes, which expire). `impersonal`: the table never holds anything of a person.
   */
  erasure: 'deleted' | 'anonymized' | 'hashes' | 'impersonal'
  /** Why the table is not part of the export. Required unless an export part names it. */
  notExported?: string
}

/** A module whose tables hold nothing personal, or that has none. */
export const NO_PERSONAL_DATA: PersonalData = { tables: {}, exportParts: [], eraseSteps: [] }

/** The tables of the platform itself. */
export const PLATFORM_TABLES: Readonly<Record<string, TablePolicy>> = {
  schema_migration: { erasure: 'impersonal', notExported: 'the version of the schema' },
  installation: { erasure: 'impersonal', notExported: 'the random name of this database, which marks its folders' },
  stored_setting: { erasure: 'impersonal', notExported: 'settings of the operator' },
  job: { erasure: 'deleted', notExported: 'work to be done later: its kind and the id it is about' },
}

/** The phases of an erasure, in the order in which locks are taken everywhere (after the person's own row). */
export const ERASE_PHASES = ['orders', 'chats', 'content', 'files', 'ledger'] as const

/** Work to do after the erasure has been committed. A recurring job must find what a crash leaves undone. */
export type AfterErasure = () => Promise<void>

/** A module's part in erasing a person, inside the single transaction of the erasure. */
export interface EraseStep {
  phase: (typeof ERASE_PHASES)[number]
  run(
    tx: Transaction,
    person: { id: string; email: string | null },
    now: Date,
    // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing left to do and return nothing
  ): Promise<AfterErasure | void>
}

/** The request for a copy of someone's data. */
export interface ExportRequest {
  person: { id: string; nickname: string }
  /** Whether the person may see a card; what they may not see is left out (N4). */
  canSee(card: { rating: 'sfw' | 'nsfw'; members?: readonly { rating: 'sfw' | 'nsfw' }[] }): boolean
  /** Whether the person may meet a card of someone else now: in the protected mode that is less than `canSee` (A8). */
  canMeet(card: { rating: 'sfw' | 'nsfw'; suitsTeens: boolean; creatorId: string | null }): boolean
  locale: Locale
  translate: Translate
}

/** A file, or a folder of files, of the personal data export. */
export interface ExportPart {
  /** The file it writes, or the folder, with a trailing slash. */
  path: string
  /** Text key of its description in the readme: `personal-data.files.<about>`. */
  about: string
  /** The tables whose rows of a person it exports. */
  tables: readonly string[]
  /** Read page by page, because an export may be larger than memory. */
  files(db: Queryable, request: ExportRequest): AsyncIterable<ZipFile>
}

type ListExport = (db: Queryable, personId: string) => AsyncIterable<object> | Promise<readonly object[]>

/** An export part that is one file with a list of rows. Dates become ISO 8601 in UTC. */
export function listExport(part: Omit<ExportPart, 'files'>, listRows: ListExport): ExportPart {
  return {
    ...part,
    async *files(db, { person }) {
      yield { path: part.path, pieces: jsonList(await listRows(db, person.id)) }
    },
  }
}

/** An export part that is one file with a single object. */
export function objectExport(
  part: Omit<ExportPart, 'files'>,
  load: (db: Queryable, personId: string) => Promise<object>,
): ExportPart {
  return {
    ...part,
    async *files(db, { person }) {
      yield { path: part.path, pieces: jsonObject(await load(db, person.id)) }
    },
  }
}

/** An export part that is a folder of stored files. Each is held in memory while it is written, one at a time. */
export function folderExport(
  part: Omit<ExportPart, 'files'>,
  listFiles: (db: Queryable, personId: string) => AsyncIterable<{ name: string; bytes: Uint8Array }>,
): ExportPart {
  return {
    ...part,
    async *files(db, { person }) {
      for await (const { name, bytes } of listFiles(db, person.id)) {
        const pieces = async function* () {
          yield bytes
        }
        yield { path: `${part.path}${name}`, pieces: pieces() }
      }
    },
  }
}

/** A JSON array, one row per line. */
export async function* jsonList(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* jsonObject(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

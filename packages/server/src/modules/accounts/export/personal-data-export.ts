import type { Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ZipFile } from '../../../platform/zip.ts'
import type { Person } from '../person.ts'
import { selectAllSessions, selectTalk } from '../store.ts'

/** The person who asks for a copy of their data, and its language. */
export interface ExportRequest {
  person: Person
  /** The value of COUNTRY_HEADER. */
  country: string | null | undefined
  locale: Locale
  translate: Translate
}

/** A module's part of the personal data export (D2). */
export interface ExportPart {
  /** The file it writes, or the folder, with a trailing slash. */
  path: string
  /** Text key of its description in the readme: `personal-data.files.<about>`. */
  about: string
  /** The tables whose rows of a person it exports. */
  tables: readonly string[]
  /** Read page by page, because an export may be larger than memory. */
  files(db: Queryable, asked: ExportRequest): AsyncIterable<ZipFile>
}

/** An export part that is one file with a list of rows. Dates become ISO 8601 in UTC. */
export function listExport(
  part: Omit<ExportPart, 'files'>,
  rows: (db: Queryable, personId: string) => AsyncIterable<object> | Promise<readonly object[]>,
): ExportPart {
  return {
    ...part,
    async *files(db, { person }) {
      yield { path: part.path, pieces: jsonList(await rows(db, person.id)) }
    },
  }
}

/** A list as JSON, one row per line. */
async function* jsonList(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A single value as JSON. */
export async function* jsonOf(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

/** The person's own profile. */
export const profileExport: ExportPart = {
  path: 'profile.json',
  about: 'profile',
  tables: ['person'],
  async *files(db, { person }) {
    const { userRev: _internal, ...known } = person
    const [talk] = await selectTalk(db, person.id)
    yield { path: 'profile.json', pieces: jsonOf({ ...known, ...talk }) }
  },
}

/** The signed-in devices. Only digests of their session keys are stored, and those are not exported. */
export const devicesExport: ExportPart = listExport(
  { path: 'devices.json', about: 'devices', tables: ['session'] },
  selectAllSessions,
)

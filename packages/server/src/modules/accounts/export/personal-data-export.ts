import type { Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ZipFile } from '../../../platform/zip.ts'
import type { Person } from '../person.ts'
import { selectAllSessions, selectTalk } from '../store.ts'

/** Who asks for a copy of their data, and in which language. */
export interface ExportRequest {
  person: Person
  /** As COUNTRY_HEADER says. */
  country: string | null | undefined
  locale: Locale
  translate: Translate
}

/** A domain's part in the copy of their data that everybody can have (D2). */
export interface ExportPart {
  /** The file that it fills, or the folder, with a slash at its end. */
  path: string
  /** What a reader is told about it: `personal-data.files.<about>`. */
  about: string
  /** The tables whose rows of a person it hands over. */
  tables: readonly string[]
  /** Read page by page: a copy may be larger than memory. */
  files(db: Queryable, asked: ExportRequest): AsyncIterable<ZipFile>
}

/** A part that is one file with a list of rows. Dates become ISO 8601 in UTC. */
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

/** A list as JSON, one row a line. */
async function* jsonList(rows: AsyncIterable<object> | readonly object[]): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A single thing as JSON. */
export async function* jsonOf(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}

/** Who the person is here, as their copy has it. */
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

/** The devices that are signed in; of their keys there is nothing to hand over but digests, which stay here. */
export const devicesExport: ExportPart = listExport(
  { path: 'devices.json', about: 'devices', tables: ['session'] },
  selectAllSessions,
)

import { MultipleCard, SingleCard } from '@everkin/contract/entities.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { aPerson, aSignedInPerson, asCaller, identityOf } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { characterHandlers } from './routes.ts'
import { seedLibrary } from './seed-library.ts'

const settings = { nsfwEnabled: true, nsfwAgeRule: 'declared' as const, countryHeader: null }
const texts = loadTexts(createLog('silent'))

describe.each(testDatabaseKinds)('the library on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  const clock = createTestClock()
  let calls: ReturnType<typeof characterHandlers>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
    await seedLibrary(db, clock)
    calls = characterHandlers({ database: db, clock, settings, texts })
  })
  afterAll(() => drop())

  it('search tryout', async () => {
    for (const q of [
      'Inkwell',
      'inkwel',
      'Sunnvia',
      'beetrix',
      'gemütlich',
      'قط',
      'cosy',
      'library cat',
      'ミステリ',
      '図書',
    ]) {
      const started = performance.now()
      const page = await calls.singleCardList({ query: { q, limit: 20 }, body: undefined }, asCaller())
      console.log(
        kind,
        q,
        page.list.map((c) => c.name).join(', '),
        page.next_cursor,
        (performance.now() - started).toFixed(1),
      )
    }
  })
})

import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { describe, expect, it } from 'vitest'
import { updateCounts } from '../popularity.ts'
import { insertLike } from '../store.ts'
import { type Library, loadLibrary } from './library-files.ts'
import { seedLibrary } from './seed-library.ts'

describe('the library', () => {
  it.each(LOCALE_CODES)('has a hook for every card in %s', (locale) => {
    const library = loadLibrary()
    const cards = [...library.characters, ...library.groups]
    expect(cards.filter(({ id }) => library.hook(id, locale) === null)).toEqual([])
  })

  it.each(LOCALE_CODES.filter((locale) => locale !== 'en'))('has the notes of every character in %s', (locale) => {
    const library = loadLibrary()
    const missing = library.characters.filter(({ id, creator_notes }) => {
      const notes = library.localCharacter(id, locale)?.creator_notes ?? ''
      return notes.trim() === '' || notes === creator_notes
    })
    expect(missing.map(({ id }) => id)).toEqual([])
  })
})

/** The library with another name for one of its characters. */
function renamed(id: string, name: string): Library {
  const library = loadLibrary()
  return {
    ...library,
    characters: library.characters.map((character) => (character.id === id ? { ...character, name } : character)),
  }
}

describe.each(testDatabaseKinds)('seeding on %s', (kind) => {
  it('updates what has changed, and leaves counts, likes and dates', async () => {
    const { database, drop } = await openTestDatabase(kind)
    const clock = createTestClock()
    await seedLibrary(database, clock)
    const person = await createTestPerson(database)
    await insertLike(database, person.id, 'greta', clock.now())
    await updateCounts(database, 'greta', { chats: 3, likes: 1 })
    const [before] = await database.query<{ rank: number }>("select rank, created_at from card where id = 'greta'")

    clock.advance(86_400_000)
    expect(await seedLibrary(database, clock, renamed('greta', 'Wilhelmina Zander'))).toEqual(['greta'])
    const [after] = await database.query(
      "select name, chat_count, like_count, rank, created_at from card where id = 'greta'",
    )
    expect(after).toEqual({ ...before, name: 'Wilhelmina Zander', chat_count: 3, like_count: 1 })
    const held = await database.query<{ term: string }>(
      "select term from search_posting where card_id = 'greta' and weight = 40 and rank = $1",
      [before?.rank ?? -1],
    )
    expect(held.map(({ term }) => term)).toEqual(expect.arrayContaining(['wilhelmina', 'zander']))
    // On the shelf for teens and on the other one together.
    expect(
      await database.query("select sum(count)::int as count from tag_count where type = 'single' and tag = ''"),
    ).toEqual([{ count: 28 }])
    await drop()
  })
})

describe.runIf(testPostgresUrl)('two processes on PostgreSQL', () => {
  it('seed one after the other', async () => {
    const { database, drop } = await openTestDatabase('postgres')
    const clock = createTestClock()
    const seeded = await Promise.all([seedLibrary(database, clock), seedLibrary(database, clock)])
    expect(seeded.map((ids) => ids.length).sort()).toEqual([0, 36])
    await drop()
  })
})

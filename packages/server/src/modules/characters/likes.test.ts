import { asCaller, createTestPerson, identityOf } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { readFromPrimary } from '../../platform/db/read-replica.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { characterHandlers } from './routes.ts'

const texts = loadTexts(createLog('silent'))
const confirmed = { adultConfirmedAt: new Date('2026-11-01T00:00:00.000Z'), nsfw: true }

describe.each(testDatabaseKinds)('favourites on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
  })
  afterAll(() => drop())

  async function open(overrides: Parameters<typeof createTestPerson>[1] = {}) {
    const clock = createTestClock()
    const settings = {
      audience: 'adults' as const,
      nsfwEnabled: true,
      nsfwAgeRule: 'declared' as const,
      countryHeader: null,
    }
    const calls = characterHandlers({
      database: db,
      reads: readFromPrimary(db),
      clock,
      settings,
      texts,
      onCardChange: () => undefined,
    })
    const person = await createTestPerson(db, overrides)
    const caller = asCaller({ identity: identityOf(person) })
    const page = (query: { type?: 'single' | 'multiple'; cursor?: string; limit?: number } = {}) =>
      calls.favourites({ query: { type: 'single', limit: 20, ...query }, body: undefined }, caller)
    return {
      clock,
      person,
      page,
      like: (card_id: string, on = true) => calls.like({ query: undefined, body: { card_id, on } }, caller),
      ids: async (type?: 'single' | 'multiple') => (await page(type && { type })).list.map(({ id }) => id),
    }
  }

  it('lists only one’s own favourites, latest first, characters and groups separately', async () => {
    const [mine, other] = [await open(), await open()]
    const [first, second] = [await createTestCard(db), await createTestCard(db)]
    const group = await createTestCard(db, { type: 'multiple', memberIds: [first, second] })
    for (const id of [first, group, second]) {
      await mine.like(id)
      mine.clock.advance(1_000)
    }
    expect(await mine.ids()).toEqual([second, first])
    expect(await mine.ids('multiple')).toEqual([group])
    expect((await mine.page()).list.every((card) => card.liked)).toBe(true)
    expect(await other.ids()).toEqual([])
    await mine.like(second, false)
    expect(await mine.ids()).toEqual([first])
  })

  it('pages without gaps or repetitions, with equal times and while another is added', async () => {
    const { like, page, clock } = await open()
    const liked: string[] = []
    for (let count = 0; count < 7; count++) {
      const id = await createTestCard(db)
      await like(id)
      liked.push(id)
      if (count % 2) clock.advance(1_000)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next = await page({ limit: 2, ...(cursor !== null && { cursor }) })
      seen.push(...next.list.map(({ id }) => id))
      cursor = next.next_cursor
      if (seen.length === 2) {
        clock.advance(5_000)
        await like(await createTestCard(db))
      }
    } while (cursor !== null)
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(new Set(liked))
  })

  it('leaves out what the person may not see any more, and groups with such a member (N4, AZ-01, AZ-05)', async () => {
    const { like, ids, person } = await open(confirmed)
    const [grown, withdrawn, own] = [
      await createTestCard(db),
      await createTestCard(db),
      await createTestCard(db, { creatorId: person.id }),
    ]
    const group = await createTestCard(db, { type: 'multiple', memberIds: [own, grown] })
    for (const id of [grown, withdrawn, own, group]) await like(id)
    await db.query(`update card set rating = 'nsfw' where id = $1`, [grown])
    await db.query(`update card set visibility = 'private' where id = any($1::text[])`, [[withdrawn, own]])
    expect(new Set(await ids())).toEqual(new Set([grown, own]))
    await db.query('update person set nsfw = false where id = $1', [person.id])
    expect(await ids()).toEqual([own])
    expect(await ids('multiple')).toEqual([])
    await db.query('update person set nsfw = true where id = $1', [person.id])
    expect(await ids('multiple')).toEqual([group])
  })

  it('rejects a cursor of another list', async () => {
    const { page } = await open()
    for (const cursor of ['garbage', Buffer.from('{"list":"new"}').toString('base64url')])
      await expect(page({ cursor })).rejects.toMatchObject({ errorName: 'InvalidInput' })
  })
})

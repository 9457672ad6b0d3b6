import type { ServerFrame } from '@everkin/contract/types.ts'
import { createTestPerson } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { charge, grant, refund } from './charge.ts'
import { publishWalletChanges } from './publish-wallet.ts'

describe.each(testDatabaseKinds)('publishWalletChanges on %s', (kind) => {
  let database: Database
  let drop: () => Promise<void>
  const clock = createTestClock()
  const frames: { personId: string; frame: ServerFrame }[] = []
  beforeAll(async () => {
    ;({ database, drop } = await openTestDatabase(kind))
    publishWalletChanges({
      database,
      clock,
      live: {
        publishToPerson: (personId, frame) => frames.push({ personId, frame }),
        closeSession: () => undefined,
        closePerson: () => undefined,
      },
    })
  })
  afterAll(() => drop())

  const coinsSent = (personId: string) =>
    frames.flatMap(({ personId: to, frame }) =>
      to === personId && frame.type === 'wallet.updated' ? [frame.wallet.coin_num] : [],
    )

  it('sends the wallet once per transaction, after the commit, for a grant, a charge and a refund', async () => {
    const person = await createTestPerson(database, { coins: 0 })
    frames.length = 0
    const entry = { personId: person.id, asset: 'coin' as const, cause: 'test', ref: null, now: clock.now() }
    await database.transaction(async (tx) => {
      await grant(tx, { ...entry, amount: 30, key: `a:${person.id}` })
      await grant(tx, { ...entry, amount: 20, key: `b:${person.id}` })
      expect(coinsSent(person.id)).toEqual([])
    })
    expect(coinsSent(person.id)).toEqual([50])
    await database.transaction((tx) => charge(tx, { ...entry, amount: 15, key: `c:${person.id}` }))
    await database.transaction((tx) => refund(tx, { key: `c:${person.id}`, cause: 'test', now: clock.now() }))
    expect(coinsSent(person.id)).toEqual([50, 35, 50])
  })

  it('sends nothing for what was rolled back, rejected or already booked', async () => {
    const person = await createTestPerson(database, { coins: 10 })
    frames.length = 0
    const entry = { personId: person.id, asset: 'coin' as const, cause: 'test', ref: null, now: clock.now() }
    const failing = database.transaction(async (tx) => {
      await grant(tx, { ...entry, amount: 5, key: `lost:${person.id}` })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await expect(
      database.transaction((tx) => charge(tx, { ...entry, amount: 11, key: `much:${person.id}` })),
    ).rejects.toMatchObject({ errorName: 'NotEnoughCoins' })
    await database.transaction((tx) => grant(tx, { ...entry, amount: 10, key: `builder:coin:${person.id}` }))
    expect(coinsSent(person.id)).toEqual([])
  })
})

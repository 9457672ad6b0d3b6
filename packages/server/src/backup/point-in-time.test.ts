import { testPointInTimeRecovery } from '@everkin/testing/point-in-time.ts'
import { testPostgresUrl } from '@everkin/testing/test-database.ts'
import { describe, expect, it } from 'vitest'

describe.skipIf(!testPostgresUrl)('a restore of PostgreSQL to a point in time', () => {
  it('BAK-04: has every row of that moment, and nothing that came later', async () => {
    const rehearsal = await testPointInTimeRecovery(3)
    expect(rehearsal?.restored).toEqual(rehearsal?.before)
    expect(rehearsal?.restored.person).toMatch(/^400 /)
    expect(rehearsal?.after.person).toMatch(/^1 /)
  })
})

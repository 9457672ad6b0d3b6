import { parseArgs } from 'node:util'
import { testPointInTimeRecovery } from '@everkin/testing/point-in-time.ts'

/**
 * BAK-04: restores PostgreSQL to a point in time, with many rows since the base backup. `--rounds` of a hundred people
 * each.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2000' } } })
const rehearsal = await testPointInTimeRecovery(Number(values.rounds))
if (!rehearsal) console.log('Skipped: PostgreSQL is not installed.')
else {
  const { before, restored } = rehearsal
  const differing = Object.keys(before).filter((name) => before[name] !== restored[name])
  console.log(`${Object.keys(before).length} tables compared, ${before.person?.split(' ')[0]} people.`)
  if (differing.length > 0) {
    console.error(`Different after the restore: ${differing.join(', ')}`)
    process.exitCode = 1
  }
}

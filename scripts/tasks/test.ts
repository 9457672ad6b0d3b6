import { buildWhenNeeded } from '../build.ts'
import { run, runNode, runSteps } from '../run.ts'

/** Everything: checks, unit tests on both databases, the journeys in a real browser, and a few crashes. */
process.exit(
  await runSteps([
    ['checks', () => runNode(['scripts/tasks/check.ts'])],
    // Before the unit tests: those of the pages draw the built site.
    ['build', buildWhenNeeded],
    ['weight of the pages', () => runNode(['scripts/check-page-budget.ts'], { NODE_ENV: 'production' })],
    ['unit tests', () => run('vitest', ['run'])],
    ['journeys', () => runNode(['scripts/tasks/e2e.ts'])],
    ['crashes', () => runNode(['soak/kill.ts', '--kills', '5'])],
    ['crashes while painting', () => runNode(['soak/paint.ts', '--tasks', '20', '--kills', '2'])],
  ]),
)

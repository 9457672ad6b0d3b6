import { buildWhenNeeded } from '../build.ts'
import { runNode, runSteps } from '../run.ts'
import { runUnitTests } from '../unit-tests.ts'

/** All tests: checks, unit tests on both databases, end-to-end tests in a real browser, and a few crashes. */
process.exit(
  await runSteps([
    // The build comes before the unit tests, because those of the pages render the built site.
    ['checks and build', checkAndBuild],
    ['page weight', () => runNode(['scripts/check-page-budget.ts'], { NODE_ENV: 'production' })],
    ['unit tests', runUnitTests],
    ['end-to-end tests', () => runNode(['scripts/tasks/e2e.ts'])],
    ['crashes', crash],
    // Alone, because it reads how long each input holds the event loop.
    ['worst inputs', () => runNode(['soak/worst-input.ts', '--only', 'heaviest'])],
  ]),
)

/** Both at the same time: generating the images of the build keeps only one core busy. */
function checkAndBuild(): Promise<number> {
  return together([runNode(['scripts/tasks/check.ts']), buildWhenNeeded()])
}

/** At the same time, because each waits for its next kill, for replies and for a server that starts. */
function crash(): Promise<number> {
  return together([
    runNode(['soak/kill.ts', '--kills', '5', '--store', 'embedded']),
    runNode(['soak/kill.ts', '--kills', '5', '--store', 'postgres']),
    runNode(['soak/paint.ts', '--tasks', '20', '--kills', '2']),
  ])
}

/** Waits for all of them, and returns the code of one that failed, if any did. */
async function together(programs: readonly Promise<number>[]): Promise<number> {
  return Math.max(...(await Promise.all(programs)))
}

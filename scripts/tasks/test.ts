import { buildWhenNeeded } from '../build.ts'
import { run, runNode, runSteps } from '../run.ts'

/** All tests: checks, unit tests on both databases, end-to-end tests in a real browser, and a few crashes. */
process.exit(
  await runSteps([
    // The build comes before the unit tests, because those of the pages render the built site.
    ['checks and build', checkAndBuild],
    ['page weight', () => runNode(['scripts/check-page-budget.ts'], { NODE_ENV: 'production' })],
    ['unit tests', () => run('vitest', ['run'])],
    ['end-to-end tests', () => runNode(['scripts/tasks/e2e.ts'])],
    ['crashes', () => runNode(['soak/kill.ts', '--kills', '5'])],
    ['crashes while painting', () => runNode(['soak/paint.ts', '--tasks', '20', '--kills', '2'])],
    ['worst inputs', () => runNode(['soak/worst-input.ts', '--only', 'heaviest'])],
  ]),
)

/** Both at the same time: generating the images of the build keeps only one core busy. */
async function checkAndBuild(): Promise<number> {
  return Math.max(...(await Promise.all([runNode(['scripts/tasks/check.ts']), buildWhenNeeded()])))
}

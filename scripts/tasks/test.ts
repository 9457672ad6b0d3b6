import { buildWhenNeeded } from '../build.ts'
import { run, runNode, runSteps, runTogether } from '../run.ts'

/** All tests: checks, unit tests on both databases, end-to-end tests in a real browser, and a few crashes. */
process.exit(
  await runSteps([
    // The build comes before the unit tests, because those of the pages render the built site.
    ['checks and build', checkAndBuild],
    ['page weight', () => runNode(['scripts/check-page-budget.ts'], { NODE_ENV: 'production' })],
    ['all tests', runTests],
  ]),
)

/** Both at the same time: generating the images of the build keeps only one core busy. */
async function checkAndBuild(): Promise<number> {
  return Math.max(...(await Promise.all([runNode(['scripts/tasks/check.ts']), buildWhenNeeded()])))
}

/** At the same time, because a browser and a server that is killed wait a lot. */
function runTests(): Promise<number> {
  return runTogether([
    ['end-to-end tests', () => runNode(['scripts/tasks/e2e.ts'])],
    ['unit tests', () => run('vitest', ['run'], {}, 'at the end')],
    ['crashes and worst inputs', runCrashes],
  ])
}

async function runCrashes(): Promise<number> {
  const kills = await runNode(['soak/kill.ts', '--kills', '5'], {}, 'at the end')
  const paint = await runNode(['soak/paint.ts', '--tasks', '20', '--kills', '2'], {}, 'at the end')
  const pauses = await runNode(['soak/worst-input.ts', '--only', 'heaviest'], {}, 'at the end')
  return Math.max(kills, paint, pauses)
}

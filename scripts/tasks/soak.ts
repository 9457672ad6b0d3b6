import { runNode, runSteps } from '../run.ts'

/** What takes longer than a test run may: twenty kills on each database, and long fuzzing. */
process.exit(
  await runSteps([
    ['kills', () => runNode(['soak/kill.ts', '--kills', '20'])],
    ['kills while painting', () => runNode(['soak/paint.ts', '--tasks', '200', '--kills', '10'])],
    ['fuzzing', () => runNode(['soak/fuzz.ts', '--requests', '20000'])],
    ['hostile card files', () => runNode(['soak/card-files.ts', '--files', '100000'])],
  ]),
)

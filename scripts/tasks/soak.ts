import { runAllSteps, runNode, runProgram } from '../run.ts'

/** Tests that take too long for a test run: twenty kills on each database, and long fuzzing. */
process.exit(
  await runAllSteps([
    ['kills', () => runNode(['soak/kill.ts', '--kills', '20'])],
    ['two machines', () => runNode(['soak/two-machines.ts', '--minutes', '8'])],
    ['two machines on Citus', () => runNode(['soak/two-machines.ts', '--database', 'citus', '--minutes', '4'])],
    ['files on Ceph', () => runNode(['soak/ceph.ts', '--kills', '20'])],
    ['replacing the secret', () => runNode(['soak/replace-secret.ts'])],
    ['kills while painting', () => runNode(['soak/paint.ts', '--tasks', '200', '--kills', '10'])],
    ['restore to a point in time', () => runNode(['soak/point-in-time.ts', '--rounds', '2000'])],
    ['worst inputs', () => runNode(['soak/worst-input.ts'])],
    ['fuzzing', () => runNode(['soak/fuzz.ts', '--requests', '20000'])],
    ['two devices on a server', () => runProgram('vitest', ['run', 'open-chat.server'], { SOAK_RUNS: '300' })],
    ['hostile card files', () => runNode(['soak/card-files.ts', '--files', '100000'])],
  ]),
)

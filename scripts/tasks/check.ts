import { runAllSteps, runNode, runProgram } from '../run.ts'

process.exit(
  await runAllSteps([
    ['format and lint', () => runProgram('biome', ['ci', '--colors=off', '--diagnostic-level=error', '.'])],
    ['types of the server', () => runProgram('tsc', ['-p', 'tsconfig.json'])],
    ['types of the end-to-end tests', () => runProgram('tsc', ['-p', 'e2e'])],
    ['types of the pages', () => runProgram('react-router', ['typegen', 'packages/web'])],
    ['types of the web', () => runProgram('tsc', ['-p', 'packages/web'])],
    ['boundaries', () => runNode(['scripts/check-boundaries.ts'])],
    ['file sizes', () => runNode(['scripts/check-file-size.ts'])],
    ['languages', () => runNode(['scripts/check-locales.ts'])],
    ['promises', () => runNode(['scripts/check-promises.ts'])],
    ['texts of the pages', () => runNode(['scripts/check-page-texts.ts'])],
    ['lock file', () => runNode(['scripts/check-lock-file.ts'])],
    ['examples of deploy/', () => runNode(['scripts/check-deploy.ts'])],
    ['help lines', () => runNode(['scripts/check-help-lines.ts'])],
    ['unused code and dependencies', () => runProgram('knip', ['--no-progress'])],
  ]),
)

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runProgram } from './run.ts'

/** More failed files than this have one cause, and it is not a busy machine. */
const MAX_REPEATED_FILES = 3

/**
 * Runs all unit tests. In CI, files that fail are run a second time, and named: the machines there are shared and stall
 * for seconds. Vitest itself repeats only tests, not what a file does before them.
 */
export async function runUnitTests(): Promise<number> {
  if (!process.env.CI) return runProgram('vitest', ['run'])
  const folder = mkdtempSync(join(tmpdir(), 'everkin-unit-tests-'))
  try {
    const report = join(folder, 'report.json')
    const code = await runProgram('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    if (code === 0) return code
    const failed = failedFiles(readFileSync(report, 'utf8'))
    if (failed.length === 0 || failed.length > MAX_REPEATED_FILES) return code
    console.warn(`SECOND TRY: ${failed.join(', ')}`)
    return await runProgram('vitest', ['run', ...failed])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The test files that failed, relative to the current folder, by Vitest's JSON report. */
export function failedFiles(report: string): string[] {
  const { testResults } = JSON.parse(report) as { testResults: { name: string; status: string }[] } // Vitest's format
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name))
}

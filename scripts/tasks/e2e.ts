import { buildWhenNeeded } from '../build.ts'
import { runProgram } from '../run.ts'

const built = await buildWhenNeeded()
if (built !== 0) process.exit(built)
process.exit(await runProgram('playwright', ['test', ...process.argv.slice(2)]))

import { buildWhenNeeded } from '../build.ts'
import { runNode } from '../run.ts'

const built = await buildWhenNeeded()
if (built !== 0) process.exit(built)
process.exit(await runNode(['e2e/shots/take-shots.ts', ...process.argv.slice(2)]))
